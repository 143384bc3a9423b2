package io.longhaul.load.plan;

import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.request.MediaKind;
import io.longhaul.load.plan.check.InvalidPlanException;
import io.longhaul.load.plan.check.Problems;
import io.longhaul.load.plan.check.SamplingStrategy;
import io.longhaul.load.plan.dataset.CacheBust;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.load.LoadPlan;
import io.longhaul.load.plan.media.MediaPlan;
import io.longhaul.load.plan.server.ConnectionReuse;
import io.longhaul.load.plan.server.HttpVersion;
import io.longhaul.load.plan.server.RequestPlan;
import io.longhaul.load.plan.server.Secret;
import io.longhaul.load.plan.server.TargetPlan;
import io.longhaul.load.plan.server.TokenizerPlan;
import java.util.List;
import java.util.Set;

/**
 * Everything that a generator needs to know about a run. Equal plans create equal loads: all random
 * values are drawn from {@code seed}.
 *
 * <p>A plan is always valid: the constructor rejects an invalid one and reports all of its problems
 * together. A plan contains no secrets; API keys are sent separately as {@link Secret}s.
 *
 * @param runId the name of the run, a single path segment
 * @param seed the seed of all random values, 0 or more
 * @param target the servers, and how connections to them are used
 * @param request the content of all requests apart from their prompts
 * @param tokenizer the tokenizer that counts tokens
 * @param dataset the prompts
 * @param load the rate, concurrency and duration of each phase
 * @param measurement slices, service level objectives and event loops
 */
public record RunPlan(
    String runId,
    long seed,
    TargetPlan target,
    RequestPlan request,
    TokenizerPlan tokenizer,
    DatasetPlan dataset,
    LoadPlan load,
    MeasurementPlan measurement) {

  /** Endpoint types whose requests are a list of messages, which may include a system message. */
  private static final Set<String> SYSTEM_ROLES =
      Set.of("chat", "chat_embeddings", "messages", "responses");

  private static final String NO_BODIES =
      " sends complete request bodies (use a mooncake_trace whose lines have payloads)";

  private static final String NO_MESSAGES =
      " sends messages (use a file whose lines are {\"payload\": {…}}; commands that generate"
          + " messages are not executed)";

  public RunPlan {
    Problems problems = new Problems();
    // The ID is part of paths and of Kafka keys.
    if (!runId.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,127}")) {
      problems.invalid("run id", runId, "up to 128 letters, digits, dots, dashes or underscores");
    }
    problems.requireNotNegative("random seed", seed, "0 or more");
    target.check(problems);
    request.check(problems);
    tokenizer.check(problems);
    dataset.check(problems);
    load.check(problems);
    measurement.check(problems);
    EndpointType endpoint = request.endpointType();
    String type = "endpoint type " + endpoint;
    if (load.profiling().fixedSchedule() && !dataset.hasTimes()) {
      problems.add(
          "Invalid fixed schedule: the prompts have no times (use a trace, or a file with"
              + " timestamps)");
    }
    if (load.profiling().fixedSchedule() && dataset.sampling() != SamplingStrategy.SEQUENTIAL) {
      problems.invalid(
          "sampling strategy", dataset.sampling().word(), "sequential with a fixed schedule");
    }
    if (dataset.needsDialogue() && !endpoint.converses()) {
      problems.invalid(
          "sessions of several turns", type, "it takes one text; use endpoint type chat");
    }
    if (load.limitsPrefill() && !request.streaming()) {
      problems.add(
          "Invalid prefill concurrency: without streaming there is no first token (enable"
              + " streaming)");
    }
    if (load.profiling().users() != null && !dataset.needsDialogue() && !dataset.isTrace()) {
      problems.add(
          "Invalid users: each session has a single turn (set a mean"
              + " number of turns of 2 or more, or use a file of sessions)");
    }
    if ((dataset.prefixes().hasMessages() || dataset.systemPrompt() != null)
        && !SYSTEM_ROLES.contains(endpoint.typedName())) {
      problems.invalid(
          "shared message", type, "it takes one text; use endpoint type chat, or prefixes");
    }
    if (tokenizer.chatTemplate() && !SYSTEM_ROLES.contains(endpoint.typedName())) {
      problems.invalid(
          "chat template", type, "it sends no messages; use endpoint type chat, or omit it");
    }
    if (dataset.cacheBust() != CacheBust.NONE && !endpoint.converses()) {
      problems.invalid("cache bust", type, "chat, responses or messages");
    }
    checkConnectionReuse(target, endpoint, problems);
    checkRankings(dataset, endpoint, problems);
    checkWithoutText(dataset, endpoint, problems);
    if (endpoint.needsMedia()) {
      checkNeededMedia(dataset, endpoint, problems);
    }
    if (endpoint.sendsPayloads() && !dataset.isTrace()) {
      problems.add("Invalid dataset: " + type + (endpoint.speaksGrpc() ? NO_MESSAGES : NO_BODIES));
    }
    checkMedia(dataset.media(), endpoint, problems);
    checkBatch(dataset, endpoint, problems);
    checkProxy(target, endpoint.speaksGrpc(), problems);
    List<String> sentences = problems.sentences();
    if (!sentences.isEmpty()) {
      throw new InvalidPlanException(sentences);
    }
  }

  private static void checkConnectionReuse(
      TargetPlan target, EndpointType type, Problems problems) {
    if (type.speaksGrpc() && target.connectionReuse() == ConnectionReuse.STICKY_USER_SESSIONS) {
      problems.invalid(
          "connection reuse",
          target.connectionReuse().word(),
          "pooled or never with endpoint type " + type + ", whose calls share connections");
    }
  }

  private static void checkProxy(TargetPlan target, boolean grpc, Problems problems) {
    if (target.proxy() != null && (grpc || target.httpVersion() == HttpVersion.HTTP_2)) {
      problems.invalid(
          "proxy", target.proxy(), "none over " + (grpc ? "gRPC" : "HTTP/2") + ": HTTP/1.1 only");
    }
  }

  private static void checkRankings(DatasetPlan dataset, EndpointType type, Problems problems) {
    if (type.ranks() && dataset.shapesTexts()) {
      problems.add(
          "Invalid dataset: endpoint type "
              + type
              + " sends a query and passages (omit sequence distribution, prefixes and shared"
              + " messages)");
    }
    if (type.ranks() && dataset.isTrace()) {
      problems.invalid(
          "dataset type", dataset.fileType().word(), "single_turn with endpoint type " + type);
    }
  }

  private static void checkWithoutText(DatasetPlan dataset, EndpointType type, Problems problems) {
    boolean takesNothing = !type.takesText() && !type.sendsPayloads();
    if (takesNothing && (dataset.shapesTexts() || dataset.isTrace())) {
      problems.add(
          "Invalid dataset: endpoint type "
              + type
              + " takes no text (omit sequence distribution, prefixes, shared messages and trace)");
    }
  }

  private static void checkNeededMedia(DatasetPlan dataset, EndpointType type, Problems problems) {
    if (dataset.isSynthetic() && dataset.media().isEmpty()) {
      problems.add(
          "Invalid dataset: endpoint type "
              + type
              + " needs media (set sizes of images or a length of audio, or use a file)");
    }
    if (type.takesText() && dataset.batch().texts() == 0) {
      problems.invalid("texts per prompt", 0, "1 or more with endpoint type " + type);
    }
    if (type.takesText() && dataset.isTrace()) {
      problems.invalid(
          "dataset type", dataset.fileType().word(), "single_turn with endpoint type " + type);
    }
  }

  private static void checkMedia(MediaPlan media, EndpointType type, Problems problems) {
    for (MediaKind medium : media.kinds()) {
      if (!type.media().contains(medium)) {
        problems.invalid(
            "synthetic " + medium.word(),
            "endpoint type " + type,
            "it takes none; use endpoint type chat");
      }
    }
  }

  private static void checkBatch(DatasetPlan dataset, EndpointType type, Problems problems) {
    int texts = dataset.batch().texts();
    int images = dataset.media().images().perRequest();
    if (texts != 1 && !type.takesBatches()) {
      problems.invalid(
          "texts per prompt", texts, "1 with endpoint type " + type + ", which takes no batches");
    }
    if (type.pairsTextsWithImages() && texts > 0 && images > 0 && texts != images) {
      problems.invalid(
          "images per request",
          images,
          texts + " with endpoint type " + type + ", which pairs them with texts");
    }
  }
}
