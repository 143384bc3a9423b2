package io.longhaul.load.dataset;

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
    TraceSessions sessions = new TraceSessions(true);
    return TraceLines.read(
        file,
        new TraceLines.Handler() {
          @Override
          public void handle(TraceLine line) throws MalformedLineException {
            sessions.add(line);
          }

          @Override
          public void handleProblem(String problem) {
            problems.accept(problem);
          }
        });
  }
}
