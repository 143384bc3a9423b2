package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.TracePlan;
import io.longhaul.load.record.DecodedRequest;
import io.longhaul.mock.MockServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Replays a trace as it was recorded, according to the server. */
@Timeout(60)
class TraceReplayTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int BLOCK_TOKENS = 32;

  @TempDir Path folder;

  @Test
  void requestsArriveAtTheirRecordedTimesWithTheirSharedPrefixes() throws Exception {
    List<JsonNode> trace = writeTrace(60);

    GeneratorRun run = GeneratorRun.against(aServer(), aPlan(1), folder);

    List<JsonNode> seen = byArrival(run);
    assertThat(seen).hasSize(60);
    List<Double> latenessMs = latenessMs(trace, seen);
    // A busy machine may be late with some requests, but early with none, and drift would be
    // visible.
    assertThat(latenessMs).allMatch(late -> late < 1_000);
    assertThat(latenessMs.stream().filter(late -> late < 50).count()).isGreaterThan(30);
    assertThat(scheduledMs(run)).isEqualTo(timesOf(trace));
    for (int i = 0; i < 60; i++) {
      assertThat(seen.get(i).get("output_tokens").asInt())
          .isEqualTo(trace.get(i).get("output_length").asInt());
    }
    assertThatPrefixesAreShared(trace, seen.stream().map(TraceReplayTest::promptOf).toList());
  }

  @Test
  void scheduleEndsTheRunForAnyNumberOfGenerators() throws Exception {
    writeTrace(30);

    GeneratorRun alone = GeneratorRun.against(aServer(), aPlan(4), folder);
    GeneratorRun first = GeneratorRun.against(aServer(), aPlan(4), folder, 0, 2);
    GeneratorRun second = GeneratorRun.against(aServer(), aPlan(4), folder, 1, 2);

    Set<String> together = new HashSet<>(first.planned());
    together.addAll(second.planned());
    assertThat(together).isEqualTo(alone.planned()).hasSize(30);
    assertThat(alone.report().notIssued()).isZero();
  }

  @Test
  void turnsFollowAtTheirTimesOrAfterResponsesWithEarlierMessages() throws Exception {
    Files.writeString(
        folder.resolve("trace.jsonl"),
        """
        {"session_id": "a", "timestamp": 0, "text_input": "a1"}
        {"session_id": "b", "timestamp": 40, "messages": [{"role": "user", "content": "b1"}]}
        {"session_id": "a", "timestamp": 600, "text_input": "a2"}
        {"session_id": "b", "delay": 100, "messages": [{"role": "user", "content": "b2"}]}
        {"session_id": "a", "timestamp": 610, "delay": 900, "text_input": "a3"}
        """);

    GeneratorRun run = GeneratorRun.against(aServer().timeToFirstToken("60ms"), aPlan(1), folder);

    List<JsonNode> seen = byTime(run);
    assertThat(seen)
        .extracting(TraceReplayTest::lastMessage)
        .containsExactly("a1", "b1", "b2", "a2", "a3");
    assertThat(seen)
        .extracting(line -> messagesIn(line).size())
        .as("the messages")
        .containsExactly(1, 1, 1, 3, 5);
    assertThat(messagesIn(seen.get(4)).get(1).path("role").asText()).isEqualTo("assistant");
    List<DecodedRequest> a =
        run.requests().stream()
            .filter(request -> request.planned().getSessionId().equals("a"))
            .sorted(Comparator.comparingInt(request -> request.planned().getTurnIndex()))
            .toList();
    long start = a.get(0).planned().getScheduledAtNs();
    assertThat(a.get(1).planned().getScheduledAtNs() - start).isEqualTo(600_000_000L);
    assertThat(a.get(2).planned().getScheduledAtNs())
        .as("not before the response, whatever was recorded")
        .isEqualTo(a.get(1).ended().getEndedAtNs());
    assertThat(run.report().notIssued()).isZero();
  }

  @Test
  void turnsOfAPromptFileFollowAtTheirTimesWithoutHistory() throws Exception {
    Files.writeString(
        folder.resolve("trace.jsonl"),
        """
        {"session_id": "a", "timestamp": 1500, "text": "a1"}
        {"timestamp": 1100, "text": "b"}
        {"session_id": "a", "timestamp": 1900, "text": "a2"}
        {"session_id": "a", "timestamp": 1910, "delay": 900, "text": "a3"}
        {"session_id": "a", "delay": 100, "text": "a4"}
        """);

    GeneratorRun run =
        GeneratorRun.against(
            aServer().timeToFirstToken("60ms"), aPlan(1).fileType(FileType.SINGLE_TURN), folder);

    assertThatTheSecondTurnIsPlannedAfter400Ms(scheduledAfterTheFirst(run, "a"));
    assertThat(run.report().notIssued()).isZero();
    List<JsonNode> seen = byTime(run);
    assertThat(seen)
        .extracting(TraceReplayTest::lastMessage)
        .containsExactly("b", "a1", "a2", "a3", "a4");
    assertThat(seen).allMatch(line -> messagesIn(line).size() == 1);
    assertThat(receivedMs(seen, 1) - receivedMs(seen, 0)).isBetween(300.0, 2_000.0);
    assertThat(receivedMs(seen, 2) - receivedMs(seen, 1)).isBetween(300.0, 2_000.0);
    assertThat(receivedMs(seen, 4) - receivedMs(seen, 3))
        .as("response and delay")
        .isGreaterThan(160);
  }

  @Test
  void sessionsOfAFileStartAndContinueAtTheirTimesWithEarlierMessages() throws Exception {
    Files.writeString(
        folder.resolve("trace.jsonl"),
        """
        {"turns": [{"role": "system", "text": "Be brief"}, {"text": "a1", "timestamp": 300}, {"text": "a2", "timestamp": 700}]}
        {"turns": [{"text": "b1", "timestamp": 0}, {"text": "b2", "delay": 50}]}
        """);

    GeneratorRun run =
        GeneratorRun.against(
            aServer().timeToFirstToken("60ms"), aPlan(1).fileType(FileType.MULTI_TURN), folder);

    List<JsonNode> seen = byTime(run);
    assertThat(seen)
        .extracting(TraceReplayTest::lastMessage)
        .containsExactly("b1", "b2", "a1", "a2");
    assertThat(seen).extracting(line -> messagesIn(line).size()).containsExactly(1, 3, 2, 4);
    assertThat(messagesIn(seen.get(3)).path(0).path("content").asText()).isEqualTo("Be brief");
    assertThatTheSecondTurnIsPlannedAfter400Ms(scheduledAfterTheFirst(run, "session_000000"));
    assertThat(run.report().notIssued()).isZero();
  }

  @Test
  void sessionCountLimitsTheSessions() throws Exception {
    writeTrace(30);

    GeneratorRun run = GeneratorRun.against(aServer(), aPlan(4).sessionCount(7), folder);

    assertThat(run.truth().lines()).hasSize(7);
    assertThat(run.report().notIssued()).isZero();
  }

  /** Or later, if a busy machine had no response to the first one by then. */
  private static void assertThatTheSecondTurnIsPlannedAfter400Ms(List<Long> scheduledMs) {
    assertThat(scheduledMs.get(1)).isBetween(400L, 2_000L);
  }

  private static List<Long> scheduledAfterTheFirst(GeneratorRun run, String session) {
    List<Long> nanos =
        run.requests().stream()
            .filter(request -> request.planned().getSessionId().equals(session))
            .map(request -> request.planned().getScheduledAtNs())
            .sorted()
            .toList();
    return nanos.stream().map(at -> (at - nanos.get(0)) / 1_000_000).toList();
  }

  private static List<JsonNode> byTime(GeneratorRun run) {
    return run.truth().lines().stream()
        .sorted(Comparator.comparingLong(line -> line.get("received_ns").asLong()))
        .toList();
  }

  private static double receivedMs(List<JsonNode> seen, int place) {
    return seen.get(place).get("received_ns").asLong() / 1e6;
  }

  /** Relative to the request with the least delay. */
  private static List<Double> latenessMs(List<JsonNode> trace, List<JsonNode> seen) {
    List<Double> offsets = new ArrayList<>();
    for (int i = 0; i < trace.size(); i++) {
      double receivedMs = seen.get(i).get("received_ns").asLong() / 1e6;
      offsets.add(receivedMs - trace.get(i).get("timestamp").asDouble());
    }
    double least = Collections.min(offsets);
    return offsets.stream().map(offset -> offset - least).toList();
  }

  private static List<Double> timesOf(List<JsonNode> trace) {
    return trace.stream().map(line -> line.get("timestamp").asDouble()).toList();
  }

  /** Returns the planned times since the start, in the order of the plan. */
  private static List<Double> scheduledMs(GeneratorRun run) {
    return run.planned().stream()
        .map(planned -> planned.substring(planned.indexOf('@') + 1, planned.indexOf(':')))
        .map(nanos -> Long.parseLong(nanos) / 1e6)
        .sorted()
        .toList();
  }

  /**
   * Two prompts share as many blocks as they have common hash ids, and no further complete block.
   */
  private static void assertThatPrefixesAreShared(List<JsonNode> trace, List<String> prompts) {
    int sharing = 0;
    for (int i = 0; i < prompts.size(); i++) {
      for (int j = 0; j < i; j++) {
        int ids = sharedIds(trace.get(i).get("hash_ids"), trace.get(j).get("hash_ids"));
        int words = sharedWords(prompts.get(i), prompts.get(j));
        // A token is at most one word, and at least a fifth of one.
        assertThat(words).isGreaterThanOrEqualTo(ids * BLOCK_TOKENS / 5);
        assertThat(words).isLessThan((ids + 1) * BLOCK_TOKENS);
        sharing += ids > 0 ? 1 : 0;
      }
    }
    assertThat(sharing).as("pairs that share blocks").isGreaterThan(100);
  }

  private static int sharedIds(JsonNode one, JsonNode other) {
    int shared = 0;
    while (shared < Math.min(one.size(), other.size())
        && one.get(shared).equals(other.get(shared))) {
      shared++;
    }
    return shared;
  }

  private static int sharedWords(String one, String other) {
    String[] a = one.split("\\s+", -1);
    String[] b = other.split("\\s+", -1);
    int shared = 0;
    while (shared < Math.min(a.length, b.length) && a[shared].equals(b[shared])) {
      shared++;
    }
    return shared;
  }

  private static List<JsonNode> byArrival(GeneratorRun run) {
    Map<String, JsonNode> byId = new HashMap<>();
    run.truth().lines().forEach(line -> byId.put(line.get("request_id").asText(), line));
    List<DecodedRequest> recorded = new ArrayList<>(run.requests());
    recorded.sort((a, b) -> Long.compare(a.planned().getPlanIndex(), b.planned().getPlanIndex()));
    return recorded.stream().map(request -> byId.get(request.id().toString())).toList();
  }

  private static String promptOf(JsonNode truth) {
    return messagesIn(truth).path(0).path("content").asText();
  }

  private static String lastMessage(JsonNode truth) {
    JsonNode messages = messagesIn(truth);
    return messages.path(messages.size() - 1).path("content").asText();
  }

  private static JsonNode messagesIn(JsonNode truth) {
    try {
      return JSON.readTree(truth.get("body").asText()).path("messages");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Growing conversations: every request starts with the blocks of an earlier one. */
  private List<JsonNode> writeTrace(int requests) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < requests; i++) {
      int conversation = i % 4;
      int turn = i / 4;
      StringBuilder ids = new StringBuilder("0");
      for (int block = 0; block <= turn % 5; block++) {
        ids.append(",").append(1 + conversation * 100 + turn / 5 * 20 + block);
      }
      int blocks = 2 + turn % 5;
      String line =
          String.format(
              Locale.ROOT,
              "{\"timestamp\":%d,\"input_length\":%d,\"output_length\":%d,\"hash_ids\":[%s]}",
              i * 37,
              blocks * BLOCK_TOKENS - i % 20,
              1 + i % 7,
              ids);
      lines.add(JSON.readTree(line));
      text.append(line).append("\n");
    }
    Files.writeString(folder.resolve("trace.jsonl"), text);
    return lines;
  }

  private RunPlanBuilder aPlan(double speedup) {
    return RunPlanBuilder.plan("run-1")
        .model("mock-model")
        .streaming(true)
        .tokenizer("builtin")
        .header("X-Mock-Tell-Body", "yes")
        .inputFile(folder.resolve("trace.jsonl").toString())
        .fileType(FileType.MOONCAKE_TRACE)
        .trace(new TracePlan(BLOCK_TOKENS, speedup, true, null, null, null, null))
        .fixedSchedule(true)
        .rehearsalRequests(50);
  }

  private static MockServerOptions.Builder aServer() {
    return MockServerOptions.builder()
        .timeToFirstToken("5ms")
        .interTokenLatency("1ms")
        .outputTokens("12");
  }
}
