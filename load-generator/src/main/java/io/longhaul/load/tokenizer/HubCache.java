package io.longhaul.load.tokenizer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The cache folder of Hugging Face's tools: {@code models--ORG--NAME/refs/REVISION} contains a
 * commit, {@code snapshots/COMMIT/} the files of that commit.
 */
record HubCache(Path folder) {

  /**
   * Returns the cache that the environment selects, by Hugging Face's rules: {@code HF_HUB_CACHE};
   * else {@code hub} in {@code HF_HOME}; else {@code huggingface/hub} in {@code XDG_CACHE_HOME},
   * which defaults to {@code .cache} in the home folder.
   */
  static HubCache of(Map<String, String> environment, Path home) {
    String hubCache = environment.getOrDefault("HF_HUB_CACHE", "");
    if (!hubCache.isEmpty()) {
      return new HubCache(Path.of(hubCache));
    }
    String hfHome = environment.getOrDefault("HF_HOME", "");
    if (!hfHome.isEmpty()) {
      return new HubCache(Path.of(hfHome, "hub"));
    }
    String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path cache = xdg.isEmpty() ? home.resolve(".cache") : Path.of(xdg);
    return new HubCache(cache.resolve("huggingface").resolve("hub"));
  }

  /** Returns the path of a model's {@code tokenizer.json} at a revision, if it is cached. */
  Optional<Path> find(String name, String revision) {
    Path model = folder.resolve("models--" + name.replace("/", "--"));
    return Optional.of(model.resolve("snapshots").resolve(commitOf(model, revision)))
        .map(snapshot -> snapshot.resolve(Tokenizers.FILE_NAME))
        .filter(Files::isRegularFile);
  }

  /** A revision without a ref may itself be a commit. */
  private static String commitOf(Path model, String revision) {
    Path ref = model.resolve("refs").resolve(revision);
    if (!Files.isRegularFile(ref)) {
      return revision;
    }
    try {
      return Files.readString(ref, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new TokenizerUnavailableException(
          "Cannot read " + ref + ": " + e.getMessage() + " (make it readable)", e);
    }
  }
}
