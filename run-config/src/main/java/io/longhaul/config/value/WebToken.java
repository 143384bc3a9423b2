package io.longhaul.config.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.config.binding.OptionProblems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the fixed token of a standing {@code longhaul web}: in a file or in the environment. */
public final class WebToken {
  /** The environment variable, for service managers that have secrets there. */
  public static final String VARIABLE = "LONGHAUL_WEB_TOKEN";

  public static final String FILE_OPTION = "--token-file";

  private static final String RULE = "at least 16 letters, digits, dashes or underscores";
  private static final String PATTERN = "[A-Za-z0-9_-]{16,512}";
  private static final long MOST_BYTES = 16 << 10;

  private WebToken() {}

  /**
   * Returns the token without surrounding spaces, or empty if there is none. Messages do not
   * contain it.
   *
   * @param file the file with the token, or null
   */
  public static Optional<String> find(
      @Nullable Path file, Map<String, String> environment, OptionProblems problems) {
    if (file != null) {
      return inFile(file, problems);
    }
    String given = environment.getOrDefault(VARIABLE, "").strip();
    if (given.isEmpty()) {
      return Optional.empty();
    }
    if (!given.matches(PATTERN)) {
      problems.invalid(VARIABLE, "its value", RULE);
    }
    return Optional.of(given);
  }

  private static Optional<String> inFile(Path file, OptionProblems problems) {
    try {
      boolean isLarge = Files.isRegularFile(file) && Files.size(file) > MOST_BYTES;
      String token = isLarge ? "" : Files.readString(file, UTF_8).strip();
      if (token.matches(PATTERN)) {
        return Optional.of(token);
      }
      problems.invalid(FILE_OPTION, file, "a file that contains only the token: " + RULE);
    } catch (NoSuchFileException e) {
      problems.invalid(FILE_OPTION, file, "there is no such file");
    } catch (IOException e) {
      problems.invalid(FILE_OPTION, file, "it cannot be read as text");
    }
    return Optional.empty();
  }
}
