package io.longhaul.load.dataset.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.dataset.PromptSources;
import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.dataset.prompt.Turn;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.RecordedDelays;
import io.longhaul.load.plan.dataset.TracePlan;
import io.longhaul.load.plan.server.TokenizerPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TracePromptsTest {
  private static final long MS = 1_000_000;
  private static final TokenizerPlan BUILTIN = new TokenizerPlan("builtin", "main", false);

  @TempDir Path folder;

  private final Tokenizer tokenizer = Tokenizers.ofThisProcess().load(BUILTIN, false).tokenizer();

  private Path file;
  private PromptSource source;

  @BeforeEach
  void createThePath() {
    file = folder.resolve("trace.jsonl");
  }

  @AfterEach
  void close() {
    if (source != null) {
      source.close();
    }
  }

  @Test
  void requestsWithSharedIdsShareOnlyTheStartOfTheirPrompts() throws IOException {
    open(
        """
        {"input_length": 300, "hash_ids": [1, 2, 3], "output_length": 7}
        {"input_length": 250, "hash_ids": [1, 2, 4]}
        {"input_length": 200, "hash_ids": [5, 2]}
        """,
        100);

    List<String> texts = IntStream.range(0, 3).mapToObj(i -> source.promptFor(i).text()).toList();

    assertThat(tokensShared(texts.get(0), texts.get(1))).isBetween(198, 205);
    assertThat(tokensShared(texts.get(0), texts.get(2))).isLessThan(5);
    int length = texts.get(0).length();
    String second = texts.get(0).substring(length * 2 / 5, length * 3 / 5);
    assertThat(texts.get(2)).as("block 2 says the same wherever it stands").contains(second);
    assertThat(source.promptFor(0).requestedOutputTokens()).isEqualTo(7);
  }

  @Test
  void promptsHaveTheRecordedLengths() throws IOException {
    open(
        """
        {"input_length": 1030, "hash_ids": [1, 2, 3]}
        {"input_length": 1500, "hash_ids": [1, 2]}
        {"input_length": 77}
        """,
        512);

    for (int i = 0; i < 3; i++) {
      Prompt prompt = source.promptFor(i);
      assertThat(prompt.inputTokens()).isEqualTo(tokenizer.count(prompt.text()));
      assertThat(prompt.inputTokens()).isBetween(wanted(prompt) - 6, wanted(prompt) + 6);
    }
  }

  private static int wanted(Prompt prompt) {
    return prompt.requestedInputTokens();
  }

  @Test
  void aPromptIsTheSameForEveryReader() throws IOException {
    String lines = "{\"input_length\": 90, \"hash_ids\": [7]}\n{\"input_length\": 60}\n";
    open(lines, 64);
    List<Long> once = LongStream.range(0, 4).mapToObj(i -> source.promptFor(i).hash()).toList();
    source.close();
    open(lines, 64);

    assertThat(source.promptFor(1).hash()).isEqualTo(once.get(1));
    assertThat(source.promptFor(0).hash()).isEqualTo(once.get(0));
    assertThat(once.get(2)).as("the file begins again").isEqualTo(once.get(0));
  }

  @Test
  void textsMessagesAndPayloadsAreSentUnchanged() throws IOException {
    open(
        """
        {"text_input": "Hello there", "extra": {"priority": 3}}
        {"messages": [{"role": "system", "content": "Be brief"}, {"role": "user", "content": [{"type": "text", "text": "Hi"}]}], "tools": []}
        {"payload": {"model": "x", "prompt": "One two", "max_tokens": 3}}
        """,
        512);

    assertThat(source.promptFor(0).texts()).containsExactly("Hello there");
    assertThat(source.promptFor(0).extraInputs().toJson()).isEqualTo("{\"priority\":3}");
    assertThat(source.promptFor(1).extraInputs().toJson())
        .isEqualTo(
            "{\"messages\":[{\"role\":\"system\",\"content\":\"Be brief\"},{\"role\":\"user\","
                + "\"content\":[{\"type\":\"text\",\"text\":\"Hi\"}]}],\"tools\":[]}");
    assertThat(source.promptFor(1).inputTokens()).isEqualTo(tokenizer.count("Be brief Hi"));
    assertThat(source.promptFor(2).payload())
        .isEqualTo("{\"model\":\"x\",\"prompt\":\"One two\",\"max_tokens\":3}");
    assertThat(source.promptFor(2).inputTokens()).isEqualTo(2);
  }

  @Test
  void aLineWithoutATimestampIsOmittedWithThePrecedingLine() throws IOException {
    Files.writeString(
        file,
        """
        {"session_id": "s", "text_input": "too early", "timestamp": 0}
        {"session_id": "s", "text_input": "so is its answer", "delay": 500}
        {"session_id": "t", "text_input": "in time", "timestamp": 300}
        {"session_id": "t", "text_input": "too late", "timestamp": 900}
        {"session_id": "t", "text_input": "later still", "delay": 5}
        {"session_id": "s", "text_input": "s in time", "timestamp": 400}
        {"session_id": "s", "text_input": "and on", "delay": 7}
        """);
    source =
        PromptSources.of(
            aPlan()
                .fixedSchedule(true)
                .trace(new TracePlan(512, 1, false, 200 * MS, 800 * MS, null, null))
                .build(),
            tokenizer);

    assertThat(source.entries()).isEqualTo(2);
    assertThat(source.conversation(0).turns()).hasSize(1);
    assertThat(source.conversation(1).turns())
        .extracting(turn -> turn.prompt().text())
        .containsExactly("s in time", "and on");
  }

  @Test
  void unknownMembersOfPayloadFilesAreSentInTheBody() throws IOException {
    Files.writeString(
        file, "{\"timestamp\":10,\"text_input\":\"hello\",\"priority\":3,\"output_length\":4}\n");
    source = PromptSources.of(aPlan().fileType(FileType.PAYLOAD).build(), tokenizer);

    assertThat(source.promptFor(0).extraInputs().toJson()).isEqualTo("{\"priority\":3}");
    assertThat(source.promptFor(0).requestedOutputTokens()).isEqualTo(4);
  }

  @Test
  void requestsAreOrderedByTimestamp() throws IOException {
    Files.writeString(
        file,
        """
        {"timestamp": 1500, "text_input": "c"}
        {"timestamp": 1000.5, "text_input": "a"}
        {"timestamp": 1500, "text_input": "d"}
        {"timestamp": 1200, "text_input": "b"}
        """);
    source = PromptSources.of(aPlan().fixedSchedule(true).build(), tokenizer);

    assertThat(LongStream.range(0, 4).mapToObj(i -> source.promptFor(i).text()))
        .containsExactly("a", "b", "c", "d");
    assertThat(IntStream.range(0, 4).mapToLong(source::dueNanos))
        .containsExactly(0L, 199_500_000L, 499_500_000L, 499_500_000L);
  }

  @Test
  void offsetsSelectRequestsAndShiftTheStart() throws IOException {
    Files.writeString(file, aLineEverySecond(10));
    TracePlan part = new TracePlan(512, 2, false, 2_500_000_000L, 6_000_000_000L, null, null);
    source = PromptSources.of(aPlan().trace(part).fixedSchedule(true).build(), tokenizer);

    assertThat(source.entries()).isEqualTo(4);
    assertThat(IntStream.range(0, 4).mapToLong(source::dueNanos))
        .as("half of 0.5, 1.5, 2.5 and 3.5 s")
        .containsExactly(250_000_000L, 750_000_000L, 1_250_000_000L, 1_750_000_000L);
  }

  @Test
  void aFixedScheduleStartsWithItsFirstRequestAfterAWarmup() throws IOException {
    Files.writeString(file, aLineEverySecond(4));
    source = PromptSources.of(aPlan().warmupRequestCount(3).fixedSchedule(true).build(), tokenizer);

    assertThat(source.promptFor(3).text()).isEqualTo("0");
    assertThat(source.promptFor(0).text()).isEqualTo("1");
  }

  @Test
  void lengthLimitsSkipPromptsAndCapOutputs() throws IOException {
    Files.writeString(file, "{\"input_length\":9,\"output_length\":50}\n{\"input_length\":10}\n");
    TracePlan short9 = new TracePlan(512, 1, true, null, null, 9, 20);
    source = PromptSources.of(aPlan().trace(short9).build(), tokenizer);

    assertThat(source.entries()).isEqualTo(1);
    assertThat(source.promptFor(0).requestedOutputTokens()).isEqualTo(20);
  }

  @Test
  void aGzippedTraceLeavesNoTemporaryFile() throws IOException {
    file = folder.resolve("trace.jsonl.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(aLineEverySecond(3).getBytes(StandardCharsets.UTF_8));
    }
    source = PromptSources.of(aPlan().build(), tokenizer);

    assertThat(source.promptFor(2).text()).isEqualTo("2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          {"input_length":4                              | not JSON, at column 18
          {}                                             | none of input_length, text_input, messages and payload (give one)
          {"input_length":4,"text_input":"a"}            | several of input_length, text_input, messages and payload (give one)
          {"input_length":0}                             | input_length is 0 (1 or more tokens)
          {"text_input":"a","hash_ids":[1]}              | hash_ids without input_length
          {"input_length":512,"hash_ids":[1,2]}          | 2 hash_ids of 512 tokens exceed an input_length of 512 (check --isl-block-size)
          {"input_length":4,"hash_ids":["a"]}            | hash_ids has "a" (expected an integer)
          {"input_length":4,"hash_ids":7}                | hash_ids is not a list
          {"input_length":4,"output_length":0}           | output_length is 0 (1 or more tokens)
          {"input_length":4,"timestamp":-1}              | timestamp is -1 (0 or more milliseconds)
          {"input_length":4,"timestamp":"now"}           | timestamp is "now" (0 or more milliseconds)
          {"messages":[]}                                | messages is not a list of messages
          {"payload":"{}"}                               | payload is not an object
          {"input_length":4,"extra":[]}                  | extra is not an object
          {"messages":["a"],"session_id":"s"}            | session s has messages after text (use one of them in all of its lines)
          """)
  void aMalformedLineIsReportedWithItsLocation(String line, String reason) throws IOException {
    Files.writeString(file, "{\"input_length\":9,\"session_id\":\"s\"}\n\n" + line + "\n");

    assertThatThrownBy(() -> PromptSources.of(aPlan().build(), tokenizer))
        .isInstanceOf(DatasetException.class)
        .hasMessage("Invalid trace: " + file + ":3: " + reason);
  }

  @Test
  void aScheduleNeedsATimestampForEachSession() throws IOException {
    Files.writeString(file, "{\"timestamp\":1,\"input_length\":9}\n{\"input_length\":9}\n");

    assertThatThrownBy(() -> PromptSources.of(aPlan().fixedSchedule(true).build(), tokenizer))
        .hasMessage(
            "Invalid trace: "
                + file
                + ":2: no timestamp (a fixed schedule needs one for each session)");
  }

  @Test
  void linesOfOneSessionAreTurnsInFileOrder() throws IOException {
    Files.writeString(
        file,
        """
        {"session_id": "late", "timestamp": 900, "text_input": "l1"}
        {"session_id": "early", "timestamp": 400, "text_input": "e1", "output_length": 3}
        {"timestamp": 500, "text_input": "alone"}
        {"session_id": "early", "delay": 70, "text_input": "e2", "output_length": 4}
        {"session_id": "late", "timestamp": 1000, "delay": 5, "text_input": "l2"}
        {"session_id": "early", "timestamp": 1400, "text_input": "e3"}
        """);
    TracePlan fast = new TracePlan(512, 2, true, null, null, null, null);
    source =
        PromptSources.of(aPlan().trace(fast).fixedSchedule(true).model("n").build(), tokenizer);

    assertThat(source.entries()).isEqualTo(3);
    assertThat(IntStream.range(0, 3).mapToLong(source::dueNanos))
        .containsExactly(0L, 50 * MS, 250 * MS);
    Conversation early = source.conversation(0);
    assertThat(early.sessionId()).isEqualTo("early");
    assertThat(early.sendsHistory()).isTrue();
    assertThat(early.turns())
        .extracting(turn -> turn.prompt().text())
        .containsExactly("e1", "e2", "e3");
    assertThat(early.turns())
        .extracting(turn -> turn.prompt().requestedOutputTokens())
        .containsExactly(3, 4, null);
    assertThat(early.turns())
        .extracting(turn -> turn.prompt().model())
        .containsExactly("m", "n", "m");
    assertThat(early.turns()).extracting(Turn::delayNanos).containsExactly(0L, 70 * MS, 0L);
    assertThat(early.turns()).extracting(Turn::recordedNanos).containsExactly(null, null, 500 * MS);
    assertThat(source.conversation(1).turns()).hasSize(1);
    assertThat(source.conversation(2).turns().get(1).recordedNanos()).isEqualTo(300 * MS);
  }

  @Test
  void delaysAreCappedOrIgnoredAndTimestampsKept() throws IOException {
    Files.writeString(
        file,
        """
        {"session_id": "s", "timestamp": 0, "text_input": "s1"}
        {"session_id": "s", "delay": 70, "text_input": "s2"}
        {"session_id": "s", "delay": 20, "timestamp": 900, "text_input": "s3"}
        """);

    source =
        PromptSources.of(aPlan().delays(new RecordedDelays(false, 50 * MS)).build(), tokenizer);
    assertThat(source.conversation(0).turns())
        .extracting(Turn::delayNanos)
        .containsExactly(0L, 50 * MS, 20 * MS);
    assertThat(source.conversation(0).turns())
        .extracting(Turn::recordedNanos)
        .containsExactly(null, null, 900 * MS);
    source.close();

    source = PromptSources.of(aPlan().delays(new RecordedDelays(true, null)).build(), tokenizer);
    assertThat(source.conversation(0).turns())
        .extracting(Turn::delayNanos)
        .containsExactly(0L, 0L, 0L);
  }

  @Test
  void laterTurnsHaveDifferentSyntheticTexts() throws IOException {
    open(
        """
        {"session_id": "s", "input_length": 40}
        {"session_id": "s", "input_length": 40}
        """,
        512);

    List<Turn> turns = source.conversation(0).turns();
    assertThat(turns.get(0).prompt().text()).isNotEqualTo(turns.get(1).prompt().text());
    assertThat(turns.get(1).prompt().requestedInputTokens()).isEqualTo(40);
  }

  @Test
  void sessionsOfMessagesAndPayloadsWorkWithAnyEndpoint() throws IOException {
    Files.writeString(
        file,
        """
        {"session_id": "p", "payload": {"prompt": "one"}}
        {"session_id": "p", "payload": {"prompt": "one two"}}
        """);
    source =
        PromptSources.of(aPlan().endpointType(Endpoints.named("completions")).build(), tokenizer);

    assertThat(source.conversation(0).sendsHistory()).isFalse();
    assertThat(source.conversation(0).turns().get(1).prompt().payload())
        .isEqualTo("{\"prompt\":\"one two\"}");
  }

  @Test
  void singleTextEndpointsRejectLaterTextTurns() throws IOException {
    Files.writeString(
        file,
        """
        {"session_id":"s","text_input":"a"}
        {"session_id":"s","text_input":"b"}
        """);

    assertThatThrownBy(
            () ->
                PromptSources.of(
                    aPlan().endpointType(Endpoints.named("completions")).build(), tokenizer))
        .hasMessage(
            "Invalid trace: "
                + file
                + ":2: session s has a second turn (endpoint type completions takes one text; use"
                + " endpoint type chat)");
  }

  @Test
  void offsetsSelectLinesAndNotSessions() throws IOException {
    Files.writeString(
        file,
        """
        {"session_id": "s", "timestamp": 100, "text_input": "too early"}
        {"session_id": "s", "timestamp": 300, "text_input": "first"}
        {"session_id": "s", "timestamp": 400, "text_input": "second"}
        {"session_id": "s", "timestamp": 900, "text_input": "too late"}
        """);
    TracePlan part = new TracePlan(512, 1, false, 200 * MS, 800 * MS, null, null);
    source = PromptSources.of(aPlan().trace(part).fixedSchedule(true).build(), tokenizer);

    assertThat(source.entries()).isEqualTo(1);
    assertThat(source.dueNanos(0)).isEqualTo(100 * MS);
    assertThat(source.conversation(0).turns())
        .extracting(turn -> turn.prompt().text())
        .containsExactly("first", "second");
    assertThat(source.conversation(0).turns().get(1).recordedNanos()).isEqualTo(200 * MS);
  }

  @Test
  void decreasingTimestampsInASessionAreRejectedOnASchedule() throws IOException {
    Files.writeString(
        file,
        """
        {"session_id": "s", "timestamp": 300, "text_input": "first"}
        {"timestamp": 100, "text_input": "of another session"}
        {"session_id": "s", "delay": 5, "text_input": "second"}
        {"session_id": "s", "timestamp": 299, "text_input": "third"}
        """);

    assertThatThrownBy(() -> PromptSources.of(aPlan().fixedSchedule(true).build(), tokenizer))
        .hasMessage(
            "Invalid trace: "
                + file
                + ":4: timestamps of its session decrease from 300 to 299 ms (order turns by"
                + " timestamp)");
    source = PromptSources.of(aPlan().build(), tokenizer);
    assertThat(source.entries()).isEqualTo(2);
  }

  @Test
  void aTraceWithNothingSelectedIsRejected() throws IOException {
    Files.writeString(file, aLineEverySecond(3));
    TracePlan past = new TracePlan(512, 1, false, 60_000_000_000L, null, null, null);

    assertThatThrownBy(
            () -> PromptSources.of(aPlan().trace(past).fixedSchedule(true).build(), tokenizer))
        .hasMessage(
            "Cannot use " + file + ": none of its requests is within the offsets and limits");

    Files.writeString(file, "\n");
    assertThatThrownBy(() -> PromptSources.of(aPlan().build(), tokenizer))
        .hasMessage(
            "Cannot use " + file + ": it has no requests (give one JSON object on each line)");
  }

  @Test
  void aMalformedLineFarIntoTheFileIsReportedWithItsNumber() throws IOException {
    Files.writeString(file, "{\"input_length\": 9}\n".repeat(200_000) + "{\"input_length\": 0}\n");

    assertThatThrownBy(() -> PromptSources.of(aPlan().build(), tokenizer))
        .hasMessage("Invalid trace: " + file + ":200001: input_length is 0 (1 or more tokens)");
  }

  @Test
  void theContentOfATraceIsNotHeldInMemory() throws IOException {
    int lineChars = 2_000_000;
    int lines = 12;
    for (int i = 0; i < lines; i++) {
      String line =
          "{\"timestamp\": %d, \"text_input\": \"%s\"}\n".formatted(i, "a".repeat(lineChars));
      Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
    long before = aliveBytes();

    source = PromptSources.of(aPlan().fixedSchedule(true).build(), tokenizer);

    assertThat(aliveBytes() - before).isLessThan(lines * (long) lineChars / 4);
    assertThat(source.entries()).isEqualTo(lines);
  }

  private static long aliveBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void aMissingOrNonTextTraceIsRejected() throws IOException {
    assertThatThrownBy(() -> PromptSources.of(aPlan().build(), tokenizer))
        .hasMessage("Cannot read " + file + ": there is no such file (check its path)");

    Files.write(file, new byte[] {'{', (byte) 0xC3, '(', '}'});
    assertThatThrownBy(() -> PromptSources.of(aPlan().build(), tokenizer))
        .hasMessage("Cannot read " + file + ": it is not UTF-8 text, in line 1");
  }

  private void open(String lines, int blockTokens) throws IOException {
    Files.writeString(file, lines);
    TracePlan trace = new TracePlan(blockTokens, 1, true, null, null, null, null);
    source = PromptSources.of(aPlan().trace(trace).build(), tokenizer);
  }

  private RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1")
        .model("m")
        .inputFile(file.toString())
        .fileType(FileType.MOONCAKE_TRACE);
  }

  private static String aLineEverySecond(int lines) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lines; i++) {
      text.append("{\"timestamp\":" + i * 1_000 + ",\"text_input\":\"" + i + "\"}\n");
    }
    return text.toString();
  }

  /** Returns the number of leading tokens that two texts have in common. */
  private int tokensShared(String one, String other) {
    int[] a = tokenizer.encode(one);
    int[] b = tokenizer.encode(other);
    int shared = 0;
    while (shared < Math.min(a.length, b.length) && a[shared] == b[shared]) {
      shared++;
    }
    return shared;
  }
}
