package io.longhaul.load.dataset.prompt;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** The data set cannot be used. The message contains the reasons, one sentence per line. */
public final class DatasetException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  public DatasetException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  public DatasetException(String problem, Throwable cause) {
    super(problem, cause);
    this.problems = List.of(problem);
  }

  public DatasetException(String problem) {
    this(List.of(problem));
  }

  /** Creates an exception for a cause whose message is a complete sentence. */
  public DatasetException(IOException cause) {
    this(String.valueOf(cause.getMessage()), cause);
  }

  /** Returns an exception for a file whose content cannot be used, with the reason. */
  public static DatasetException unusable(Path file, String reason) {
    return new DatasetException("Cannot use " + file + ": " + reason);
  }

  /** Returns an exception for a file that cannot be read, with the reason and a remedy. */
  public static DatasetException unreadable(Path file, IOException cause) {
    return new DatasetException("Cannot read " + file + ": " + reasonOf(file, cause), cause);
  }

  private static String reasonOf(Path file, IOException cause) {
    if (cause instanceof NoSuchFileException) {
      return "there is no such file (check its path)";
    }
    if (cause instanceof CharacterCodingException) {
      return "it is not UTF-8 text";
    }
    return Files.isDirectory(file)
        ? "it is a folder (give a file)"
        : String.valueOf(cause.getMessage());
  }

  /** Returns one sentence for each problem, at least one. */
  public List<String> problems() {
    return problems;
  }
}
