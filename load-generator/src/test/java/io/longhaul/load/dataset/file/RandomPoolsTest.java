package io.longhaul.load.dataset.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.dataset.PromptSources;
import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.dataset.synthetic.FakeStubbornTokenizer;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.request.AudioClip;
import io.longhaul.load.endpoint.request.MessageText;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.BatchPlan;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.tokenizer.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RandomPoolsTest {
  private final Tokenizer twoForEachChar = new FakeStubbornTokenizer();

  @TempDir Path folder;

  @Test
  void aPromptIsARandomLineOfAFile() throws IOException {
    Path file =
        write("pool.jsonl", "{\"text\":\"a\"}\n{\"text\":\"b\"}\n{\"texts\":[\"c\",\"d\"]}\n");

    List<Prompt> prompts = promptsOf(aPlan(file).entries(90));

    assertThat(prompts).hasSize(90);
    assertThat(prompts).extracting(Prompt::text).containsOnly("a", "b", "c d");
    assertThat(prompts.stream().filter(prompt -> prompt.text().equals("a")).count())
        .isBetween(15L, 45L);
    assertThat(promptsOf(aPlan(file).entries(90))).as("the same seed").isEqualTo(prompts);
    assertThat(promptsOf(aPlan(file).entries(90).seed(1))).isNotEqualTo(prompts);
  }

  @Test
  void aPromptHasOneLineOfEachFileNamedAfterTheFile() throws IOException {
    write("query.jsonl", "{\"text\":\"q1\"}\n{\"text\":\"q2\"}\n");
    write(
        "passages.jsonl",
        "{\"texts\":[\"p1\",\"p2\"]}\n{\"texts\":[{\"name\":\"mine\",\"contents\":[\"p3\"]}]}\n");

    List<Prompt> prompts = promptsOf(aPlan(folder).entries(60));

    Set<List<MessageText>> drawn = prompts.stream().map(Prompt::parts).collect(Collectors.toSet());
    assertThat(drawn)
        .containsExactlyInAnyOrder(
            List.of(
                new MessageText("passages", "p1"),
                new MessageText("passages", "p2"),
                new MessageText("query", "q1")),
            List.of(
                new MessageText("passages", "p1"),
                new MessageText("passages", "p2"),
                new MessageText("query", "q2")),
            List.of(new MessageText("mine", "p3"), new MessageText("query", "q1")),
            List.of(new MessageText("mine", "p3"), new MessageText("query", "q2")));
  }

  @Test
  void mediaOfAllFilesAreCombined() throws IOException {
    write("a.jsonl", "{\"text\":\"what is it?\",\"image\":\"http://x/a.png\"}\n");
    write("b.jsonl", "{\"audio\":\"wav,QUJD\"}\n");

    Prompt prompt = promptsOf(aPlan(folder).entries(1)).get(0);

    assertThat(prompt.texts()).containsExactly("what is it?");
    assertThat(prompt.media().load().images()).containsExactly("http://x/a.png");
    assertThat(prompt.media().load().audios()).containsExactly(new AudioClip("wav", "QUJD"));
  }

  @Test
  void rankingsNeedAQueryInEachPrompt() throws IOException {
    write("query.jsonl", "{\"text\":\"q1\"}\n");
    write("passages.jsonl", "{\"text\":\"p1\"}\n{\"text\":\"p2\"}\n");
    EndpointType rankings = Endpoints.named("nim_rankings");
    RunPlanBuilder plan = aPlan(folder).endpointType(rankings);
    PromptFile.check(plan.build().dataset(), rankings, false);
    assertThat(promptsOf(plan.entries(3))).hasSize(3);

    write(
        "query.jsonl", "{\"text\":\"q1\"}\n{\"texts\":[{\"name\":\"x\",\"contents\":[\"y\"]}]}\n");

    String problem =
        "Invalid prompt: "
            + folder
            + ": entry 1 of passages.jsonl with entry 2 of query.jsonl: no text named query";
    assertThatThrownBy(() -> PromptFile.check(plan.build().dataset(), rankings, false))
        .hasMessageStartingWith(problem);
    assertThatThrownBy(() -> promptsOf(plan.entries(50)))
        .isInstanceOf(DatasetException.class)
        .hasMessageContaining("entry 2 of query.jsonl: no text named query");
  }

  @Test
  void problemsAreReportedWithTheirLocation() throws IOException {
    write("a.jsonl", "{\"text\":\"fine\"}\n");
    Path bad = write("b.jsonl", "{\"text\":\"fine\"}\n{}\n");

    assertThatThrownBy(() -> promptsOf(aPlan(folder)))
        .hasMessage("Invalid prompt: " + bad + ":2: neither text nor texts (give one)");
  }

  @Test
  void aFolderIsDetectedAsPoolsAndAFileOnlyIfDeclared() throws IOException {
    Path file = write("pool.jsonl", "{\"text\":\"a\"}\n");

    assertThat(PromptFile.kindOf(folder).type()).isEqualTo(Optional.of(FileType.RANDOM_POOL));
    assertThat(PromptFile.kindOf(file).type()).isEqualTo(Optional.of(FileType.SINGLE_TURN));
  }

  @Test
  void anEmptyFolderIsRejected() {
    assertThatThrownBy(() -> promptsOf(aPlan(folder)))
        .hasMessage("Cannot use " + folder + ": it has no files (give one for each pool)");
  }

  @Test
  void aBatchDrawsEachKindIndependentlyOfLines() throws IOException {
    Path file =
        write(
            "pool.jsonl",
            "{\"text\":\"a\",\"image\":\"http://x/a.png\"}\n{\"texts\":[\"b\",\"c\"]}\n");
    RunPlanBuilder plan = aPlan(file).batch(new BatchPlan(5, 2, 1, 1)).entries(40);

    List<Prompt> prompts = promptsOf(plan);

    assertThat(prompts)
        .hasSize(40)
        .allMatch(prompt -> prompt.texts().size() == 5)
        .allMatch(prompt -> prompt.message().media().images().size() == 2);
    assertThat(prompts).flatExtracting(Prompt::texts).containsOnly("a", "b", "c");
    assertThat(prompts).extracting(Prompt::texts).anyMatch(texts -> texts.contains("b"));
    assertThat(promptsOf(plan)).isEqualTo(prompts);
  }

  @Test
  void batchSizesOfAbsentKindsHaveNoEffect() throws IOException {
    Path file = write("pool.jsonl", "{\"texts\":[\"c\",\"d\"]}\n");

    assertThat(promptsOf(aPlan(file).batch(new BatchPlan(1, 7, 0, 1)).entries(3)))
        .extracting(Prompt::text)
        .containsOnly("c d");
  }

  @Test
  void batchesNeedASinglePoolWithoutNames() throws IOException {
    Path named = write("named.jsonl", "{\"texts\":[{\"name\":\"query\",\"contents\":[\"q\"]}]}\n");
    RunPlanBuilder batches = aPlan(named).batch(new BatchPlan(2, 1, 1, 1));
    assertThatThrownBy(() -> promptsOf(batches))
        .hasMessage(
            "Cannot draw batches of "
                + named
                + ": its texts have names (remove the names or the batch sizes)");

    write("plain.jsonl", "{\"text\":\"a\"}\n");
    assertThatThrownBy(() -> promptsOf(batches.inputFile(folder.toString())))
        .hasMessage(
            "Cannot draw batches of "
                + folder
                + ": it has 2 pools (give one file, or no batch sizes)");

    Path plain = folder.resolve("plain.jsonl");
    RunPlanBuilder nothing = aPlan(plain).batch(new BatchPlan(0, 1, 1, 1));
    assertThatThrownBy(() -> PromptFile.check(nothing.build().dataset(), Endpoints.CHAT, false))
        .hasMessage(
            "Cannot draw batches of "
                + plain
                + ": all of its batch sizes are 0 (set one to 1 or more)");
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private List<Prompt> promptsOf(RunPlanBuilder plan) {
    PromptSource source = PromptSources.of(plan.build(), twoForEachChar);
    return IntStream.range(0, source.entries()).mapToObj(source::entry).toList();
  }

  private static RunPlanBuilder aPlan(Path fileOrFolder) {
    return RunPlanBuilder.plan("run-1")
        .model("a")
        .inputFile(fileOrFolder.toString())
        .fileType(FileType.RANDOM_POOL);
  }
}
