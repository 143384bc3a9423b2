package io.longhaul.config.options;

import io.longhaul.load.MethodLookup;
import io.longhaul.load.dataset.file.PromptFile;
import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.synthetic.TokenLengthCheck;
import io.longhaul.load.dataset.trace.PromptFileSummary;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.protobuf.GrpcMethod;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.media.MediaPlan;
import io.longhaul.load.plan.server.Secret;
import io.longhaul.load.plan.server.TargetPlan;
import io.longhaul.load.plan.server.TokenizerPlan;
import io.longhaul.load.tokenizer.TokenizerUnavailableException;
import io.longhaul.load.tokenizer.Tokenizers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Results of checks and of requests to servers that are the same for all runs of a series. Not
 * thread-safe.
 */
public final class PreflightCache {
  private final Set<MediaPlan> tried = new HashSet<>();
  private final Map<Question, GrpcMethod> methods = new HashMap<>();
  private final Map<Reading, Optional<PromptFileSummary>> contents = new HashMap<>();
  private final Map<Trial, Optional<String>> trials = new HashMap<>();

  private record Question(String name, TargetPlan target, Map<String, Secret> secretHeaders) {}

  private record Reading(DatasetPlan dataset, EndpointType endpoint, boolean timed) {}

  private record Trial(
      TokenizerPlan tokenizer, boolean serverCounts, DatasetPlan dataset, EndpointType endpoint) {}

  /** Returns whether these media are new: encoding is tried once for each kind. */
  boolean areNew(MediaPlan clips) {
    return tried.add(clips);
  }

  /**
   * Returns a gRPC method with the types that its server reports. The server is queried once.
   *
   * @throws IllegalArgumentException if the method is not available, with the reason in one
   *     sentence
   */
  GrpcMethod method(String name, TargetPlan target, Map<String, Secret> secretHeaders) {
    return methods.computeIfAbsent(
        new Question(name, target, Map.copyOf(secretHeaders)),
        key -> MethodLookup.find(name, target, secretHeaders, System::nanoTime));
  }

  /**
   * Returns the size of the content of a file of prompts, which is read once.
   *
   * @return empty if no more of the file is read than is sent
   * @throws DatasetException if the file does not contain valid prompts
   */
  Optional<PromptFileSummary> content(DatasetPlan dataset, EndpointType endpoint, boolean timed) {
    return contents.computeIfAbsent(
        new Reading(dataset, endpoint, timed), key -> PromptFile.check(dataset, endpoint, timed));
  }

  /**
   * Returns a note if synthetic prompts of a tokenizer miss their lengths, which is tried once.
   *
   * @throws TokenizerUnavailableException if the tokenizer is not available
   * @throws DatasetException if the tokenizer generates empty texts
   */
  Optional<String> missedLengths(
      Tokenizers tokenizers,
      TokenizerPlan plan,
      boolean serverCounts,
      DatasetPlan dataset,
      EndpointType endpoint) {
    return trials.computeIfAbsent(
        new Trial(plan, serverCounts, dataset, endpoint),
        key -> {
          List<String> missed = new ArrayList<>();
          tokenizers.check(
              plan,
              serverCounts,
              loaded -> TokenLengthCheck.of(dataset, endpoint, loaded).ifPresent(missed::add));
          return missed.stream().findFirst();
        });
  }
}
