package io.longhaul.load.dataset.trace;

import io.longhaul.load.dataset.text.LongTable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a {@code mooncake_trace} while requests are recorded. Each request is written as a
 * complete line as soon as it is added, so a crash loses none of them. Requests are added in the
 * order in which they end; {@link #close} sorts them by arrival. Not thread-safe.
 */
public final class TraceWriter implements AutoCloseable {
  private static final Set<StandardOpenOption> OVERWRITE =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE);

  private final Path file;
  private final FileChannel out;
  private final LongTable.Writer rows;
  private boolean ascending = true;
  private long lastArrivedNanos;

  /** Why the index of lines is incomplete; null if it is complete. */
  private @Nullable IOException indexFailure;

  private TraceWriter(Path file, FileChannel out, LongTable.Writer rows) {
    this.file = file;
    this.out = out;
    this.rows = rows;
  }

  /**
   * Creates the file.
   *
   * @throws java.nio.file.FileAlreadyExistsException if it exists, because it may be an earlier
   *     recording
   */
  public static TraceWriter create(Path file) throws IOException {
    FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      return new TraceWriter(file, out, new LongTable.Writer(3));
    } catch (IOException e) {
      out.close();
      throw e;
    }
  }

  /**
   * Writes a request.
   *
   * @throws IOException if it cannot be written; the file then ends after the previous line
   */
  public void add(RecordedTraceLine request) throws IOException {
    long offset = out.position();
    ByteBuffer line = ByteBuffer.wrap(request.toLine());
    try {
      while (line.hasRemaining()) {
        out.write(line);
      }
    } catch (IOException e) {
      out.truncate(offset);
      throw e;
    }
    index(offset, line.capacity(), request.arrivedNanos());
    ascending &= request.arrivedNanos() >= lastArrivedNanos;
    lastArrivedNanos = request.arrivedNanos();
  }

  /** A failure here does not affect the line, which is already in the file. */
  private void index(long offset, long bytes, long arrivedNanos) {
    if (indexFailure == null) {
      try {
        rows.add(offset, bytes, arrivedNanos);
      } catch (IOException e) {
        // The row may be partially written, which would shift all following rows.
        indexFailure = e;
      }
    }
  }

  /**
   * Closes the file.
   *
   * @throws IOException if the lines cannot be sorted by time; they are complete, but in the order
   *     in which requests ended
   */
  @Override
  public void close() throws IOException {
    try (rows) {
      out.close();
      if (!ascending && indexFailure != null) {
        throw indexFailure;
      }
      if (!ascending) {
        sort(rows.finish());
      }
    }
  }

  private void sort(LongTable index) throws IOException {
    int[] order = index.sorted(IntStream.range(0, index.rows()), TraceFile.TIME);
    Path ordered = file.resolveSibling(file.getFileName() + ".ordered");
    try {
      try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ);
          FileChannel to = FileChannel.open(ordered, OVERWRITE)) {
        for (int row : order) {
          copy(from, index.get(row, TraceFile.OFFSET), index.get(row, TraceFile.BYTES), to);
        }
      }
      Files.move(ordered, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(ordered);
    }
  }

  private static void copy(FileChannel from, long offset, long bytes, FileChannel to)
      throws IOException {
    long copied = 0;
    while (copied < bytes) {
      long more = from.transferTo(offset + copied, bytes - copied, to);
      if (more <= 0) {
        throw new EOFException("it is shorter than what was written");
      }
      copied += more;
    }
  }
}
