package io.longhaul.load.dataset.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.dataset.PromptSources;
import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.dataset.synthetic.FakeStubbornTokenizer;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.tokenizer.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuestionPromptsTest {
  private static final String ORCA =
      """
      {"id": "1", "system_prompt": "Be brief.", "question": "Why?", "response": "So."}
      {"id": "2", "system_prompt": "", "question": "How?", "response": "Thus."}
      """;

  private final Tokenizer twoForEachChar = new FakeStubbornTokenizer();

  @TempDir Path folder;

  private Path file;

  @BeforeEach
  void createThePath() {
    file = folder.resolve("rows.jsonl");
  }

  @Test
  void aQuestionIsSentWithItsSystemMessage() throws IOException {
    Files.writeString(file, ORCA);

    List<Prompt> prompts = promptsOf(aPlan(FileType.OPENORCA));

    assertThat(prompts).extracting(Prompt::text).containsExactly("Why?", "How?");
    assertThat(prompts.get(0).before())
        .extracting(message -> message.role())
        .containsExactly("system");
    assertThat(prompts.get(0).before().get(0).texts()).containsExactly("Be brief.");
    assertThat(prompts.get(0).inputTokens()).isEqualTo(2 * "Be brief. Why?".length());
    assertThat(prompts.get(1).before()).isEmpty();
  }

  @Test
  void systemMessageAndQuestionAreJoinedForSingleTextEndpoints() throws IOException {
    Files.writeString(file, ORCA);

    List<Prompt> prompts =
        promptsOf(aPlan(FileType.OPENORCA).endpointType(Endpoints.named("completions")));

    assertThat(prompts).extracting(Prompt::text).containsExactly("Be brief.\n\nWhy?", "How?");
    assertThat(prompts).allMatch(prompt -> prompt.before().isEmpty());
  }

  @Test
  void anArticleIsAPromptAndPagesContainRows() throws IOException {
    Files.writeString(
        file,
        "{\"features\": [], \"rows\": [{\"row\": {\"article\": \"a1\"}}, {\"row\": {\"article\":"
            + " \"a2\"}}]}\n{\"article\": \"a3\", \"highlights\": \"x\"}\n");

    assertThat(promptsOf(aPlan(FileType.CNN_DAILYMAIL)))
        .extracting(Prompt::text)
        .containsExactly("a1", "a2", "a3");
  }

  @Test
  void onlyTheNeededEntriesAreRead() throws IOException {
    Files.writeString(file, ORCA + "this is no JSON\n");

    assertThat(promptsOf(aPlan(FileType.OPENORCA).entries(2))).hasSize(2);
    assertThatThrownBy(() -> promptsOf(aPlan(FileType.OPENORCA).entries(3)))
        .hasMessage("Invalid prompt: " + file + ":3: not JSON, at column 5");
  }

  @Test
  void bothFormatsAreDetectedByTheirMembers() throws IOException {
    Files.writeString(file, ORCA);
    assertThat(PromptFile.kindOf(file).type()).isEqualTo(Optional.of(FileType.OPENORCA));
    Files.writeString(file, "{\"rows\": [{\"row\": {\"article\": \"a\"}}]}");
    assertThat(PromptFile.kindOf(file).type()).isEqualTo(Optional.of(FileType.CNN_DAILYMAIL));
  }

  @Test
  void aRowWithoutAQuestionAndAnEndpointWithoutTextAreRejected() throws IOException {
    Files.writeString(file, "{\"article\": \"a\"}\n");
    assertThatThrownBy(() -> promptsOf(aPlan(FileType.OPENORCA)))
        .hasMessage("Invalid prompt: " + file + ":1: no question");

    RunPlanBuilder ranks =
        aPlan(FileType.CNN_DAILYMAIL).endpointType(Endpoints.named("nim_rankings"));
    assertThatThrownBy(() -> promptsOf(ranks))
        .hasMessage(
            "Invalid prompt: "
                + file
                + ":1: a question (endpoint type nim_rankings does not accept it)");
  }

  private List<Prompt> promptsOf(RunPlanBuilder plan) {
    PromptSource source = PromptSources.of(plan.build(), twoForEachChar);
    return IntStream.range(0, source.entries()).mapToObj(source::entry).toList();
  }

  private RunPlanBuilder aPlan(FileType type) {
    return RunPlanBuilder.plan("run-1").model("a").inputFile(file.toString()).fileType(type);
  }
}
