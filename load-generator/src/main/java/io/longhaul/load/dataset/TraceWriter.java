package io.longhaul.load.dataset;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A {@code mooncake_trace} that is being recorded. Each request is a whole line in the file as soon
 * as it is added, so that a process which dies loses none of them; they are added as they end, and
 * {@link #close} brings them into the order in which they arrived. One thread.
 */
public final class TraceWriter implements AutoCloseable {
  private static final Set<StandardOpenOption> OVERWRITE =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE);
  private static final int OFFSET = 0;
  private static final int BYTES = 1;
  private static final int TIME = 2;

  private final Path file;
  private final FileChannel out;
  private final LongTable.Writer rows;
  private boolean ascending = true;
  private long lastArrivedNanos;

  /** Why the places of lines are not known; null while they are. */
  private IOException indexFailure;

  private TraceWriter(Path file, FileChannel out, LongTable.Writer rows) {
    this.file = file;
    this.out = out;
    this.rows = rows;
  }

  /**
   * Makes the file.
   *
   * @throws java.nio.file.FileAlreadyExistsException when there is one: it may be a recording
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
   * Writes a request down.
   *
   * @throws IOException when it cannot be written; the file then has the lines before it
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

  /** The line stands in the file, whether its place can be kept or not. */
  private void index(long offset, long bytes, long arrivedNanos) {
    if (indexFailure == null) {
      try {
        rows.add(offset, bytes, arrivedNanos);
      } catch (IOException e) {
        // A part of the row may be written: all that follow would be shifted.
        indexFailure = e;
      }
    }
  }

  /**
   * Ends the file.
   *
   * @throws IOException when its lines cannot be brought into the order of their times; they are
   *     all there, in the order in which they ended
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
    List<Integer> order =
        IntStream.range(0, index.rows())
            .boxed()
            .sorted(Comparator.comparingLong(row -> index.get(row, TIME)))
            .toList();
    Path ordered = file.resolveSibling(file.getFileName() + ".ordered");
    try {
      try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ);
          FileChannel to = FileChannel.open(ordered, OVERWRITE)) {
        for (int row : order) {
          copy(from, index.get(row, OFFSET), index.get(row, BYTES), to);
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
