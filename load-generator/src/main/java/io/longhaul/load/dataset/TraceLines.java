package io.longhaul.load.dataset;

import io.longhaul.load.plan.FileType;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;

/** Reads the requests of a {@code mooncake_trace} one at a time, whatever the size of the file. */
final class TraceLines {
  /** The block size is unknown here, and each block has at least one token. */
  private static final int MIN_BLOCK_TOKENS = 1;

  private TraceLines() {}

  /** Receives parsed lines and problems. */
  interface Handler {
    void handle(TraceLine line) throws MalformedLineException;

    /**
     * Called for a line that cannot be replayed.
     *
     * @param problem a sentence with the line number
     */
    void handleProblem(String problem);
  }

  /**
   * Reads the whole file.
   *
   * @return the number of lines that are not blank
   * @throws DatasetException if the file cannot be read
   */
  static long read(Path file, Handler handler) {
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
          handler.handleProblem("Line " + reader.number() + ": " + e.getMessage());
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
