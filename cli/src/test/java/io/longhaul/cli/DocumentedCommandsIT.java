package io.longhaul.cli;

import static io.longhaul.cli.LoggedRequests.asSent;
import static io.longhaul.cli.LoggedRequests.bySession;
import static io.longhaul.cli.LoggedRequests.maxConcurrency;
import static io.longhaul.cli.LoggedRequests.mostWaiting;
import static io.longhaul.cli.LoggedRequests.secondsBetweenFirstAndLast;
import static io.longhaul.cli.LoggedRequests.shareOfGapsBelow;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.control.ExitCode;
import io.longhaul.load.plan.server.TokenizerPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import io.longhaul.mock.MockServerOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Executes the commands of AIPerf's tutorials and GenAI-Perf's READMEs, unchanged except for the
 * program's name and the changes in {@code documented-commands.txt}, and checks the requests that
 * the server received.
 */
@Timeout(60)
class DocumentedCommandsIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final DocumentedCommands COMMANDS = DocumentedCommands.read();
  private static final double SECOND = 1e9;
  private static final double MILLISECOND = 1e6;

  /** Default input length of a command without lengths. */
  private static final double USUAL_INPUT_TOKENS = 550;

  /** Default number of requests, as in AIPerf, for any concurrency. */
  private static final double USUAL_REQUESTS = 10;

  /** Median delay of requests on a busy machine. */
  private static final double MAX_DELAY_MILLIS = 400;

  /** Tokens per block of a trace with shared prefixes. */
  private static final int BLOCK_TOKENS = 512;

  private static final String IMAGE =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";

  @TempDir static Path folder;

  private static Tokenizer tokenizer;

  @BeforeAll
  static void writeWhatCommandsRead() throws IOException {
    COMMANDS.writeFiles(folder);
    Files.write(folder.resolve("page.png"), Base64.getDecoder().decode(IMAGE));
    Files.writeString(folder.resolve("clip.wav"), "RIFF");
    tokenizer =
        Tokenizers.ofThisProcess()
            .load(new TokenizerPlan("builtin", "main", false), false)
            .tokenizer();
  }

  @AfterAll
  static void closeTheTokenizer() {
    tokenizer.close();
  }

  @ForEachDocumentedCommand("chat")
  void promptsAndResponsesHaveTheRequestedLengthsAndServersAlternate(DocumentedCommand documented)
      throws Exception {
    DocumentedRun run = executed(documented, quickServer());

    assertAnswered(run, requestCount(run));
    run.measured().forEach(seen -> assertLengths(run, seen));
    for (List<LoggedRequest> server : run.servers()) {
      assertThat(server).hasSize(run.all().size() / run.servers().size());
    }
  }

  @ForEachDocumentedCommand("custom prompts")
  void promptsOfAFileAreSentUnchanged(DocumentedCommand documented) throws Exception {
    DocumentedRun run = executed(documented, quickServer());

    int count = requestCount(run);
    assertAnswered(run, count);
    List<JsonNode> lines = linesOf(run.command());
    Map<String, JsonNode> byText = new LinkedHashMap<>();
    lines.forEach(line -> byText.put(textOf(line), line));
    List<String> texts = run.measured().stream().map(LoggedRequest::text).toList();
    if (run.command().value("--custom-dataset-type").orElse("").equals("random_pool")) {
      assertThat(texts).isSubsetOf(byText.keySet()).isNotEqualTo(inTurn(byText.keySet(), count));
      assertThat(new HashSet<>(texts)).hasSizeGreaterThan(lines.size() / 2);
    } else {
      // Two concurrent requests may overtake each other.
      assertThat(texts).containsExactlyInAnyOrderElementsOf(inTurn(byText.keySet(), count));
    }
    for (LoggedRequest seen : run.measured()) {
      JsonNode limit = byText.get(seen.text()).path("output_length");
      assertThat(seen.body().path("max_completion_tokens").asInt())
          .isEqualTo(limit.asInt(run.command().number("--osl").orElse(0.0).intValue()));
      systemPrompt(run.command())
          .ifPresent(prompt -> assertThat(messages(seen)).startsWith("system: " + prompt));
    }
  }

  @ForEachDocumentedCommand("fixed schedule")
  void traceRequestsArriveAtTheirTimesWithTheirLengthsAndSharedBlocks(DocumentedCommand documented)
      throws Exception {
    assertOnSchedule(executed(documented, quickServer()));
  }

  private static void assertOnSchedule(DocumentedRun run) throws IOException {
    double from = run.command().number("--fixed-schedule-start-offset").orElse(0.0);
    double to = run.command().number("--fixed-schedule-end-offset").orElse(Double.MAX_VALUE);
    List<JsonNode> due =
        linesOf(run.command()).stream()
            .filter(line -> line.path("timestamp").asDouble() >= from)
            .filter(line -> line.path("timestamp").asDouble() <= to)
            .toList();
    assertAnswered(run, due.size());
    List<LoggedRequest> seen = asSent(run.measured());
    double speed = run.command().number("--synthesis-speedup-ratio").orElse(1.0);
    for (int i = 0; i < due.size(); i++) {
      double wantedMillis =
          (due.get(i).path("timestamp").asDouble() - due.get(0).path("timestamp").asDouble())
              / speed;
      double millis = (seen.get(i).receivedNanos() - seen.get(0).receivedNanos()) / MILLISECOND;
      // The first may be late, so that others seem early; a busy machine is late with some.
      assertThat(millis).isBetween(wantedMillis - 150, wantedMillis + 400);
      // Made of blocks, and read again as a whole.
      assertThat(tokenizer.count(seen.get(i).text()))
          .isCloseTo(due.get(i).path("input_length").asInt(), within(4));
      assertThat(limitOf(seen.get(i))).isEqualTo(due.get(i).path("output_length").asInt());
      assertThat(seen.get(i).body().path("priority")).isEqualTo(due.get(i).path("priority"));
    }
    assertBlocksAreShared(due, seen);
  }

  @ForEachDocumentedCommand("fixed schedule of prompts")
  void promptsOfAFileArriveAtItsTimes(DocumentedCommand documented) throws Exception {
    DocumentedRun run = executed(documented, quickServer());

    double from = run.command().number("--fixed-schedule-start-offset").orElse(0.0);
    List<JsonNode> due = new ArrayList<>();
    for (JsonNode line : linesOf(run.command())) {
      Iterable<JsonNode> turns = line.has("turns") ? line.path("turns") : List.of(line);
      turns.forEach(turn -> due.add(turn));
    }
    due.removeIf(turn -> turn.path("timestamp").asDouble() < from);
    assertAnswered(run, due.size());
    for (int i = 0; i < due.size(); i++) {
      LoggedRequest seen = run.measured().get(i);
      assertThat(seen.text()).isEqualTo(textOf(due.get(i)));
      double wantedMillis = due.get(i).path("timestamp").asDouble() - from;
      long firstNanos = run.measured().get(0).receivedNanos();
      assertThat((seen.receivedNanos() - firstNanos) / MILLISECOND)
          .isBetween(wantedMillis - 150, wantedMillis + 400);
    }
  }

  @ForEachDocumentedCommand("trace without its times")
  void aTraceWithoutTimesIsRepeated(DocumentedCommand documented) throws Exception {
    DocumentedRun run = executed(documented, server("5ms", "0ms", 4));

    assertAnswered(run, requestCount(run));
    Map<String, Integer> timesRequested = new LinkedHashMap<>();
    run.measured().forEach(seen -> timesRequested.merge(seen.text(), 1, Integer::sum));
    int lines = linesOf(run.command()).size();
    assertThat(timesRequested).hasSize(lines);
    assertThat(timesRequested.values())
        .allMatch(times -> Math.abs(times - requestCount(run) / lines) <= 1);
    assertConcurrency(run.measured(), run.command().number("--concurrency").orElseThrow());
  }

  @ForEachDocumentedCommand("duration")
  void requestsAreSentUntilTheDurationEndsAndAllAreAnswered(DocumentedCommand documented)
      throws Exception {
    DocumentedRun run = executed(documented, server("40ms", "0ms", 4));

    assertAnswered(run);
    double concurrency = run.command().number("--concurrency").orElse(1.0);
    double seconds = run.command().number("--benchmark-duration").orElseThrow();
    assertThat(secondsBetweenFirstAndLast(run.measured())).isBetween(seconds * 0.5, seconds + 0.5);
    assertConcurrency(run.measured(), concurrency);
    assertThat(run.measured()).hasSizeGreaterThan((int) concurrency);
    run.command()
        .number("--warmup-duration")
        .ifPresent(
            warmup ->
                assertThat(secondsBetweenFirstAndLast(run.warmup())).isBetween(0.0, warmup + 0.5));
  }

  @ForEachDocumentedCommand("count before the duration")
  void aRequestCountThatIsReachedFirstEndsTheRun(DocumentedCommand documented) throws Exception {
    DocumentedRun run = executed(documented, quickServer());

    assertAnswered(run, requestCount(run));
    assertThat(secondsBetweenFirstAndLast(run.measured())).isLessThan(10);
  }

  @ForEachDocumentedCommand("cancellation")
  void theRequestedShareIsCancelledAfterTheDelay(DocumentedCommand documented) throws Exception {
    // Late enough for every cancellation.
    DocumentedRun run = executed(documented, server("250ms", "0ms", 4));

    int count = requestCount(run);
    double share = run.command().number("--request-cancellation-rate").orElseThrow() / 100;
    double delay = run.command().number("--request-cancellation-delay").orElseThrow();
    assertThat(run.measured()).hasSize(count);
    List<LoggedRequest> givenUp =
        run.measured().stream()
            .filter(seen -> seen.field("outcome").equals("client_closed"))
            .toList();
    double deviation = Math.sqrt(count * share * (1 - share));
    assertThat((double) givenUp.size()).isCloseTo(count * share, within(4 * deviation));
    assertThat(givenUp).isNotEmpty();
    List<Double> cancelledAfter = new ArrayList<>();
    for (LoggedRequest seen : run.measured()) {
      assertThat(seen.messages()).as("sent whole").hasSize(1);
      if (givenUp.contains(seen)) {
        assertThat(seen.line().path("output_tokens").asInt()).isZero();
        cancelledAfter.add(
            (seen.finishedNanos() - seen.line().path("request_complete_ns").asLong()) / SECOND);
      } else {
        assertThat(seen.field("outcome")).isEqualTo("complete");
      }
    }
    // The server notices a request or its cancellation late when the machine is busy.
    assertThat(median(cancelledAfter)).isBetween(delay / 2, delay + 0.24);
    assertWarmedUp(run);
    assertThat(run.warmup()).allMatch(seen -> seen.field("outcome").equals("complete"));
  }

  /** One kind of request in a sequence distribution. */
  private record Bucket(double isl, double islStddev, double osl, double oslStddev, double weight) {
    private static final Pattern TYPED =
        Pattern.compile("(\\d+)\\|(\\d+),(\\d+)\\|(\\d+)\\)?:(\\d+)");

    static List<Bucket> of(String typed) throws IOException {
      List<Bucket> buckets = new ArrayList<>();
      if (typed.startsWith("{")) {
        for (JsonNode pair : JSON.readTree(typed).path("pairs")) {
          buckets.add(
              new Bucket(
                  pair.path("isl").asDouble(),
                  pair.path("isl_stddev").asDouble(),
                  pair.path("osl").asDouble(),
                  pair.path("osl_stddev").asDouble(),
                  pair.path("prob").asDouble()));
        }
      }
      Matcher matcher = TYPED.matcher(typed);
      while (matcher.find()) {
        double[] numbers =
            IntStream.rangeClosed(1, 5)
                .mapToDouble(group -> Double.parseDouble(matcher.group(group)))
                .toArray();
        buckets.add(new Bucket(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]));
      }
      return buckets;
    }

    boolean fits(LoggedRequest seen) {
      return Math.abs(tokenizer.count(seen.text()) - isl) <= 4 * islStddev
          && Math.abs(limitOf(seen) - osl) <= 4 * oslStddev;
    }
  }

  @ForEachDocumentedCommand("sequence distribution")
  void inputsAndOutputsHaveThePairedLengths(DocumentedCommand documented) throws Exception {
    DocumentedRun run = executed(documented, quickServer());

    int count = requestCount(run);
    assertAnswered(run, count);
    List<Bucket> buckets = Bucket.of(run.command().value("--sequence-distribution").orElseThrow());
    assertThat(buckets).hasSizeGreaterThan(1);
    double fitting = 0;
    for (Bucket bucket : buckets) {
      double share = bucket.weight() / buckets.stream().mapToDouble(Bucket::weight).sum();
      double found = run.measured().stream().filter(bucket::fits).count();
      assertThat(found)
          .as(bucket.toString())
          .isCloseTo(count * share, within(4 * Math.sqrt(count * share * (1 - share))));
      fitting += found;
    }
    assertThat(fitting).isEqualTo(count);
  }

  @ForEachDocumentedCommand("sessions")
  void everyTurnContainsTheHistoryAndFollowsTheThinkTime(DocumentedCommand documented)
      throws Exception {
    DocumentedRun run = executed(documented, quickServer());

    assertAnswered(run);
    DocumentedCommand command = run.command();
    Collection<List<LoggedRequest>> sessions = bySession(run.measured()).values();
    double count = command.number("--conversation-num").orElseThrow();
    assertThat(sessions).hasSize((int) count);
    double mean = command.number("--conversation-turn-mean").orElseThrow();
    double deviation = command.number("--conversation-turn-stddev").orElse(0.0);
    double turns = sessions.stream().mapToInt(List::size).average().orElseThrow();
    assertThat(turns).isCloseTo(mean, within(4 * deviation / Math.sqrt(count) + 1e-9));
    for (List<LoggedRequest> session : sessions) {
      assertHistoriesGrow(session);
      session.forEach(seen -> assertLengths(run, seen));
    }
    assertAtMost(run, "--concurrency", maxConcurrency(run.measured()));
    assertThinking(command, sessions);
  }

  @ForEachDocumentedCommand("sessions of a file")
  void conversationsOfAFileAreSentUnchanged(DocumentedCommand documented) throws Exception {
    DocumentedRun run = executed(documented, quickServer());

    assertAnswered(run, requestCount(run));
    List<List<String>> talks = new ArrayList<>();
    for (JsonNode line : linesOf(run.command())) {
      List<String> talk = new ArrayList<>();
      line.path("turns").forEach(turn -> talk.add(turn.path("text").asText()));
      talks.add(talk);
    }
    for (List<LoggedRequest> session : bySession(run.measured()).values()) {
      assertHistoriesGrow(session);
      LoggedRequest last = session.get(session.size() - 1);
      List<String> texts = new ArrayList<>();
      last.messages()
          .forEach(
              message -> {
                if (!message.path("role").asText().equals("assistant")) {
                  texts.add(textOfContent(message.path("content")));
                }
              });
      assertThat(talks)
          .anyMatch(talk -> talk.subList(0, Math.min(texts.size(), talk.size())).equals(texts));
    }
  }

  @ForEachDocumentedCommand("prefixes")
  void promptsStartWithOneOfThePrefixes(DocumentedCommand documented) throws Exception {
    DocumentedRun run = executed(documented, quickServer());

    assertAnswered(run, requestCount(run));
    Set<String> prefixes = new HashSet<>();
    for (LoggedRequest seen : run.measured()) {
      String text = seen.text();
      assertThat(tokenizer.count(text)).isBetween(512 + 100 - 2, 512 + 100 + 2);
      prefixes.add(text.substring(0, 1_000));
    }
    // Of 10, some may not have been drawn.
    assertThat(prefixes).hasSizeBetween(5, 10);
  }

  @ForEachDocumentedCommand("users")
  void usersSendAtTheirRateWithSharedAndOwnPrompts(DocumentedCommand documented) throws Exception {
    DocumentedRun run = executed(documented, quickServer());

    assertAnswered(run);
    DocumentedCommand command = run.command();
    double rate = command.number("--user-centric-rate").orElseThrow();
    double seconds = command.number("--benchmark-duration").orElseThrow();
    double users = command.number("--num-users").orElseThrow();
    assertThat((double) run.measured().size())
        .isCloseTo(rate * seconds, within(rate * seconds / 10 + 2));
    Set<String> shared = new HashSet<>();
    Set<String> own = new HashSet<>();
    Map<String, List<LoggedRequest>> sessions = bySession(run.measured());
    for (List<LoggedRequest> session : sessions.values()) {
      Set<String> ofSession = new HashSet<>();
      for (LoggedRequest seen : session) {
        shared.add(seen.messages().path(0).path("content").asText());
        ofSession.add(seen.messages().path(1).path("content").asText());
      }
      assertThat(ofSession).hasSize(1);
      assertThat(tokenizer.count(ofSession.iterator().next()))
          .isEqualTo(command.number("--user-context-prompt-length").orElseThrow().intValue());
      own.addAll(ofSession);
      for (int turn = 1; turn < session.size(); turn++) {
        double gap =
            (session.get(turn).receivedNanos() - session.get(turn - 1).receivedNanos()) / SECOND;
        assertThat(gap).isCloseTo(users / rate, within(0.15));
      }
    }
    assertThat(shared).hasSize(1);
    assertThat(tokenizer.count(shared.iterator().next())).isEqualTo(1_000);
    assertThat(own).hasSize(sessions.size());
  }

  @ForEachDocumentedCommand("arrivals")
  void requestsArriveAtTheRateAndInThePattern(DocumentedCommand documented) throws Exception {
    DocumentedRun run = executed(documented, quickServer());

    DocumentedCommand command = run.command();
    double rate = command.number("--request-rate").orElseThrow();
    String pattern = command.value("--arrival-pattern", "--request-rate-mode").orElse("poisson");
    double smoothness =
        pattern.equals("constant") ? 1_000 : command.number("--arrival-smoothness").orElse(1.0);
    double duration = command.number("--benchmark-duration").orElse(requestCount(run) / rate);
    double expected = rate * duration;
    assertAnswered(run);
    List<Double> planned = run.plannedSeconds();
    if (!command.has("--request-count")) {
      assertThat((double) planned.size())
          .isCloseTo(expected, within(1 + 4 * Math.sqrt(expected / smoothness)));
    }
    assertAtMost(run, "--concurrency", maxConcurrency(run.measured()));
    assertArrivedAsPlanned(run, planned);
    double hurried = shareOfGapsBelow(0.25 / rate, planned);
    // Of an even pattern none, of Poisson's 22 of 100, of a bursty one half of them.
    if (smoothness < 1) {
      assertThat(hurried).isGreaterThan(0.38);
    } else if (smoothness == 1) {
      assertThat(hurried).isBetween(0.08, 0.38);
    } else {
      assertThat(hurried).isLessThan(0.25);
    }
  }

  @ForEachDocumentedCommand("ramps")
  void theRateRampsUpLinearlyAndThenStaysConstant(DocumentedCommand documented) throws Exception {
    DocumentedRun run = executed(documented, quickServer());

    assertAnswered(run);
    double rate = run.command().number("--request-rate").orElseThrow();
    double ramp = run.command().number("--request-rate-ramp-duration").orElseThrow();
    double seconds = run.command().number("--benchmark-duration").orElseThrow();
    List<Double> planned = run.plannedSeconds();
    assertArrivedAsPlanned(run, planned);
    double rising = planned.stream().filter(second -> second < ramp).count();
    double level = planned.size() - rising;
    double whileRising = rate * ramp / 2;
    double afterwards = rate * (seconds - ramp);
    assertThat(rising).isCloseTo(whileRising, within(5 * Math.sqrt(whileRising)));
    assertThat(level).isCloseTo(afterwards, within(5 * Math.sqrt(afterwards)));
  }

  @ForEachDocumentedCommand("ramps of concurrency")
  void concurrencyRampsUpGradually(DocumentedCommand documented) throws Exception {
    DocumentedRun run = executed(documented, server("60ms", "0ms", 4));

    assertAnswered(run);
    DocumentedCommand command = run.command();
    double most = command.number("--concurrency").orElseThrow();
    double ramp = command.number("--concurrency-ramp-duration").orElseThrow();
    double quarterNanos = run.measuredFromNanos() + ramp * SECOND / 4;
    List<LoggedRequest> early =
        run.measured().stream().filter(seen -> seen.receivedNanos() < quarterNanos).toList();
    assertThat(maxConcurrency(early)).isLessThanOrEqualTo((int) (most / 4) + 1);
    assertConcurrency(run.measured(), most);
  }

  @ForEachDocumentedCommand("prefill")
  void prefillConcurrencyIsLimited(DocumentedCommand documented) throws Exception {
    DocumentedRun run = executed(documented, server("10ms", "10ms", 6));

    assertAnswered(run);
    int limit = run.command().number("--prefill-concurrency").orElseThrow().intValue();
    assertThat(mostWaiting(run.measured())).isBetween(Math.min(limit, 3), limit);
    assertThat(maxConcurrency(run.measured())).as("others are past it").isGreaterThan(limit / 2);
    run.measured().forEach(seen -> assertLengths(run, seen));
  }

  @ForEachDocumentedCommand("warm-up")
  void theWarmUpEndsBeforeProfilingAndHasItsOwnLimits(DocumentedCommand documented)
      throws Exception {
    DocumentedRun run = executed(documented, server("5ms", "2ms", 4));

    assertAnswered(run);
    assertThat(run.warmup())
        .isNotEmpty()
        .allMatch(seen -> seen.finishedNanos() <= run.measuredFromNanos());
    assertAtMost(run, "--warmup-concurrency", maxConcurrency(run.warmup()));
    assertAtMost(run, "--warmup-prefill-concurrency", mostWaiting(run.warmup()));
    assertAtMost(run, "--prefill-concurrency", mostWaiting(run.measured()));
  }

  @ForEachDocumentedCommand("warm-up for a time")
  void theWarmUpHasItsOwnRateAndPattern(DocumentedCommand documented) throws Exception {
    DocumentedRun run = executed(documented, quickServer());

    assertAnswered(run);
    DocumentedCommand command = run.command();
    double rate = command.number("--request-rate").orElseThrow();
    double inWarmup =
        command.number("--warmup-duration").orElseThrow()
            * command.number("--warmup-request-rate").orElse(rate);
    double measured = command.number("--benchmark-duration").orElseThrow() * rate;
    boolean even = command.value("--warmup-arrival-pattern").orElse("").equals("constant");
    assertThat((double) run.warmup().size())
        .isCloseTo(inWarmup, within(even ? 3 : 4 * Math.sqrt(inWarmup)));
    assertThat((double) run.measured().size()).isCloseTo(measured, within(4 * Math.sqrt(measured)));
  }

  @ForEachDocumentedCommand("warm-up of sessions")
  void theWarmUpSendsWholeConversations(DocumentedCommand documented) throws Exception {
    DocumentedRun run = executed(documented, quickServer());

    assertAnswered(run, requestCount(run));
    assertThat(bySession(run.warmup()).values())
        .hasSize(run.command().number("--num-warmup-sessions").orElseThrow().intValue())
        .allMatch(session -> session.size() == 5);
  }

  @ForEachDocumentedCommand("endpoints")
  void everyEndpointReceivesItsOwnFormat(DocumentedCommand documented) throws Exception {
    DocumentedRun run =
        executed(
            documented,
            documented.has("--api-key") ? quickServer().apiKey(DocumentedRun.KEY) : quickServer());

    assertAnswered(run, requestCount(run));
    run.measured().forEach(seen -> new RequestCheck(run, tokenizer).judge(seen));
  }

  @ForEachDocumentedCommand("video")
  void everyRequestHasTheRequestedVideos(DocumentedCommand documented) throws Exception {
    assumeTrue(VideoCheck.canJudge(), "no ffmpeg and ffprobe on this machine");
    DocumentedRun run = executed(documented, quickServer());

    assertAnswered(run);
    VideoCheck judge = new VideoCheck(run.command(), folder);
    for (LoggedRequest seen : run.measured()) {
      assertLengths(run, seen);
      judge.judge(seen);
    }
  }

  @ForEachDocumentedCommand("refused")
  void unsupportedCommandsAreRejectedWithOneSentence(DocumentedCommand documented) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, UTF_8);
    DocumentedCommand command =
        documented
            .inFolder(folder)
            .with("--tokenizer", "builtin")
            .with("--artifact-dir", folder.resolve("artifacts").toString());

    int status =
        new Longhaul(new Terminal(nowhere, new PrintStream(err, true, UTF_8), false, false))
            .run(command.words());

    String refusal = documented.refusal().orElseThrow().replace("$FOLDER", folder.toString());
    assertThat(err.toString(UTF_8).lines())
        .anyMatch(
            line ->
                refusal.endsWith("…")
                    ? line.startsWith(refusal.substring(0, refusal.length() - 1))
                    : line.equals(refusal));
    assertThat(status).isEqualTo(ExitCode.USAGE.status());
  }

  /** An area that no test reads would contain commands that are never executed. */
  @Test
  void everyAreaOfTheTableHasATest() {
    assertThat(Stream.of(DocumentedCommandsIT.class.getDeclaredMethods()))
        .extracting(method -> method.getAnnotation(ForEachDocumentedCommand.class))
        .filteredOn(Objects::nonNull)
        .extracting(ForEachDocumentedCommand::value)
        .containsExactlyInAnyOrderElementsOf(COMMANDS.areas());
  }

  @Test
  void theDocsStateTheNumberOfCommands() throws IOException {
    Path document = Path.of(System.getProperty("longhaul.root"), "docs", "compatibility.md");

    assertThat(Files.readString(document))
        .contains("`DocumentedCommandsIT` executes " + COMMANDS.count() + " commands");
  }

  private static DocumentedRun executed(
      DocumentedCommand documented, MockServerOptions.Builder server) throws Exception {
    return DocumentedRun.of(documented, server, folder);
  }

  private static MockServerOptions.Builder quickServer() {
    return server("1ms", "0ms", 4);
  }

  private static MockServerOptions.Builder server(String first, String next, int tokens) {
    return MockServerOptions.builder()
        .timeToFirstToken(first)
        .interTokenLatency(next)
        .outputTokens(Integer.toString(tokens));
  }

  /** Of single turns: what the command says is reached first; without a word, AIPerf's. */
  private static int requestCount(DocumentedRun run) {
    return Stream.of("--request-count", "--conversation-num", "--num-conversations")
        .flatMap(name -> run.command().number(name).stream())
        .min(Double::compare)
        .orElse(USUAL_REQUESTS)
        .intValue();
  }

  private static void assertAnswered(DocumentedRun run, int count) {
    assertAnswered(run);
    assertThat(run.measured()).hasSize(count);
  }

  /**
   * Every request was valid, went where it should, and has its whole answer, and there are as many
   * as the command says.
   */
  private static void assertAnswered(DocumentedRun run) {
    DocumentedCommand command = run.command();
    List<String> models = new ArrayList<>(List.of("", "null"));
    models.addAll(run.settings().plan().request().models());
    assertThat(run.measured()).isNotEmpty();
    if (command.has("--request-count")) {
      assertThat(run.measured()).hasSize(requestCount(run));
    }
    assertWarmedUp(run);
    for (LoggedRequest seen : run.all()) {
      assertThat(seen.field("status")).as(seen.line().toString()).isEqualTo("200");
      assertThat(seen.field("outcome")).isEqualTo("complete");
      assertThat(seen.field("path")).isEqualTo(pathOf(run));
      assertThat(seen.field("stream")).isEqualTo(Boolean.toString(command.has("--streaming")));
      assertThat(seen.field("model")).isIn(models);
    }
    if (mayEndWithWaitingRequests(command)) {
      assertThat(run.report().issued() + run.report().notIssued())
          .isEqualTo(run.plannedSeconds().size());
    } else {
      assertThat(run.report().notIssued()).isZero();
    }
    assertThat(run.report().droppedEvents()).isZero();
  }

  /** At the end of its duration, an open loop discards the requests that still wait for a slot. */
  private static boolean mayEndWithWaitingRequests(DocumentedCommand command) {
    return command.has("--request-rate")
        && command.has("--benchmark-duration")
        && (command.has("--concurrency") || command.has("--prefill-concurrency"));
  }

  /** Checks that requests arrive at their planned times; a busy machine delays some of them. */
  private static void assertArrivedAsPlanned(DocumentedRun run, List<Double> planned) {
    List<Double> delays = new ArrayList<>();
    for (int i = 0; i < run.measured().size(); i++) {
      double arrived = (run.measured().get(i).receivedNanos() - run.startNanos()) / SECOND;
      delays.add(arrived - planned.get(i));
    }
    assertThat(delays).allMatch(delay -> delay > 0);
    assertThat(median(delays)).isLessThan(MAX_DELAY_MILLIS / 1_000);
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  /** Warm-ups for a time, or of sessions, have no number of requests. */
  private static void assertWarmedUp(DocumentedRun run) {
    DocumentedCommand command = run.command();
    if (!command.has("--warmup-duration") && !command.has("--num-warmup-sessions")) {
      assertThat(run.warmup())
          .hasSize(command.number("--warmup-request-count").orElse(0.0).intValue());
    }
  }

  private static String pathOf(DocumentedRun run) {
    return run.command()
        .value("--endpoint")
        .map(path -> path.startsWith("/") ? path : "/" + path)
        .orElseGet(() -> RequestCheck.pathOf(run.command(), run.endpointType()));
  }

  private static void assertLengths(DocumentedRun run, LoggedRequest seen) {
    DocumentedCommand command = run.command();
    double deviation =
        command.number("--synthetic-input-tokens-stddev", "--input-tokens-stddev").orElse(0.0);
    if (!command.has("--input-file") && deviation == 0) {
      double tokens =
          command
              .number("--synthetic-input-tokens-mean", "--input-tokens-mean")
              .orElse(USUAL_INPUT_TOKENS);
      assertThat(tokenizer.count(seen.text())).isEqualTo((int) tokens);
    }
    if (command.number("--output-tokens-stddev").orElse(0.0) == 0) {
      command
          .number("--output-tokens-mean", "--osl")
          .ifPresent(limit -> assertThat((double) limitOf(seen)).isEqualTo(limit));
    }
    for (String extra : command.values("--extra-inputs")) {
      assertThat(seen.body().path(extra.substring(0, extra.indexOf(':'))).asText())
          .isEqualTo(extra.substring(extra.indexOf(':') + 1));
    }
  }

  /** The limit of an answer's tokens, 0 when there is none. */
  private static int limitOf(LoggedRequest seen) {
    for (String name : List.of("max_completion_tokens", "max_tokens", "max_output_tokens")) {
      if (seen.body().has(name)) {
        return seen.body().path(name).asInt();
      }
    }
    return 0;
  }

  /** Checks an option's limit, if the option is given. */
  private static void assertAtMost(DocumentedRun run, String option, int seen) {
    run.command()
        .number(option)
        .ifPresent(most -> assertThat(seen).as(option).isBetween(1, most.intValue()));
  }

  /** A busy machine may not reach the requested concurrency. */
  private static void assertConcurrency(List<LoggedRequest> seen, double concurrency) {
    assertThat(maxConcurrency(seen)).isBetween((int) (concurrency / 2), (int) concurrency);
  }

  /** Two prompts begin with as many tokens in common as they have blocks in common. */
  private static void assertBlocksAreShared(List<JsonNode> due, List<LoggedRequest> seen) {
    List<int[]> prompts = seen.stream().map(request -> tokenizer.encode(request.text())).toList();
    for (int i = 0; i < due.size(); i++) {
      for (int j = 0; j < i; j++) {
        int blocks = sharedBlocks(due.get(i).path("hash_ids"), due.get(j).path("hash_ids"));
        int shorter = Math.min(prompts.get(i).length, prompts.get(j).length);
        int tokens = Math.min(blocks * BLOCK_TOKENS, shorter);
        // Where texts part, a token may reach over the end of a block, or be the same by chance.
        assertThat(sharedTokens(prompts.get(i), prompts.get(j))).isBetween(tokens - 8, tokens + 64);
      }
    }
  }

  private static int sharedBlocks(JsonNode one, JsonNode other) {
    int shared = 0;
    while (shared < Math.min(one.size(), other.size())
        && one.get(shared).equals(other.get(shared))) {
      shared++;
    }
    return shared;
  }

  private static int sharedTokens(int[] one, int[] other) {
    int parting = Arrays.mismatch(one, other);
    return parting < 0 ? one.length : parting;
  }

  /** Checks that each turn repeats the history with its responses and adds a message. */
  private static void assertHistoriesGrow(List<LoggedRequest> session) {
    for (int turn = 1; turn < session.size(); turn++) {
      List<String> before = messages(session.get(turn - 1));
      List<String> now = messages(session.get(turn));
      assertThat(now).hasSize(before.size() + 2);
      assertThat(now.subList(0, before.size())).isEqualTo(before);
      assertThat(now.get(before.size())).startsWith("assistant: ").hasSizeGreaterThan(12);
      assertThat(now.get(before.size() + 1)).startsWith("user: ");
    }
  }

  /** Returns the messages of a conversation with their roles. */
  private static List<String> messages(LoggedRequest seen) {
    JsonNode messages =
        seen.messages().isMissingNode() ? seen.body().path("input") : seen.messages();
    List<String> texts = new ArrayList<>();
    for (JsonNode message : messages) {
      texts.add(message.path("role").asText() + ": " + textOfContent(message.path("content")));
    }
    return texts;
  }

  private static String textOfContent(JsonNode content) {
    return content.isTextual() ? content.asText() : content.path(0).path("text").asText();
  }

  private static void assertThinking(
      DocumentedCommand command, Collection<List<LoggedRequest>> sessions) {
    double meanMillis =
        command.number("--conversation-turn-delay-mean").orElse(0.0)
            * command.number("--conversation-turn-delay-ratio").orElse(1.0);
    if (meanMillis == 0) {
      return;
    }
    List<Double> thought = new ArrayList<>();
    for (List<LoggedRequest> session : sessions) {
      for (int turn = 1; turn < session.size(); turn++) {
        long answered = session.get(turn - 1).finishedNanos();
        thought.add((session.get(turn).receivedNanos() - answered) / MILLISECOND);
      }
    }
    assertThat(median(thought)).isBetween(meanMillis * 0.7, meanMillis * 1.5 + MAX_DELAY_MILLIS);
  }

  private static Optional<String> systemPrompt(DocumentedCommand command) throws IOException {
    Optional<String> file = command.value("--system-prompt-file");
    return file.isPresent()
        ? Optional.of(Files.readString(Path.of(file.get())).strip())
        : command.value("--system-prompt");
  }

  /** Returns the lines of a command's file. */
  private static List<JsonNode> linesOf(DocumentedCommand command) throws IOException {
    String file = command.value("--input-file").orElseThrow();
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(file.replace("payload:", "")))) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  private static String textOf(JsonNode line) {
    return line.path("text").asText(line.path("text_input").asText());
  }

  /** Returns this many elements, repeated from the first if necessary. */
  private static List<String> inTurn(Collection<String> texts, int count) {
    List<String> all = List.copyOf(texts);
    return IntStream.range(0, count).mapToObj(i -> all.get(i % all.size())).toList();
  }
}
