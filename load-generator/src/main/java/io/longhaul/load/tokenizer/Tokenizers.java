package io.longhaul.load.tokenizer;

import io.longhaul.load.plan.TokenizerPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Finds the tokenizer that a plan names.
 *
 * <p>A name is, in this order: {@code builtin}; a file or a folder that exists; a made-up model
 * ({@code mock-model} and the like), which counts with {@code builtin}; a Hugging Face name in the
 * local cache; the same over the network, if that is allowed.
 */
public final class Tokenizers {
  static final String FILE_NAME = "tokenizer.json";

  private static final List<String> PLACEHOLDER_MODELS =
      List.of("mock-model", "test-model", "fake-model");

  private static final String REMEDIES =
      "give --tokenizer the path of a tokenizer.json or of its folder, or --tokenizer builtin, or"
          + " take the server's counts with --use-server-token-count";

  private final HubCache cache;

  private Tokenizers(HubCache cache) {
    this.cache = cache;
  }

  /** Tokenizers as this process's environment and home folder have them. */
  public static Tokenizers ofThisProcess() {
    return of(System.getenv(), Path.of(System.getProperty("user.home")));
  }

  /** Tokenizers as this environment and home folder have them. */
  public static Tokenizers of(Map<String, String> environment, Path home) {
    return new Tokenizers(HubCache.of(environment, home));
  }

  /**
   * Loads the tokenizer of a plan.
   *
   * @param serverCounts whether the server's counts are used: then a name that can't be had is no
   *     obstacle, {@code builtin} sizes the prompts and a warning says so
   * @throws TokenizerUnavailableException when there is none
   */
  public LoadedTokenizer load(TokenizerPlan plan, boolean serverCounts) {
    String name = plan.name();
    if (name.equalsIgnoreCase(BuiltinTokenizer.NAME)) {
      return builtin(List.of());
    }
    Optional<Path> local = existingPath(name);
    if (local.isPresent()) {
      return new LoadedTokenizer(fromPath(local.get()), List.of());
    }
    if (isPlaceholder(name)) {
      return builtin(
          List.of(
              "Model " + name + " looks made up: tokens are counted with builtin (o200k_base)"));
    }
    try {
      return new LoadedTokenizer(fromHub(plan), List.of());
    } catch (TokenizerUnavailableException e) {
      if (!serverCounts) {
        throw e;
      }
      return builtin(
          List.of(
              "No tokenizer for "
                  + name
                  + ": prompts are sized with builtin (o200k_base), and the server counts tokens"));
    }
  }

  /**
   * Makes sure that {@link #load} will give a tokenizer, without keeping one. What is built in is
   * not loaded for it.
   *
   * @param inspection sees the one that was loaded
   * @throws TokenizerUnavailableException when there is none
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

  /** Where the files of the tokenizer are that {@link #load} would give; empty if not here. */
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

  private static LoadedTokenizer builtin(List<String> warnings) {
    return new LoadedTokenizer(new BuiltinTokenizer(), warnings);
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
          "Cannot load tokenizer: folder " + path + " has no " + FILE_NAME + " (" + REMEDIES + ")");
    }
    return fromFile(path.toString(), file);
  }

  private static Tokenizer fromFile(String name, Path file) {
    try {
      return DjlTokenizer.ofFile(name, file);
    } catch (IOException | RuntimeException e) {
      throw new TokenizerUnavailableException(
          "Cannot load tokenizer: "
              + file
              + " is not a Hugging Face tokenizer.json, "
              + e.getMessage()
              + " ("
              + REMEDIES
              + ")",
          e);
    }
  }

  private Tokenizer fromHub(TokenizerPlan plan) {
    String name = plan.name();
    if (!isHubName(name)) {
      throw unavailable(name, "it is neither a path that exists nor a Hugging Face name", null);
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
          name, "revision " + plan.revision() + " is not cached and only main is fetched", null);
    }
    return download(name);
  }

  /** At most one slash, no dots that climb: what Hugging Face takes for a name. */
  private static boolean isHubName(String name) {
    return name.matches("[\\w.-]+(/[\\w.-]+)?") && !name.contains("..");
  }

  private static Tokenizer download(String name) {
    try {
      return DjlTokenizer.download(name);
    } catch (RuntimeException e) {
      throw unavailable(name, "it could not be fetched, " + e.getMessage(), e);
    }
  }

  private static TokenizerUnavailableException unavailable(
      String name, String reason, Throwable cause) {
    return new TokenizerUnavailableException(
        "Cannot load tokenizer " + name + ": " + reason + " (" + REMEDIES + ")", cause);
  }
}
