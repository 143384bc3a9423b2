package io.longhaul.load.dataset.trace;

import io.longhaul.load.dataset.prompt.DatasetException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Checks whether a {@code mooncake_trace} can be replayed. */
public final class TraceCheck {
  private TraceCheck() {}

  /**
   * Reads the whole file.
   *
   * @param problems receives each line that cannot be replayed, in order
   * @return the number of lines that are not blank
   * @throws DatasetException if the file cannot be read
   */
  public static long of(Path file, Consumer<String> problems) {
    return TraceLines.read(file, new TraceSessions(true)::add, problems);
  }
}
