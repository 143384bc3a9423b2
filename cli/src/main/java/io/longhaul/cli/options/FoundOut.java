package io.longhaul.cli.options;

import io.longhaul.load.MethodLookup;
import io.longhaul.load.dataset.DatasetException;
import io.longhaul.load.dataset.PromptFile;
import io.longhaul.load.dataset.PromptFileSummary;
import io.longhaul.load.dataset.TokenLengthCheck;
import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.endpoint.GrpcMethod;
import io.longhaul.load.plan.DatasetPlan;
import io.longhaul.load.plan.MediaPlan;
import io.longhaul.load.plan.Secret;
import io.longhaul.load.plan.TargetPlan;
import io.longhaul.load.plan.TokenizerPlan;
import io.longhaul.load.tokenizer.TokenizerUnavailableException;
import io.longhaul.load.tokenizer.Tokenizers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What was found out for one run of several, and need not be for the others. One thread. */
public final class FoundOut {
  private final Set<MediaPlan> tried = new HashSet<>();
  private final Map<Question, GrpcMethod> methods = new HashMap<>();
  private final Map<Reading, Optional<PromptFileSummary>> contents = new HashMap<>();
  private final Map<Trial, Optional<String>> trials = new HashMap<>();

  private record Question(String name, TargetPlan target, Map<String, Secret> secretHeaders) {}

  private record Reading(DatasetPlan dataset, EndpointType endpoint, boolean timed) {}

  private record Trial(
      TokenizerPlan tokenizer, boolean serverCounts, DatasetPlan dataset, EndpointType endpoint) {}

  /** Whether nobody has asked for these clips before: those of one kind are tried out once. */
  boolean areNew(MediaPlan clips) {
    return tried.add(clips);
  }

  /**
   * A method as its server tells of it, which is asked once.
   *
   * @throws IllegalArgumentException saying in one sentence why it cannot be had
   */
  GrpcMethod method(String name, TargetPlan target, Map<String, Secret> secretHeaders) {
    return methods.computeIfAbsent(
        new Question(name, target, Map.copyOf(secretHeaders)),
        asked -> MethodLookup.find(name, target, secretHeaders, System::nanoTime));
  }

  /**
   * How much there is in a file of prompts, which is read once.
   *
   * @return empty when no more is read of it than is asked
   * @throws DatasetException when prompts cannot be made of it
   */
  Optional<PromptFileSummary> content(DatasetPlan dataset, EndpointType endpoint, boolean timed) {
    return contents.computeIfAbsent(
        new Reading(dataset, endpoint, timed), asked -> PromptFile.check(dataset, endpoint, timed));
  }

  /**
   * What is to be known of lengths that a tokenizer misses, which is tried once.
   *
   * @throws TokenizerUnavailableException when there is no such tokenizer
   * @throws DatasetException when the texts that it makes are empty
   */
  Optional<String> missedLengths(
      Tokenizers tokenizers,
      TokenizerPlan plan,
      boolean serverCounts,
      DatasetPlan dataset,
      EndpointType endpoint) {
    Trial trial = new Trial(plan, serverCounts, dataset, endpoint);
    if (!trials.containsKey(trial)) {
      List<String> missed = new ArrayList<>();
      tokenizers.check(
          plan,
          serverCounts,
          loaded -> TokenLengthCheck.of(dataset, endpoint, loaded).ifPresent(missed::add));
      trials.put(trial, missed.stream().findFirst());
    }
    return trials.get(trial);
  }
}
