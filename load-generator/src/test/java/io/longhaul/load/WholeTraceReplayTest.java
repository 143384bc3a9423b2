package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Replays Mooncake's published trace, all of its 17 minutes in 17 seconds, and checks what the
 * server received. The trace is next to the folder of real AIPerf output; without it, this test is
 * skipped.
 */
@Timeout(120)
class WholeTraceReplayTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TRACE = "mooncake_synthetic_trace.jsonl";
  private static final int BLOCK_TOKENS = 512;
  private static final double SPEEDUP = 60;
  private static final double MILLISECOND = 1e6;

  /**
   * The largest median delay, as a share of the replay. An idle machine needs less than a
   * millisecond, but other processes may use this one; benchmarks measure how punctual requests
   * are.
   */
  private static final double LARGEST_DELAY = 0.1;

  /** A request that is planned this much later also arrives later, unless the machine stalls. */
  private static final double APART_MS = 50;

  @TempDir static Path folder;

  private static List<JsonNode> trace;
  private static GeneratorRun run;

  /** What was recorded of each line of the trace, and what the server received of it. */
  private record Replayed(JsonNode line, DecodedRequest recorded, JsonNode seen) {
    String prompt() {
      try {
        JsonNode messages = JSON.readTree(seen.get("body").asText()).path("messages");
        assertThat(messages).hasSize(1);
        return messages.path(0).path("content").asText();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    double recordedDelayMs() {
      long sent = recorded.transport().getSentAtNs();
      return (sent - recorded.planned().getScheduledAtNs()) / MILLISECOND;
    }

    /**
     * The offset from the generator's times to those of the server, whose clocks start differently.
     */
    double onTheWayMs() {
      return (seen.get("received_ns").asLong() - recorded.transport().getSentAtNs()) / MILLISECOND;
    }
  }

  private static List<Replayed> replayed;

  @BeforeAll
  static void replayWholeTrace() throws Exception {
    String samples = System.getProperty("longhaul.samples", "");
    assumeTrue(
        !samples.isEmpty(), "The trace is missing: set -Dlonghaul.samples to a folder next to it");
    Path file = Path.of(samples).resolveSibling(TRACE);
    assumeTrue(Files.isRegularFile(file), "There is no " + file);
    trace = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      trace.add(JSON.readTree(line));
    }
    MockServerOptions.Builder server =
        MockServerOptions.builder()
            .timeToFirstToken("0ms")
            .interTokenLatency("0ms")
            .outputTokens("1000");
    run = GeneratorRun.against(server, aPlan(file), folder, new FakeLetterTokenizer());
    Map<String, JsonNode> seen = new HashMap<>();
    run.truth().lines().forEach(line -> seen.put(line.get("request_id").asText(), line));
    List<DecodedRequest> recorded = new ArrayList<>(run.requests());
    recorded.sort(Comparator.comparingLong(request -> request.planned().getPlanIndex()));
    replayed = new ArrayList<>();
    for (int i = 0; i < recorded.size(); i++) {
      replayed.add(
          new Replayed(trace.get(i), recorded.get(i), seen.get(recorded.get(i).id().toString())));
    }
  }

  @Test
  void eachLineIsSentOnceAndSucceeds() {
    assertThat(run.report().issued()).isEqualTo(trace.size());
    assertThat(run.report().notIssued()).isZero();
    assertThat(run.truth().lines()).hasSameSizeAs(trace);
    assertThat(new HashSet<>(run.truth().ids())).hasSameSizeAs(trace);
    assertThat(replayed).hasSameSizeAs(trace);
    assertThat(replayed.stream().map(one -> one.seen().get("output_tokens").asInt()))
        .isEqualTo(trace.stream().map(line -> line.get("output_length").asInt()).toList());
  }

  @Test
  void requestsArePlannedForTheirTimesAndNeverSentEarly() {
    long start = replayed.get(0).recorded().planned().getScheduledAtNs();
    for (Replayed one : replayed) {
      double plannedMs = (one.recorded().planned().getScheduledAtNs() - start) / MILLISECOND;
      double recordedMs = one.line().get("timestamp").asDouble() / SPEEDUP;
      assertThat(plannedMs).isBetween(recordedMs - 1e-6, recordedMs + 1e-6);
      assertThat(one.recordedDelayMs()).isNotNegative();
    }
  }

  @Test
  void serverReceivesRequestsInTimeAndOrderExceptThoseRecordedAsLate() {
    double largestDelayMs = LARGEST_DELAY * plannedMsBetween(0, replayed.size() - 1);
    assertThat(median(Replayed::recordedDelayMs)).isLessThan(largestDelayMs);
    double shortest = replayed.stream().mapToDouble(Replayed::onTheWayMs).min().orElseThrow();
    assertThat(median(Replayed::onTheWayMs) - shortest).isLessThan(largestDelayMs);
    // Ids are assigned in the order of sending.
    List<String> ids = replayed.stream().map(one -> one.recorded().id().toString()).toList();
    assertThat(ids).isSorted();
    int overtaken = 0;
    for (int i = 0; i < replayed.size(); i++) {
      int next = i + 1;
      while (next < replayed.size() && plannedMsBetween(i, next) <= APART_MS) {
        next++;
      }
      overtaken += next < replayed.size() && receivedNs(next) < receivedNs(i) ? 1 : 0;
    }
    assertThat(overtaken).as("by one that was planned later").isLessThan(trace.size() / 4);
  }

  private static double plannedMsBetween(int line, int later) {
    return (replayed.get(later).recorded().planned().getScheduledAtNs()
            - replayed.get(line).recorded().planned().getScheduledAtNs())
        / MILLISECOND;
  }

  private static long receivedNs(int line) {
    return replayed.get(line).seen().get("received_ns").asLong();
  }

  private static double median(ToDoubleFunction<Replayed> measure) {
    double[] values = replayed.stream().mapToDouble(measure).sorted().toArray();
    return values[values.length / 2];
  }

  /** Each letter is a token; the space at the start of a block is removed from the first one. */
  @Test
  void promptsHaveTheTokenCountsOfTheirLines() {
    for (Replayed one : replayed) {
      assertThat(one.prompt()).hasSize(one.line().get("input_length").asInt() - 1);
    }
  }

  @Test
  void promptsShareExactlyTheBlocksWhoseIdsTheyShare() {
    Map<Long, Long> textsByIds = new HashMap<>();
    Map<Long, Long> idsByText = new HashMap<>();
    int sharing = 0;
    for (Replayed one : replayed) {
      String text = " " + one.prompt();
      JsonNode ids = one.line().get("hash_ids");
      long allIds = 0;
      long allText = 0;
      // An incomplete last block has letters of its own.
      for (int block = 0;
          block < ids.size() && (block + 1) * BLOCK_TOKENS <= text.length();
          block++) {
        allIds = folded(allIds, ids.get(block).asLong() + 1);
        for (int i = block * BLOCK_TOKENS; i < (block + 1) * BLOCK_TOKENS; i++) {
          allText = folded(allText, text.charAt(i));
        }
        Long textBefore = textsByIds.putIfAbsent(allIds, allText);
        Long idsBefore = idsByText.putIfAbsent(allText, allIds);
        sharing += textBefore == null ? 0 : 1;
        assertThat(textBefore == null || textBefore == allText)
            .as("the same %d ids are the same text in %s", block + 1, one.line())
            .isTrue();
        assertThat(idsBefore == null || idsBefore == allIds)
            .as("no other ids have the text of these %d in %s", block + 1, one.line())
            .isTrue();
      }
    }
    assertThat(sharing).as("earlier prefixes").isGreaterThan(50_000);
  }

  /** Returns the FNV-1a hash of successive numbers, with whole numbers instead of bytes. */
  private static long folded(long before, long next) {
    return (before ^ next ^ 0xcbf29ce484222325L) * 0x100000001b3L;
  }

  private static RunPlanBuilder aPlan(Path file) {
    return RunPlanBuilder.plan("run-1")
        .model("mock-model")
        .tokenizer("builtin")
        .header("X-Mock-Tell-Body", "yes")
        .inputFile(file.toString())
        .fileType(FileType.MOONCAKE_TRACE)
        .trace(new TracePlan(BLOCK_TOKENS, SPEEDUP, true, null, null, null, null))
        .fixedSchedule(true)
        .rehearsalRequests(200);
  }
}
