package io.longhaul.load.tokenizer;

import io.longhaul.load.plan.server.TokenizerPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Loads the tokenizer that a plan names.
 *
 * <p>A name is resolved in this order: {@code builtin}; an existing file or folder; a placeholder
 * model ({@code mock-model} and similar), for which {@code builtin} is used; a Hugging Face name in
 * the local cache; a Hugging Face name over the network, if that is allowed.
 */
public final class Tokenizers {
  private static final String FILE_NAME = "tokenizer.json";

  private static final List<String> PLACEHOLDER_MODELS =
      List.of("mock-model", "test-model", "fake-model");

  private static final String REMEDIES =
      "give --tokenizer the path of a tokenizer.json or of its folder, or --tokenizer builtin, or"
          + " take the server's counts with --use-server-token-count";

  private final HubCache cache;

  private Tokenizers(HubCache cache) {
    this.cache = cache;
  }

  /** Returns a loader that uses the environment and home folder of this process. */
  public static Tokenizers ofThisProcess() {
    return of(System.getenv(), Path.of(System.getProperty("user.home")));
  }

  /** Returns a loader that uses this environment and home folder. */
  public static Tokenizers of(Map<String, String> environment, Path home) {
    return new Tokenizers(HubCache.of(environment, home));
  }

  /**
   * Loads the tokenizer of a plan.
   *
   * @param serverCounts whether the server's token counts are used. If so, an unavailable tokenizer
   *     is not an error: {@code builtin} is used to size prompts, and a warning says so.
   * @throws TokenizerUnavailableException if no tokenizer can be loaded
   */
  public LoadedTokenizer load(TokenizerPlan plan, boolean serverCounts) {
    String name = plan.name();
    if (name.equalsIgnoreCase(BuiltinTokenizer.NAME)) {
      return builtin();
    }
    Optional<Path> local = existingPath(name);
    if (local.isPresent()) {
      return new LoadedTokenizer(fromPath(local.get()), List.of());
    }
    if (isPlaceholder(name)) {
      return builtin(
          "Model %s looks like a placeholder: tokens are counted with builtin (o200k_base)"
              .formatted(name));
    }
    try {
      return new LoadedTokenizer(fromHub(plan), List.of());
    } catch (TokenizerUnavailableException e) {
      if (!serverCounts) {
        throw e;
      }
      return builtin(
          "No tokenizer for %s: builtin (o200k_base) determines prompt lengths, and the server"
                  .formatted(name)
              + " counts tokens");
    }
  }

  /**
   * Checks that {@link #load} will succeed. The tokenizer is loaded and closed again, except for
   * {@code builtin}, which needs no check.
   *
   * @param inspection receives the loaded tokenizer
   * @throws TokenizerUnavailableException if no tokenizer can be loaded
   */
  public void check(TokenizerPlan plan, boolean serverCounts, Consumer<Tokenizer> inspection) {
    boolean isBuiltIn =
        plan.name().equalsIgnoreCase(BuiltinTokenizer.NAME)
            || (existingPath(plan.name()).isEmpty() && isPlaceholder(plan.name()));
    if (!isBuiltIn) {
      try (Tokenizer loaded = load(plan, serverCounts).tokenizer()) {
        inspection.accept(loaded);
      }
    }
  }

  /**
   * Returns the folder of the tokenizer that {@link #load} would return; empty if it is not on this
   * machine.
   */
  public Optional<Path> folder(TokenizerPlan plan) {
    String name = plan.name();
    if (name.equalsIgnoreCase(BuiltinTokenizer.NAME)) {
      return Optional.empty();
    }
    Optional<Path> local = existingPath(name).map(Path::toAbsolutePath);
    if (local.isPresent()) {
      return local.map(path -> Files.isDirectory(path) ? path : path.getParent());
    }
    return isPlaceholder(name) || !isHubName(name)
        ? Optional.empty()
        : cache.find(name, plan.revision()).map(Path::getParent);
  }

  private static LoadedTokenizer builtin(String... warnings) {
    return new LoadedTokenizer(new BuiltinTokenizer(), List.of(warnings));
  }

  private static boolean isPlaceholder(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return PLACEHOLDER_MODELS.stream().anyMatch(lower::contains);
  }

  private static Optional<Path> existingPath(String name) {
    try {
      return Optional.of(Path.of(name)).filter(Files::exists);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static Tokenizer fromPath(Path path) {
    Path file = Files.isDirectory(path) ? path.resolve(FILE_NAME) : path;
    if (!Files.isRegularFile(file)) {
      throw new TokenizerUnavailableException(
          "Cannot load tokenizer: folder %s has no %s (%s)".formatted(path, FILE_NAME, REMEDIES));
    }
    return fromFile(path.toString(), file);
  }

  private static Tokenizer fromFile(String name, Path file) {
    try {
      return DjlTokenizer.ofFile(name, file);
    } catch (IOException | RuntimeException e) {
      throw new TokenizerUnavailableException(
          "Cannot load tokenizer: %s is not a Hugging Face tokenizer.json, %s (%s)"
              .formatted(file, e.getMessage(), REMEDIES),
          e);
    }
  }

  private Tokenizer fromHub(TokenizerPlan plan) {
    String name = plan.name();
    if (!isHubName(name)) {
      throw unavailable(name, "it is neither an existing path nor a Hugging Face name", null);
    }
    Optional<Path> cached = cache.find(name, plan.revision());
    if (cached.isPresent()) {
      return fromFile(name, cached.get());
    }
    if (!plan.downloadAllowed()) {
      throw unavailable(name, "it is neither a path nor in the cache " + cache.folder(), null);
    }
    if (!plan.revision().equals("main")) {
      throw unavailable(
          name,
          "revision " + plan.revision() + " is not cached, and only main can be downloaded",
          null);
    }
    try {
      return DjlTokenizer.download(name);
    } catch (RuntimeException e) {
      throw unavailable(name, "it could not be downloaded, " + e.getMessage(), e);
    }
  }

  /** Hugging Face names contain at most one slash and no {@code ..}. */
  private static boolean isHubName(String name) {
    return name.matches("[\\w.-]+(/[\\w.-]+)?") && !name.contains("..");
  }

  private static TokenizerUnavailableException unavailable(
      String name, String reason, @Nullable Throwable cause) {
    return new TokenizerUnavailableException(
        "Cannot load tokenizer " + name + ": " + reason + " (" + REMEDIES + ")", cause);
  }

  /**
   * The cache folder of Hugging Face's tools: {@code models--ORG--NAME/refs/REVISION} contains a
   * commit, {@code snapshots/COMMIT/} the files of that commit.
   */
  private record HubCache(Path folder) {

    /**
     * Returns the cache that the environment selects, by Hugging Face's rules: {@code
     * HF_HUB_CACHE}; else {@code hub} in {@code HF_HOME}; else {@code huggingface/hub} in {@code
     * XDG_CACHE_HOME}, which defaults to {@code .cache} in the home folder.
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
          .map(snapshot -> snapshot.resolve(FILE_NAME))
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
}
