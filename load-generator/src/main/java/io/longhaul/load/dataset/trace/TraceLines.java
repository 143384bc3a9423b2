package io.longhaul.load.dataset.trace;

import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.text.LineReader;
import io.longhaul.load.dataset.text.MalformedLineException;
import io.longhaul.load.plan.dataset.FileType;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Reads the requests of a {@code mooncake_trace} one at a time, whatever the size of the file. */
public final class TraceLines {
  /** The block size is unknown here, and each block has at least one token. */
  private static final int MIN_BLOCK_TOKENS = 1;

  private TraceLines() {}

  /** Receives parsed lines. */
  interface Handler {
    void handle(TraceLine line) throws MalformedLineException;
  }

  /**
   * Checks whether a file can be replayed.
   *
   * @param problems receives each line that cannot be replayed, in order
   * @return the number of lines that are not blank
   * @throws DatasetException if the file cannot be read
   */
  public static long check(Path file, Consumer<String> problems) {
    return read(file, new TraceSessions(true)::add, problems);
  }

  /**
   * Reads the whole file.
   *
   * @param problems receives a sentence with the line number for each line that cannot be replayed
   * @return the number of lines that are not blank
   * @throws DatasetException if the file cannot be read
   */
  static long read(Path file, Handler handler, Consumer<String> problems) {
    long lines = 0;
    try (LineReader reader = new LineReader(file)) {
      for (String text = reader.next(); text != null; text = reader.next()) {
        if (text.isBlank()) {
          continue;
        }
        lines++;
        try {
          handler.handle(TraceLine.parse(text, FileType.MOONCAKE_TRACE, MIN_BLOCK_TOKENS));
        } catch (MalformedLineException e) {
          problems.accept("Line " + reader.number() + ": " + e.getMessage());
        }
      }
      return lines;
    } catch (CharacterCodingException e) {
      throw new DatasetException(
          "Cannot read " + file + ": it is not UTF-8 text, after line " + lines, e);
    } catch (IOException e) {
      throw DatasetException.unreadable(file, e);
    }
  }
}
