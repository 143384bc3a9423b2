package io.longhaul.load.dataset.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.dataset.PromptSources;
import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.dataset.synthetic.FakeStubbornTokenizer;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.tokenizer.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tokenizer of these tests has two tokens per character. */
class ShareGptPromptsTest {
  private final Tokenizer twoForEachChar = new FakeStubbornTokenizer();

  @TempDir Path folder;

  private Path file;

  @BeforeEach
  void createThePath() {
    file = folder.resolve("sg.json");
  }

  @Test
  void eachAnsweredHumanMessageIsATurnWithTheAnswersLength() throws IOException {
    write(
        entry("system:be kind", "human:Hello", "gpt:Hi there", "human:Why?!", "gpt:Because"),
        entry("gpt:Welcome", "human:first", "human:second", "gpt:answer", "human:unanswered"),
        entry("human:only"));

    List<Conversation> conversations = conversationsOf(aPlan());

    assertThat(conversations).hasSize(2);
    assertThat(textsOf(conversations.get(0))).containsExactly("Hello", "Why?!");
    assertThat(conversations.get(0).turns())
        .extracting(turn -> turn.prompt().requestedOutputTokens())
        .containsExactly(2 * "Hi there".length(), 2 * "Because".length());
    assertThat(textsOf(conversations.get(1))).containsExactly("second");
  }

  @Test
  void withoutRolesTheFirstTwoMessagesAreATurn() throws IOException {
    Files.writeString(
        file,
        "[{\"conversations\": [{\"value\": \"asked\"}, {\"value\": \"said\"}, {\"value\":"
            + " \"x\"}]}]");

    assertThat(textsOf(conversationsOf(aPlan()).get(0))).containsExactly("asked");
  }

  @Test
  void conversationsWithTooShortOrTooLongTurnsAreSkipped() throws IOException {
    write(
        entry("human:A", "gpt:long enough"),
        entry("human:long enough", "gpt:B"),
        entry("human:" + "p".repeat(513), "gpt:fine"),
        entry("human:" + "p".repeat(512), "gpt:" + "a".repeat(513)),
        entry("human:fine", "gpt:fine", "human:A", "gpt:fine"),
        entry("human:" + "p".repeat(512), "gpt:" + "a".repeat(512)));

    List<Conversation> conversations = conversationsOf(aPlan());

    assertThat(conversations).hasSize(1);
    assertThat(conversations.get(0).first().inputTokens()).isEqualTo(1_024);
    assertThat(conversations.get(0).sessionId()).isEqualTo("session_000000");
  }

  @Test
  void onlyTheNeededEntriesAreRead() throws IOException {
    List<String> entries = new ArrayList<>();
    IntStream.range(0, 9).forEach(i -> entries.add(entry("human:prompt" + i, "gpt:fine")));
    Files.writeString(file, "[" + String.join(",", entries) + ", here it is no JSON");

    assertThat(conversationsOf(aPlan().entries(4))).hasSize(4);
    assertThatThrownBy(() -> conversationsOf(aPlan().entries(10)))
        .isInstanceOf(DatasetException.class)
        .hasMessage("Cannot read " + file + ": it is not JSON, in line 1");
  }

  @Test
  void aJsonListIsDetectedAsShareGpt() throws IOException {
    write(entry("human:Hello", "gpt:Hi there"));

    assertThat(PromptFile.kindOf(file))
        .isEqualTo(new PromptFile.Kind(Optional.of(FileType.SHAREGPT), false));
    PromptFile.check(aPlan().build().dataset(), Endpoints.CHAT, false);
  }

  @Test
  void aFileWithoutConversationsIsRejected() throws IOException {
    Files.writeString(file, "[{\"id\": 1}, 7]");
    assertThatThrownBy(() -> PromptFile.check(aPlan().build().dataset(), Endpoints.CHAT, false))
        .hasMessage(
            "Cannot use "
                + file
                + ": it has no conversations of human and gpt (give ShareGPT's list, or one JSON"
                + " object on each line)");

    Files.writeString(file, "{\"conversations\": []}");
    assertThatThrownBy(() -> conversationsOf(aPlan()))
        .hasMessage("Cannot use " + file + ": it is not a JSON list of conversations");

    write(entry("human:A", "gpt:B"));
    assertThatThrownBy(() -> conversationsOf(aPlan()))
        .hasMessageStartingWith("Cannot use " + file + ": no conversation has prompts");
  }

  private void write(String... entries) throws IOException {
    Files.writeString(file, "[\n" + String.join(",\n", entries) + "\n]");
  }

  private static String entry(String... messages) {
    List<String> lines = new ArrayList<>();
    for (String message : messages) {
      int colon = message.indexOf(':');
      lines.add(
          String.format(
              Locale.ROOT,
              "{\"from\": \"%s\", \"value\": \"%s\"}",
              message.substring(0, colon),
              message.substring(colon + 1)));
    }
    return "{\"id\": \"x\", \"conversations\": [" + String.join(", ", lines) + "]}";
  }

  private static List<String> textsOf(Conversation conversation) {
    return conversation.turns().stream().map(turn -> turn.prompt().text()).toList();
  }

  private List<Conversation> conversationsOf(RunPlanBuilder plan) {
    PromptSource source = PromptSources.of(plan.build(), twoForEachChar);
    return IntStream.range(0, source.entries()).mapToObj(source::conversation).toList();
  }

  private RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1")
        .model("a")
        .inputFile(file.toString())
        .fileType(FileType.SHAREGPT);
  }
}
