package io.longhaul.load.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.dataset.file.PromptFile;
import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.dataset.prompt.Turn;
import io.longhaul.load.dataset.synthetic.FakeStubbornTokenizer;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.plan.RunPlanBuilder;
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

class MultiTurnPromptsTest {
  private final Tokenizer twoForEachChar = new FakeStubbornTokenizer();

  @TempDir Path folder;

  private Path file;

  @BeforeEach
  void createThePath() {
    file = folder.resolve("sessions.jsonl");
  }

  @Test
  void linesOfOneSessionAreJoinedInFileOrder() throws IOException {
    PromptSource source =
        sourceOf(
            """
            {"session_id": "s", "turns": [{"text": "one"}]}
            {"turns": [{"text": "alone", "output_length": 9}]}
            {"session_id": "s", "turns": [{"text": "two", "delay": 1500.5}, {"text": "three"}]}
            """);

    assertThat(source.entries()).isEqualTo(2);
    Conversation talk = source.conversation(0);
    assertThat(talk.sessionId()).isEqualTo("s");
    assertThat(talk.turns())
        .extracting(turn -> turn.prompt().text())
        .containsExactly("one", "two", "three");
    assertThat(talk.turns()).extracting(Turn::delayNanos).containsExactly(0L, 1_500_500_000L, 0L);
    assertThat(talk.turns()).extracting(turn -> turn.prompt().entry()).containsOnly(0);
    Conversation alone = source.conversation(1);
    assertThat(alone.sessionId()).isEqualTo("session_000001");
    assertThat(alone.first().requestedOutputTokens()).isEqualTo(9);
    assertThat(source.promptFor(3)).isEqualTo(alone.first());
  }

  @Test
  void modelsAreRotatedUnlessATurnNamesOne() throws IOException {
    write(
        "{\"turns\": [{\"text\": \"1\"}, {\"text\": \"2\"}, {\"text\": \"3\", \"model\": \"c\"}]}");

    Conversation talk =
        PromptSources.of(aPlan().model("b").build(), twoForEachChar).conversation(0);
    assertThat(talk.turns())
        .extracting(turn -> turn.prompt().model())
        .containsExactly("a", "b", "c");
  }

  @Test
  void aLeadingSystemMessagePrecedesTheWholeSession() throws IOException {
    Conversation talk =
        sourceOf(
                """
                {"turns": [{"role": "system", "texts": ["Be", "short"]}, {"text": "one"}, {"text": "two"}]}
                """)
            .conversation(0);

    assertThat(talk.turns()).hasSize(2);
    assertThat(talk.first().before()).containsExactly(new Message("system", List.of("Be\nshort")));
    assertThat(talk.first().inputTokens()).isEqualTo(2 * "Be\nshort one".length());
    assertThat(talk.turns().get(1).prompt().before()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          nothing follows it     | {"role":"system","text":"s"}
          another one follows    | {"role":"system","text":"s"},{"role":"system","text":"t"}
          it has a delay         | {"role":"system","text":"s","delay":0},{"text":"u"}
          it has a limit         | {"role":"system","text":"s","output_length":1},{"text":"u"}
          it has further members | {"role":"system","text":"s","extra":{"a":1}},{"text":"u"}
          """)
  void otherSystemMessagesAreTurns(String why, String turns) throws IOException {
    Conversation talk = sourceOf("{\"turns\": [" + turns + "]}").conversation(0);

    assertThat(talk.first().role()).as(why).isEqualTo("system");
    assertThat(talk.first().before()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          {"text": "a"}                  | no list of turns (such as {"turns": [{"text": …}]})
          {"turns": []}                  | no list of turns (such as {"turns": [{"text": …}]})
          {"turns": "a"}                 | no list of turns (such as {"turns": [{"text": …}]})
          {"turns": [{"text":"a"}, {}]}  | turn 1: neither text nor texts (give one)
          {"turns": [7]}                 | turn 0: not a JSON object (such as {"text": "Hello"})
          {"turns": [{"text":"a","delay":-1}]} | turn 0: delay is -1 (0 or more milliseconds)
          {"turns": [{"text":"a"}], "session_id": 1} | session_id is a number (expected a string)
          """)
  void aMalformedLineIsReportedWithItsLocation(String line, String reason) throws IOException {
    write("{\"turns\": [{\"text\": \"fine\"}]}\n" + line + "\n");

    assertThatThrownBy(() -> PromptSources.of(aPlan().build(), twoForEachChar))
        .isInstanceOf(DatasetException.class)
        .hasMessage("Invalid prompt: " + file + ":2: " + reason);
  }

  @Test
  void multiTurnFilesAreDetectedByTheirTurns() throws IOException {
    write("{\"session_id\": \"s\", \"turns\": [{\"timestamp\": 1, \"text\": \"one\"}]}");

    assertThat(PromptFile.kindOf(file))
        .isEqualTo(new PromptFile.Kind(Optional.of(FileType.MULTI_TURN), true));
  }

  private PromptSource sourceOf(String content) throws IOException {
    write(content);
    return PromptSources.of(aPlan().build(), twoForEachChar);
  }

  private void write(String content) throws IOException {
    Files.writeString(file, content);
  }

  private RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1")
        .model("a")
        .inputFile(file.toString())
        .fileType(FileType.MULTI_TURN);
  }
}
