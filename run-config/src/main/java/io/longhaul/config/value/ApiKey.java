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

/** Finds the API key: on the command line, in a file or in the environment, in this order. */
public final class ApiKey {
  /** The environment variable, which keeps the key out of command lines that others can see. */
  public static final String VARIABLE = "LONGHAUL_API_KEY";

  public static final String OPTION = "--api-key";
  public static final String FILE_OPTION = "--api-key-file";

  private static final long MOST_BYTES = 16 << 10;

  private ApiKey() {}

  /**
   * Returns the key without surrounding spaces, or empty if there is none.
   *
   * @param typed the key on the command line, or null
   * @param file the file with the key, or null
   */
  public static Optional<String> find(
      @Nullable String typed,
      @Nullable String file,
      Map<String, String> environment,
      OptionProblems problems) {
    if (typed != null && file != null) {
      problems.invalid(FILE_OPTION, file, "not with " + OPTION);
    }
    if (typed != null) {
      return notBlank(typed);
    }
    return file == null ? notBlank(environment.getOrDefault(VARIABLE, "")) : inFile(file, problems);
  }

  private static Optional<String> notBlank(String text) {
    return text.isBlank() ? Optional.empty() : Optional.of(text.strip());
  }

  /** Messages do not contain the content of the file. */
  private static Optional<String> inFile(String file, OptionProblems problems) {
    Path path = Path.of(file);
    try {
      boolean isLarge = Files.isRegularFile(path) && Files.size(path) > MOST_BYTES;
      String key = isLarge ? "" : Files.readString(path, UTF_8).strip();
      if (key.lines().count() == 1) {
        return Optional.of(key);
      }
      problems.invalid(FILE_OPTION, file, "a file that contains only the key");
    } catch (NoSuchFileException e) {
      problems.invalid(FILE_OPTION, file, "there is no such file");
    } catch (IOException e) {
      problems.invalid(FILE_OPTION, file, "it cannot be read as text");
    }
    return Optional.empty();
  }
}
