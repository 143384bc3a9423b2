package io.longhaul.load.dataset;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.dataset.file.InputsFile;
import io.longhaul.load.dataset.file.PromptFile;
import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.dataset.synthetic.FakeStubbornTokenizer;
import io.longhaul.load.dataset.trace.PromptFileSummary;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.tokenizer.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of request bodies: one per line, or grouped by session in one object. */
class RequestBodyFilesTest {
  private static final String ONE = "{\"messages\":[{\"role\":\"user\",\"content\":\"one\"}]}";
  private static final String TWO =
      "{\"model\":\"x\",\"messages\":[{\"role\":\"user\",\"content\":\"one two\"}],\"n\":1}";

  private final Tokenizer twoForEachChar = new FakeStubbornTokenizer();

  @TempDir Path folder;

  private Path file;

  @BeforeEach
  void createThePath() {
    file = folder.resolve("bodies.json");
  }

  @Test
  void eachLineIsARequestBody() throws IOException {
    Files.writeString(file, ONE + "\n\n" + TWO + "\n");

    try (PromptSource source = sourceOf(FileType.RAW_PAYLOAD)) {
      assertThat(source.entries()).isEqualTo(2);
      assertThat(source.promptFor(0).payload()).isEqualTo(ONE);
      assertThat(source.promptFor(1).payload()).isEqualTo(TWO);
      assertThat(source.promptFor(1).inputTokens()).isEqualTo(2 * "one two".length());
      assertThat(source.promptFor(2).payload()).as("from the first again").isEqualTo(ONE);
    }
  }

  @Test
  void theInputsOfARunAreReplayedBySession() throws IOException {
    List<byte[]> bodies = List.of(ONE.getBytes(UTF_8), TWO.getBytes(UTF_8));
    InputsFile.write(
        file,
        2,
        entry -> new InputsFile.Input("s" + entry, entry == 0 ? bodies : bodies.subList(1, 2)));

    assertThat(PromptFile.kindOf(file))
        .isEqualTo(new PromptFile.Kind(Optional.of(FileType.INPUTS_JSON), false));
    assertThat(
            PromptFile.check(aPlan(FileType.INPUTS_JSON).build().dataset(), Endpoints.CHAT, false))
        .isEqualTo(Optional.of(new PromptFileSummary(2, 3, 0, 0, Optional.of(false))));
    try (PromptSource source = sourceOf(FileType.INPUTS_JSON)) {
      assertThat(source.entries()).isEqualTo(2);
      Conversation first = source.conversation(0);
      assertThat(first.sessionId()).isEqualTo("s0");
      assertThat(first.sendsHistory()).as("answers go nowhere").isFalse();
      assertThat(first.turns())
          .extracting(turn -> turn.prompt().payload())
          .containsExactly(ONE, TWO);
      assertThat(source.conversation(1).first().payload()).isEqualTo(TWO);
    }
    try (var left = Files.list(folder)) {
      assertThat(left).containsExactly(file);
    }
  }

  @Test
  void detectsWhetherTheFirstBodyRequestsAStream() throws IOException {
    DatasetPlan plan = aPlan(FileType.RAW_PAYLOAD).build().dataset();
    Files.writeString(file, "{\"messages\":[],\"stream\":true}\n" + ONE + "\n");
    assertThat(firstStreams(plan)).contains(true);
    Files.writeString(file, ONE + "\n{\"messages\":[],\"stream\":true}\n");
    assertThat(firstStreams(plan)).contains(false);
    Files.writeString(
        file,
        "{\"data\": [{\"session_id\": \"s\", \"payloads\": [{\"inputs\": [{\"name\":"
            + " \"text\"}]}]}]}");
    assertThat(firstStreams(aPlan(FileType.INPUTS_JSON).build().dataset()))
        .as("who would know of tensors")
        .isEmpty();
  }

  private static Optional<Boolean> firstStreams(DatasetPlan plan) {
    return PromptFile.check(plan, Endpoints.CHAT, false).orElseThrow().firstStreams();
  }

  @Test
  void aByteOrderMarkIsIgnored() throws IOException {
    Files.writeString(
        file, "\uFEFF{\"data\": [{\"session_id\": \"s\", \"payloads\": [" + ONE + "]}]}");

    assertThat(PromptFile.kindOf(file).type()).contains(FileType.INPUTS_JSON);
    try (PromptSource source = sourceOf(FileType.INPUTS_JSON)) {
      assertThat(source.promptFor(0).payload()).isEqualTo(ONE);
    }
  }

  @Test
  void anUnpairedSurrogateIsSentAsAQuestionMark() throws IOException {
    String half = ONE.replace("one", "one \\ud834");
    Files.writeString(file, "{\"data\": [{\"session_id\": \"s\", \"payloads\": [" + half + "]}]}");

    try (PromptSource source = sourceOf(FileType.INPUTS_JSON)) {
      assertThat(source.promptFor(0).payload()).isEqualTo(ONE.replace("one", "one ?"));
    }
  }

  @Test
  void invalidUtf8IsReported() throws IOException {
    Files.write(file, "{\"data\": \"\u00e9\"}".getBytes(ISO_8859_1));

    assertThatThrownBy(() -> sourceOf(FileType.INPUTS_JSON))
        .hasMessage("Cannot read " + file + ": it is not UTF-8 text");
  }

  @Test
  void genaiPerfsFormatIsNamedInTheMessage() throws IOException {
    Files.writeString(file, "{\"data\": [{\"payload\": [" + ONE + "], \"session_id\": [\"s1\"]}]}");

    assertThatThrownBy(() -> sourceOf(FileType.INPUTS_JSON))
        .isInstanceOf(DatasetException.class)
        .hasMessage(
            "Cannot use "
                + file
                + ": it is GenAI-Perf's inputs.json, whose entries have a payload (convert it to a"
                + " trace with lines {\"payload\": {…}, \"session_id\": \"…\"})");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          []                                                     | it is not an object with data
          {}                                                     | it has no sessions in data
          {"data": []}                                           | it has no sessions in data
          {"data": [{"payloads": [{}]}]}                         | data[0] has no session_id
          {"data": [{"session_id": "a"}]}                        | data[0] has no list of payloads
          {"data": [{"session_id": "a", "payloads": []}]}        | data[0] has no list of payloads
          {"data": [{"session_id": "a", "payloads": [7]}]}       | data[0] has a payload that is not an object
          {"data": [{"session_id": "a", "payloads": [{}]}, {"session_id": "a", "payloads": [{}]}]} | data[1] has the session_id of another one, a
          """)
  void anObjectWithoutInputsIsRejected(String content, String reason) throws IOException {
    Files.writeString(file, content);

    assertThatThrownBy(() -> sourceOf(FileType.INPUTS_JSON))
        .isInstanceOf(DatasetException.class)
        .hasMessage("Cannot use " + file + ": " + reason + " (give an inputs.json)");
  }

  @Test
  void invalidJsonIsReportedWithItsLine() throws IOException {
    Files.writeString(file, "{\"data\": [\n{\"session_id\"\n}]}");

    assertThatThrownBy(() -> sourceOf(FileType.INPUTS_JSON))
        .hasMessage("Cannot use " + file + ": not JSON, in line 3");
  }

  @Test
  void aLineWithoutABodyIsReportedWithItsNumber() throws IOException {
    Files.writeString(file, ONE + "\n{\"prompt\": \"a\"}\n");

    assertThatThrownBy(() -> sourceOf(FileType.RAW_PAYLOAD))
        .hasMessage(
            "Invalid trace: " + file + ":2: no list of messages (a raw_payload is a whole body)");
  }

  private PromptSource sourceOf(FileType type) {
    return PromptSources.of(aPlan(type).build(), twoForEachChar);
  }

  private RunPlanBuilder aPlan(FileType type) {
    return RunPlanBuilder.plan("run")
        .model("m")
        .tokenizer("builtin")
        .inputFile(file.toString())
        .fileType(type);
  }
}
