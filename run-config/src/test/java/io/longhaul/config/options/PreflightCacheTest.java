package io.longhaul.config.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.server.TokenizerPlan;
import io.longhaul.load.tokenizer.TokenizerUnavailableException;
import io.longhaul.load.tokenizer.Tokenizers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreflightCacheTest {
  private final PreflightCache found = new PreflightCache();

  @TempDir Path folder;

  @Test
  void aFileIsReadOnceForAllRunsThatReadItAlike() throws Exception {
    Path file = folder.resolve("prompts.jsonl");
    Files.writeString(file, "{\"text\": \"a\"}\n{\"text\": \"b\"}\n");
    DatasetPlan dataset = aDataset(file);

    assertThat(found.content(dataset, Endpoints.CHAT, false).orElseThrow().requests()).isEqualTo(2);
    Files.delete(file);
    assertThat(found.content(aDataset(file), Endpoints.CHAT, false).orElseThrow().requests())
        .isEqualTo(2);
    assertThatThrownBy(() -> found.content(dataset, Endpoints.CHAT, true))
        .isInstanceOf(DatasetException.class);
  }

  @Test
  void aTokenizerIsTriedOnceForAllRunsThatAskForTheSameLengths() throws Exception {
    Path file = folder.resolve("odd-tokenizer.json");
    // What it does not know becomes three tokens when it is read again.
    Files.writeString(
        file,
        """
        {"version": "1.0", "model": {"type": "WordLevel", "vocab": {"[UNK]": 0}, "unk_token": "[UNK]"},
         "added_tokens": [], "pre_tokenizer": {"type": "Whitespace"}}
        """);

    Optional<String> missed = missedLengths(file, 40);
    assertThat(missed.orElseThrow()).contains("misses the requested length");
    Files.delete(file);
    assertThat(missedLengths(file, 40)).isEqualTo(missed);
    assertThatThrownBy(() -> missedLengths(file, 50))
        .isInstanceOf(TokenizerUnavailableException.class);
  }

  private Optional<String> missedLengths(Path tokenizer, int inputTokens) {
    RunPlan plan =
        RunPlanBuilder.plan("run").model("m").inputTokens(inputTokens, 0).requestCount(1).build();
    return found.missedLengths(
        Tokenizers.of(Map.of(), folder),
        new TokenizerPlan(tokenizer.toString(), "main", false),
        false,
        plan.dataset(),
        Endpoints.CHAT);
  }

  private static DatasetPlan aDataset(Path file) {
    return RunPlanBuilder.plan("run")
        .model("m")
        .inputFile(file.toString())
        .fileType(FileType.SINGLE_TURN)
        .build()
        .dataset();
  }
}
