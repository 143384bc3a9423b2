package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.SliceLabel;
import io.longhaul.load.plan.dataset.CacheBust;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.RecordedDelays;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.plan.load.UserPlan;
import io.longhaul.load.plan.server.ConnectionReuse;
import io.longhaul.load.record.DecodedRequest;
import io.longhaul.mock.MockServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of several turns, according to the server. */
@Timeout(60)
class SessionsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long MS = 1_000_000;

  /** Generator and server of a test use the same clock, but read it at different moments. */
  private static final long SLACK_NANOS = 20 * MS;

  @TempDir Path folder;

  @Test
  void turnIsSentWithAllEarlierMessages() throws Exception {
    RunPlanBuilder plan =
        sessionsOf(
                """
                {"session_id": "talk", "turns": [{"role": "system", "text": "Be short."}, {"text": "u1"}, {"text": "u2"}, {"text": "u3"}]}
                {"turns": [{"text": "v1"}]}
                {"session_id": "talk", "turns": [{"texts": ["u4", "u5"]}]}
                """)
            .concurrency(1)
            .sessionCount(2);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    List<JsonNode> seen = byArrival(run);
    assertThat(seen).hasSize(5);
    assertThat(messagesIn(seen.get(0))).containsExactly("system: Be short.", "user: u1");
    List<String> all = new ArrayList<>(messagesIn(seen.get(0)));
    for (int turn = 1; turn < 4; turn++) {
      List<String> messages = messagesIn(seen.get(turn));
      all.add("assistant: " + responseIn(seen.get(turn)));
      all.add("user: " + (turn == 3 ? "[u4, u5]" : "u" + (turn + 1)));
      assertThat(messages).isEqualTo(all);
      assertThat(countWords(responseIn(seen.get(turn))))
          .as("words of the response to turn " + (turn - 1))
          .isEqualTo(seen.get(turn - 1).get("output_tokens").asInt());
    }
    assertThat(messagesIn(seen.get(4))).containsExactly("user: v1");

    assertThat(run.requests())
        .extracting(request -> request.planned().getSessionId())
        .containsExactly("talk", "talk", "talk", "talk", "session_000001");
    assertThat(run.requests())
        .extracting(request -> request.planned().getTurnIndex())
        .containsExactly(0, 1, 2, 3, 0);
    assertThat(run.requests())
        .extracting(request -> request.planned().getPlanIndex())
        .containsExactly(0L, 1L, 2L, 3L, 4L);
  }

  @Test
  void inputTokensOfALaterTurnIncludeEarlierMessages() throws Exception {
    RunPlanBuilder plan =
        aPlan().sessions(new SessionPlan(3, 0, 0, 0, 1)).concurrency(2).sessionCount(2);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    assertThat(run.requests()).hasSize(6);
    for (DecodedRequest request : run.requests()) {
      int turn = request.planned().getTurnIndex();
      // Prompts of 20 tokens and responses of 6 words, which are 6 tokens for this test's
      // tokenizer.
      assertThat(request.planned().getInputTokens()).isEqualTo(20 + turn * (20 + 6));
      assertThat(request.planned().getRequestedInputTokens()).isEqualTo(turn == 0 ? 20 : null);
    }
  }

  @Test
  void turnsOfASessionShareACorrelationIdAndHaveTheirOwnRequestIds() throws Exception {
    RunPlanBuilder plan =
        aPlan().sessions(new SessionPlan(3, 0, 0, 0, 1)).concurrency(4).sessionCount(6);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    Map<String, List<JsonNode>> bySession = bySession(run);
    assertThat(bySession).hasSize(6);
    bySession.forEach(
        (correlation, turns) -> {
          assertThat(turns).hasSize(3);
          assertThat(turns.get(0).get("request_id").asText()).isEqualTo(correlation);
        });
    assertThat(run.truth().ids()).doesNotHaveDuplicates();
    assertThat(run.requests())
        .extracting(request -> request.planned().getCorrelationId())
        .containsOnly(bySession.keySet().toArray(String[]::new));
  }

  @Test
  void thinkTimeRunsFromTheEndOfATurnToTheNext() throws Exception {
    RunPlanBuilder plan =
        sessionsOf(
                """
                {"turns": [{"text": "u1"}, {"text": "u2", "delay": 150}, {"text": "u3", "delay": 40}]}
                {"turns": [{"text": "v1", "delay": 5000}, {"text": "v2", "delay": 90}]}
                """)
            .concurrency(2)
            .sessionCount(2);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    List<Long> delays = new ArrayList<>();
    for (List<JsonNode> turns : bySession(run).values()) {
      for (int turn = 1; turn < turns.size(); turn++) {
        delays.add(receivedNanos(turns.get(turn)) - finishedNanos(turns.get(turn - 1)));
      }
    }
    delays.sort(null);
    assertThat(delays).hasSize(3);
    long[] expected = {40 * MS, 90 * MS, 150 * MS};
    for (int i = 0; i < expected.length; i++) {
      assertThat(delays.get(i)).isGreaterThan(expected[i] - SLACK_NANOS);
    }
    // The delay of a first turn is ignored.
    assertThat(lastReceivedNanos(run) - receivedNanos(byArrival(run).get(0)))
        .isLessThan(5_000 * MS);
    for (List<DecodedRequest> turns : recordedBySession(run).values()) {
      for (int turn = 1; turn < turns.size(); turn++) {
        long thought =
            turns.get(turn).planned().getScheduledAtNs()
                - turns.get(turn - 1).ended().getEndedAtNs();
        assertThat(List.of(40 * MS, 90 * MS, 150 * MS)).contains(thought);
      }
    }
  }

  @Test
  void thinkTimeIsCappedAndZeroIfDelaysAreIgnored() throws Exception {
    String lines =
        """
        {"turns": [{"text": "u1"}, {"text": "u2", "delay": 9000}, {"text": "u3", "delay": 30}]}
        """;
    RunPlanBuilder capped =
        sessionsOf(lines).delays(new RecordedDelays(false, 80 * MS)).concurrency(1).sessionCount(1);
    assertThat(thoughtNanos(GeneratorRun.against(aServer(), capped, folder)))
        .containsExactly(80 * MS, 30 * MS);

    RunPlanBuilder ignored =
        sessionsOf(lines).delays(new RecordedDelays(true, null)).concurrency(1).sessionCount(1);
    GeneratorRun run = GeneratorRun.against(aServer(), ignored, folder);
    assertThat(thoughtNanos(run)).containsExactly(0L, 0L);
    assertThat(lastReceivedNanos(run) - receivedNanos(byArrival(run).get(0)))
        .isLessThan(5_000 * MS);
  }

  /**
   * Returns the times from the end of each turn to the planned time of the next, for the only
   * session.
   */
  private static List<Long> thoughtNanos(GeneratorRun run) {
    List<DecodedRequest> turns = recordedBySession(run).values().iterator().next();
    return IntStream.range(1, turns.size())
        .mapToObj(
            turn ->
                turns.get(turn).planned().getScheduledAtNs()
                    - turns.get(turn - 1).ended().getEndedAtNs())
        .toList();
  }

  @Test
  void linesOfOneSessionAreSentInSuccessionWithoutHistory() throws Exception {
    RunPlanBuilder plan =
        sessionsOf(
                """
                {"session_id": "a", "text": "a1"}
                {"text": "alone"}
                {"session_id": "a", "text": "a2", "delay": 60}
                {"session_id": "b", "text": "b1"}
                {"session_id": "a", "text": "a3"}
                """)
            .fileType(FileType.SINGLE_TURN)
            .systemPrompt("Be short.")
            .concurrency(1)
            .sessionCount(3);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    assertThat(byArrival(run).stream().map(SessionsTest::messagesIn))
        .containsExactly(
            List.of("system: Be short.", "user: a1"),
            List.of("system: Be short.", "user: a2"),
            List.of("system: Be short.", "user: a3"),
            List.of("system: Be short.", "user: alone"),
            List.of("system: Be short.", "user: b1"));
    assertThat(run.requests())
        .extracting(request -> request.planned().getSessionId())
        .containsExactly("a", "a", "a", "session_000001", "b");
    assertThat(run.requests())
        .extracting(request -> request.planned().getTurnIndex())
        .containsExactly(0, 1, 2, 0, 0);
    assertThat(bySession(run).values().iterator().next()).hasSize(3);
    List<DecodedRequest> recorded = run.requests();
    assertThat(recorded.subList(0, 3))
        .extracting(request -> request.planned().getInputTokens())
        .containsOnly(recorded.get(0).planned().getInputTokens());
    assertThat(
            recorded.get(1).planned().getScheduledAtNs() - recorded.get(0).ended().getEndedAtNs())
        .isEqualTo(60 * MS);
  }

  @Test
  void sessionsOfLinesWorkWithEndpointsThatTakeOneText() throws Exception {
    RunPlanBuilder plan =
        sessionsOf(
                """
                {"session_id": "a", "text": "a1"}
                {"session_id": "a", "text": "a2"}
                """)
            .fileType(FileType.SINGLE_TURN)
            .endpointType(Endpoints.named("embeddings"))
            .streaming(false)
            .sessionCount(1);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    assertThat(byArrival(run).stream().map(SessionsTest::bodyOf))
        .extracting(body -> body.get("input").get(0).asText())
        .containsExactly("a1", "a2");
  }

  @Test
  void concurrencyLimitsTheNumberOfActiveUsers() throws Exception {
    RunPlanBuilder plan =
        aPlan()
            .sessions(new SessionPlan(3, 0, 0, 0, 1))
            .users(new UserPlan(6, 100))
            .concurrency(2)
            .sessionCount(8);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    Map<String, List<JsonNode>> sessions = bySession(run);
    assertThat(sessions).hasSize(8);
    List<long[]> spans =
        sessions.values().stream()
            .map(
                turns ->
                    new long[] {
                      receivedNanos(turns.get(0)), finishedNanos(turns.get(turns.size() - 1))
                    })
            .toList();
    for (long[] span : spans) {
      long under = spans.stream().filter(s -> s[0] <= span[0] && span[0] < s[1]).count();
      assertThat(under).as("active sessions at the start of one").isLessThanOrEqualTo(2);
    }
    assertThat(run.report().notIssued()).isZero();
  }

  @Test
  void sessionOccupiesItsSlotDuringThinkTime() throws Exception {
    RunPlanBuilder plan =
        aPlan().sessions(new SessionPlan(3, 0, 30, 0, 1)).concurrency(2).sessionCount(7);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    List<long[]> spans =
        bySession(run).values().stream()
            .map(turns -> new long[] {receivedNanos(turns.get(0)), finishedNanos(turns.get(2))})
            .toList();
    assertThat(spans).hasSize(7);
    for (long[] span : spans) {
      long under = spans.stream().filter(s -> s[0] <= span[0] && span[0] < s[1]).count();
      assertThat(under).as("active sessions at the start of one").isLessThanOrEqualTo(2);
    }
  }

  @Test
  void stickySessionHasItsOwnConnection() throws Exception {
    RunPlanBuilder plan =
        aPlan()
            .connectionReuse(ConnectionReuse.STICKY_USER_SESSIONS)
            .sessions(new SessionPlan(3, 0, 20, 10, 1))
            .concurrency(3)
            .sessionCount(9);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    Map<String, List<JsonNode>> sessions = bySession(run);
    assertThat(sessions).hasSize(9);
    for (List<JsonNode> turns : sessions.values()) {
      assertThat(turns)
          .extracting(turn -> turn.get("connection").asLong())
          .containsOnly(turns.get(0).get("connection").asLong());
      assertThat(turns)
          .extracting(turn -> turn.get("request_on_connection").asInt())
          .containsExactly(
              firstOnConnection(turns), firstOnConnection(turns) + 1, firstOnConnection(turns) + 2);
    }
    assertThat(run.truth().lines().stream().map(turn -> turn.get("connection").asLong()).distinct())
        .as("no connection is used by a second session")
        .hasSize(9);
  }

  private static int firstOnConnection(List<JsonNode> turns) {
    return turns.get(0).get("request_on_connection").asInt();
  }

  @Test
  void sessionContinuesAfterAFailedTurnWithoutItsResponse() throws Exception {
    RunPlanBuilder plan =
        sessionsOf("{\"turns\": [{\"text\": \"u1\"}, {\"text\": \"u2\"}, {\"text\": \"u3\"}]}")
            .concurrency(1)
            .sessionCount(1);

    GeneratorRun run =
        GeneratorRun.against(aServer().fault("request 2: truncate after 2"), plan, folder);

    List<JsonNode> seen = byArrival(run);
    assertThat(seen).hasSize(3);
    assertThat(rolesIn(seen.get(2))).containsExactly("user", "assistant", "user", "user");
    assertThat(messagesIn(seen.get(2))).endsWith("user: u2", "user: u3");
  }

  @Test
  void rateCountsTurnsAndActiveSessionsComeFirst() throws Exception {
    RunPlanBuilder plan =
        aPlan()
            .sessions(new SessionPlan(3, 0, 0, 0, 1))
            .requestRate(50)
            .arrivalPattern(ArrivalPattern.CONSTANT)
            .requestCount(12);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    List<DecodedRequest> recorded = new ArrayList<>(run.requests());
    recorded.sort(Comparator.comparingLong(request -> request.planned().getPlanIndex()));
    assertThat(recorded).hasSize(12);
    long first = recorded.get(0).planned().getScheduledAtNs();
    for (int i = 0; i < recorded.size(); i++) {
      assertThat(recorded.get(i).planned().getScheduledAtNs() - first).isEqualTo(20 * MS * i);
    }
    // A response takes about 10 ms, so usually the next arrival sends the next turn.
    assertThat(bySession(run).size()).isBetween(4, 8);
  }

  @Test
  void userCentricRateHoldsForStoredAndGeneratedSessions() throws Exception {
    for (boolean unique : List.of(false, true)) {
      RunPlanBuilder plan =
          aPlan()
              .sessions(new SessionPlan(3, 1, 500, 0, 1))
              .uniquePrompts(unique)
              .users(new UserPlan(5, 50))
              .requestCount(40);

      GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

      List<DecodedRequest> recorded = new ArrayList<>(run.requests());
      recorded.sort(Comparator.comparingLong(request -> request.planned().getPlanIndex()));
      assertThat(recorded).hasSize(40);
      long first = recorded.get(0).planned().getScheduledAtNs();
      for (int i = 0; i < recorded.size(); i++) {
        assertThat(recorded.get(i).planned().getScheduledAtNs() - first).isEqualTo(20 * MS * i);
      }
      for (List<DecodedRequest> turns : recordedBySession(run).values()) {
        for (int turn = 1; turn < turns.size(); turn++) {
          long gap =
              turns.get(turn).planned().getScheduledAtNs()
                  - turns.get(turn - 1).planned().getScheduledAtNs();
          assertThat(gap).as("regardless of the delays of the sessions").isEqualTo(100 * MS);
        }
      }
      assertThat(run.report().notIssued()).isZero();
    }
  }

  @Test
  void sessionContentIsTheSameForAnyNumberOfGenerators() throws Exception {
    RunPlanBuilder plan =
        aPlan().sessions(new SessionPlan(2, 1, 10, 5, 0.5)).concurrency(4).sessionCount(12);

    Set<String> alone = extraMetrics(GeneratorRun.against(aServer(), plan, folder));
    Set<String> together = extraMetrics(GeneratorRun.against(aServer(), plan, folder, 0, 2));
    Set<String> other = extraMetrics(GeneratorRun.against(aServer(), plan, folder, 1, 2));

    assertThat(together).isNotEmpty().doesNotContainAnyElementsOf(other);
    together.addAll(other);
    assertThat(together).isEqualTo(alone).hasSizeGreaterThan(12);
  }

  @Test
  void requestCountMayEndTheLoadWithinASession() throws Exception {
    RunPlanBuilder plan =
        aPlan().sessions(new SessionPlan(3, 0, 0, 0, 1)).concurrency(1).requestCount(4);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    assertThat(run.requests())
        .extracting(request -> request.planned().getTurnIndex())
        .containsExactly(0, 1, 2, 0);
    assertThat(run.report().notIssued()).isZero();
  }

  @Test
  void warmUpSendsAllTurnsOfItsSessionsAndProfilingContinuesWithTheNext() throws Exception {
    RunPlanBuilder plan =
        aPlan()
            .sessions(new SessionPlan(2, 0, 0, 0, 1))
            .concurrency(2)
            .warmupSessionCount(3)
            .sessionCount(4);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    assertThat(run.requests()).hasSize(2 * (3 + 4));
    assertThat(turnsByConversation(run, "w"))
        .isEqualTo(Map.of("session_000000", 2L, "session_000001", 2L, "session_000002", 2L));
    // There are as many different sessions as measured ones.
    assertThat(turnsByConversation(run, "p"))
        .isEqualTo(
            Map.of(
                "session_000003",
                2L,
                "session_000000",
                2L,
                "session_000001",
                2L,
                "session_000002",
                2L));
  }

  /** Returns how many turns of each conversation the lanes of a phase recorded. */
  private static Map<String, Long> turnsByConversation(GeneratorRun run, String phase) {
    return run.lanes().entrySet().stream()
        .filter(lane -> lane.getKey().endsWith("." + phase))
        .flatMap(lane -> DecodedRequest.of(lane.getValue()).stream())
        .collect(
            Collectors.groupingBy(
                request -> request.planned().getSessionId(), Collectors.counting()));
  }

  @Test
  void durationEndsSessionsDuringTheirThinkTime() throws Exception {
    RunPlanBuilder plan =
        aPlan()
            .sessions(new SessionPlan(2, 0, 60_000, 0, 1))
            .concurrency(3)
            .durationNanos(300 * MS);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    assertThat(run.requests()).hasSize(3);
    assertThat(run.report().notIssued()).isZero();
  }

  @Test
  void uniqueSessionsAreGeneratedDuringTheLoad() throws Exception {
    RunPlanBuilder plan =
        aPlan()
            .sessions(new SessionPlan(2, 0, 0, 0, 1))
            .uniquePrompts(true)
            .concurrency(2)
            .sessionCount(20);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    assertThat(run.requests()).hasSize(40);
    assertThat(run.requests())
        .extracting(request -> request.planned().getPromptHash())
        .doesNotHaveDuplicates();
  }

  @Test
  void slicesMayBeSplitByTurn() throws Exception {
    RunPlanBuilder plan =
        aPlan()
            .sessions(new SessionPlan(2, 0, 0, 0, 1))
            .sliceBy(List.of(SliceLabel.TURN))
            .concurrency(1)
            .sessionCount(2);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    assertThat(run.requests())
        .extracting(request -> request.planned().getLabels())
        .containsExactly(
            Map.of("turn", "0"), Map.of("turn", "1"), Map.of("turn", "0"), Map.of("turn", "1"));
  }

  @Test
  void everySessionHasItsOwnCacheBustMarker() throws Exception {
    RunPlanBuilder plan =
        aPlan()
            .sessions(new SessionPlan(2, 0, 0, 0, 1))
            .entries(1)
            .systemPrompt("Be short.")
            .cacheBust(CacheBust.FIRST_TURN_PREFIX)
            .concurrency(2)
            .sessionCount(4);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    Set<String> prefixes = new HashSet<>();
    bySession(run)
        .values()
        .forEach(
            turns -> {
              List<String> first = messagesIn(turns.get(0));
              List<String> second = messagesIn(turns.get(1));
              assertThat(first).hasSize(2).startsWith("system: Be short.");
              assertThat(first.get(1)).matches("(?s)user: \\[rid:[0-9a-f]{12}]\n\n.*");
              assertThat(second).hasSize(4);
              assertThat(second.subList(0, 2)).isEqualTo(first);
              prefixes.add(first.get(1));
            });
    assertThat(prefixes).hasSize(4);
    assertThat(prefixes.stream().map(text -> text.substring(25)).distinct()).hasSize(1);
    assertThat(run.requests())
        .extracting(request -> request.planned().getPromptHash())
        .doesNotHaveDuplicates();
  }

  /** Returns the last message of each request. */
  private static Set<String> extraMetrics(GeneratorRun run) {
    return run.truth().lines().stream()
        .map(
            line -> {
              List<String> messages = messagesIn(line);
              long turn = messages.stream().filter(text -> text.startsWith("user")).count() - 1;
              return turn + " " + messages.get(0) + " … " + messages.get(messages.size() - 1);
            })
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static Map<String, List<DecodedRequest>> recordedBySession(GeneratorRun run) {
    return run.requests().stream()
        .collect(Collectors.groupingBy(request -> request.planned().getCorrelationId()));
  }

  private static Map<String, List<JsonNode>> bySession(GeneratorRun run) {
    return byArrival(run).stream()
        .collect(
            Collectors.groupingBy(
                line -> line.get("correlation_id").asText(),
                LinkedHashMap::new,
                Collectors.toList()));
  }

  private static List<JsonNode> byArrival(GeneratorRun run) {
    return run.truth().lines().stream()
        .sorted(Comparator.comparingLong(SessionsTest::receivedNanos))
        .toList();
  }

  private static long receivedNanos(JsonNode line) {
    return line.get("received_ns").asLong();
  }

  private static long finishedNanos(JsonNode line) {
    return line.get("finish_ns").asLong();
  }

  private static long lastReceivedNanos(GeneratorRun run) {
    List<JsonNode> seen = byArrival(run);
    return receivedNanos(seen.get(seen.size() - 1));
  }

  private static JsonNode messagesOf(JsonNode line) {
    return bodyOf(line).get("messages");
  }

  private static JsonNode bodyOf(JsonNode line) {
    try {
      return JSON.readTree(line.get("body").asText());
    } catch (IOException e) {
      throw new AssertionError("The server saw no JSON", e);
    }
  }

  private static List<String> rolesIn(JsonNode line) {
    return StreamSupport.stream(messagesOf(line).spliterator(), false)
        .map(message -> message.get("role").asText())
        .toList();
  }

  private static List<String> messagesIn(JsonNode line) {
    return StreamSupport.stream(messagesOf(line).spliterator(), false)
        .map(
            message ->
                String.format(
                    Locale.ROOT,
                    "%s: %s",
                    message.get("role").asText(),
                    textOf(message.get("content"))))
        .toList();
  }

  private static String textOf(JsonNode content) {
    return content.isTextual() ? content.textValue() : content.findValuesAsText("text").toString();
  }

  /** Returns the last message of the assistant. */
  private static String responseIn(JsonNode line) {
    JsonNode messages = messagesOf(line);
    int last =
        IntStream.range(0, messages.size())
            .filter(i -> messages.get(i).get("role").asText().equals("assistant"))
            .max()
            .orElseThrow();
    return messages.get(last).get("content").asText();
  }

  private static int countWords(String text) {
    return text.strip().split("\\s+", -1).length;
  }

  private RunPlanBuilder sessionsOf(String lines) throws IOException {
    Path file = folder.resolve("sessions.jsonl");
    Files.writeString(file, lines);
    return aPlan().inputFile(file.toString()).fileType(FileType.MULTI_TURN);
  }

  private static MockServerOptions.Builder aServer() {
    return MockServerOptions.builder()
        .timeToFirstToken("5ms")
        .interTokenLatency("1ms")
        .outputTokens("6");
  }

  private static RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1")
        .model("mock-model")
        .streaming(true)
        .tokenizer("builtin")
        .header("X-Mock-Tell-Body", "yes")
        .inputTokens(20, 0)
        .sliceNanos(TimeUnit.SECONDS.toNanos(1))
        .rehearsalRequests(20);
  }
}
