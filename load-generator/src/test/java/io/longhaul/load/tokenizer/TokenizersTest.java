package io.longhaul.load.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.plan.server.TokenizerPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenizersTest {
  private static final String REMEDIES =
      " (give --tokenizer the path of a tokenizer.json or of its folder, or --tokenizer builtin, or"
          + " take the server's counts with --use-server-token-count)";

  @TempDir Path folder;

  private Tokenizers tokenizers;

  @BeforeEach
  void useATemporaryCache() {
    tokenizers = Tokenizers.of(Map.of("HF_HOME", folder.resolve("hf").toString()), folder);
  }

  @Test
  void builtinCountsWithO200kBase() {
    LoadedTokenizer loaded = tokenizers.load(named("builtin"), false);

    try (Tokenizer tokenizer = loaded.tokenizer()) {
      assertThat(tokenizer.name()).isEqualTo("builtin");
      assertThat(tokenizer.encode("hello world")).containsExactly(24912, 2375);
      assertThat(tokenizer.decode(new int[] {24912, 2375})).isEqualTo("hello world");
      assertThat(loaded.warnings()).isEmpty();
      assertThat(tokenizer.folder()).isEmpty();
      assertThat(tokenizers.folder(named("builtin"))).isEmpty();
    }
  }

  @Test
  void aSpecialTokensSpellingIsPlainText() {
    try (Tokenizer tokenizer = tokenizers.load(named("builtin"), false).tokenizer()) {
      assertThat(tokenizer.decode(tokenizer.encode("<|endoftext|>"))).isEqualTo("<|endoftext|>");
      assertThat(tokenizer.count("<|endoftext|>")).isGreaterThan(1);
    }
  }

  @Test
  void aTokenizerFileIsLoadedByItsPath() throws IOException {
    Path file = TinyTokenizer.writeInto(folder);

    try (Tokenizer tokenizer = tokenizers.load(named(file.toString()), false).tokenizer()) {
      assertThat(tokenizer.name()).isEqualTo(file.toString());
      assertThat(tokenizer.folder()).contains(folder.toAbsolutePath());
      assertThat(tokenizers.folder(named(file.toString()))).contains(folder.toAbsolutePath());
      assertThat(tokenizers.folder(named(folder.toString()))).contains(folder.toAbsolutePath());
      assertThat(tokenizer.decode(tokenizer.encode("Shall I compare thee")))
          .isEqualTo("Shall I compare thee");
    }
  }

  @Test
  void aFolderRefersToItsTokenizerFile() throws IOException {
    TinyTokenizer.writeInto(folder);

    try (Tokenizer tokenizer = tokenizers.load(named(folder.toString()), false).tokenizer()) {
      assertThat(tokenizer.count("thee")).isPositive();
    }
  }

  @Test
  void specialTokensAreNotAdded() throws IOException {
    Path file = TinyTokenizer.writeInto(folder);

    try (Tokenizer tokenizer = tokenizers.load(named(file.toString()), false).tokenizer()) {
      assertThat(tokenizer.encode("a")).hasSize(1);
      assertThat(tokenizer.encode("")).isEmpty();
    }
  }

  @Test
  void aHuggingFaceNameIsResolvedInTheCacheByItsRef() throws IOException {
    Path model = folder.resolve("hf/hub/models--acme--tiny");
    Files.createDirectories(model.resolve("refs"));
    Files.writeString(model.resolve("refs/main"), "0123abcd\n");
    TinyTokenizer.writeInto(Files.createDirectories(model.resolve("snapshots/0123abcd")));

    try (Tokenizer tokenizer = tokenizers.load(named("acme/tiny"), false).tokenizer()) {
      assertThat(tokenizer.name()).isEqualTo("acme/tiny");
    }
  }

  @Test
  void aCommitCanBeARevision() throws IOException {
    Path model = folder.resolve("hf/hub/models--acme--tiny");
    TinyTokenizer.writeInto(Files.createDirectories(model.resolve("snapshots/0123abcd")));
    TokenizerPlan pinned = new TokenizerPlan("acme/tiny", "0123abcd", false);

    try (Tokenizer tokenizer = tokenizers.load(pinned, false).tokenizer()) {
      assertThat(tokenizer.name()).isEqualTo("acme/tiny");
    }
  }

  @Test
  void aPlaceholderModelUsesBuiltinWithAWarning() {
    LoadedTokenizer loaded = tokenizers.load(named("acme/Mock-Model-7b"), false);

    try (Tokenizer tokenizer = loaded.tokenizer()) {
      assertThat(tokenizer.name()).isEqualTo("builtin");
      assertThat(loaded.warnings())
          .containsExactly(
              "Model acme/Mock-Model-7b looks like a placeholder: tokens are counted with"
                  + " builtin (o200k_base)");
    }
  }

  @Test
  void checkingATokenizerLoadsIt() throws IOException {
    String path = TinyTokenizer.writeInto(folder).toString();
    List<String> seen = new ArrayList<>();
    tokenizers.check(named("builtin"), false, loaded -> seen.add(loaded.name()));
    tokenizers.check(named("mock-model"), false, loaded -> seen.add(loaded.name()));
    tokenizers.check(named(path), false, loaded -> seen.add(loaded.name()));
    assertThat(seen).containsExactly(path);
    tokenizers.check(named("acme/unknown"), true, loaded -> {});

    assertThatThrownBy(() -> tokenizers.check(named("acme/unknown"), false, loaded -> {}))
        .isInstanceOf(TokenizerUnavailableException.class)
        .hasMessageStartingWith("Cannot load tokenizer acme/unknown: ");
  }

  @Test
  void anUnavailableNameIsRejectedWithThreeRemedies() {
    assertThatThrownBy(() -> tokenizers.load(named("acme/unknown"), false))
        .isInstanceOf(TokenizerUnavailableException.class)
        .hasMessage(
            "Cannot load tokenizer acme/unknown: it is neither a path nor in the cache "
                + folder.resolve("hf/hub")
                + REMEDIES);
  }

  @Test
  void withServerCountsAMissingTokenizerOnlyWarns() {
    LoadedTokenizer loaded = tokenizers.load(named("acme/unknown"), true);

    try (Tokenizer tokenizer = loaded.tokenizer()) {
      assertThat(tokenizer.name()).isEqualTo("builtin");
      assertThat(loaded.warnings())
          .containsExactly(
              "No tokenizer for acme/unknown: builtin (o200k_base) determines prompt lengths, and"
                  + " the server counts tokens");
    }
  }

  @Test
  void aMissingPathIsNotTreatedAsAName() {
    String missing = folder.resolve("missing.json").toString();

    assertThatThrownBy(() -> tokenizers.load(named(missing), false))
        .hasMessage(
            "Cannot load tokenizer "
                + missing
                + ": it is neither an existing path nor a Hugging Face name"
                + REMEDIES);
  }

  @Test
  void aFolderWithoutATokenizerIsRejected() {
    assertThatThrownBy(() -> tokenizers.load(named(folder.toString()), false))
        .hasMessage(
            "Cannot load tokenizer: folder " + folder + " has no tokenizer.json" + REMEDIES);
  }

  @Test
  void aFileThatIsNotATokenizerIsRejectedInOneSentence() throws IOException {
    Path file = Files.writeString(folder.resolve("notes.json"), "{\"hello\": 1}");

    assertThatThrownBy(() -> tokenizers.load(named(file.toString()), false))
        .isInstanceOf(TokenizerUnavailableException.class)
        .hasMessageStartingWith(
            "Cannot load tokenizer: " + file + " is not a Hugging Face tokenizer.json")
        .hasMessageEndingWith(REMEDIES)
        .hasMessageNotContaining("\n");
  }

  @Test
  void anotherRevisionIsNotDownloaded() {
    TokenizerPlan plan = new TokenizerPlan("acme/unknown", "v2", true);

    assertThatThrownBy(() -> tokenizers.load(plan, false))
        .hasMessageContaining("revision v2 is not cached, and only main can be downloaded");
  }

  private static TokenizerPlan named(String name) {
    return new TokenizerPlan(name, "main", false);
  }
}
