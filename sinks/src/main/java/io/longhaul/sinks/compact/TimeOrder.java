package io.longhaul.sinks.compact;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.RowReader;
import io.longhaul.sinks.parquet.FilePart;
import io.longhaul.sinks.parquet.ParquetColumn;
import io.longhaul.sinks.parquet.ParquetFooters;
import io.longhaul.sinks.parquet.ParquetRows;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of files in order of time, with few of them in memory: rows of consecutive
 * checkpoints are almost in order. The times of a file are read first, so that it is known at each
 * place how early the rest of the file begins. A row is passed on when no unread row is earlier.
 *
 * @param maxWaiting maximum number of rows in memory; if more would have to wait for an earlier
 *     one, the earliest of them is passed on although it is not in order
 */
record TimeOrder<T extends SpecificRecordBase>(Dataset<T> dataset, int maxWaiting) {
  /** Rows that are read together. */
  private static final int BATCH = 256;

  /** Reads all rows of the files. */
  void forEach(List<Path> files, RowReader<? super T> reader) throws IOException {
    PriorityQueue<Source> sources =
        new PriorityQueue<>(
            Comparator.comparingLong(Source::earliest).thenComparing(source -> source.file));
    PriorityQueue<Waiting<T>> waiting =
        new PriorityQueue<>(
            Comparator.<Waiting<T>>comparingLong(Waiting::time)
                .thenComparingLong(Waiting::position));
    ParquetFooters footers = new ParquetFooters();
    for (Path file : files) {
      FilePart whole = footers.whole(file);
      if (whole.rows() > 0) {
        sources.add(new Source(whole, footers));
      }
    }
    long position = 0;
    try {
      while (!sources.isEmpty() || !waiting.isEmpty()) {
        while (isNext(waiting.peek(), sources.peek()) || waiting.size() > maxWaiting) {
          reader.row(waiting.remove().row());
        }
        Source source = sources.poll();
        if (source != null) {
          for (int i = 0; i < BATCH && source.hasNext(); i++) {
            T row = source.next();
            waiting.add(new Waiting<>(dataset.timeOf(row), position++, row));
          }
          if (source.hasNext()) {
            sources.add(source);
          } else {
            source.close();
          }
        }
      }
    } finally {
      for (Source source : sources) {
        source.close();
      }
    }
  }

  private boolean isNext(@Nullable Waiting<T> earliest, @Nullable Source unread) {
    return earliest != null && (unread == null || earliest.time() <= unread.earliest());
  }

  private record Waiting<T>(long time, long position, T row) {}

  /** A file that is being read, or will be. */
  private final class Source implements Closeable {
    private final Path file;
    private final int rows;

    /** The earliest time from the start of each batch to the end of the file. */
    private final long[] earliest;

    private int next;
    private @Nullable ParquetRows<T> reader;

    Source(FilePart whole, ParquetFooters footers) throws IOException {
      this.file = whole.file();
      this.rows = Math.toIntExact(whole.rows());
      this.earliest = new long[(rows - 1) / BATCH + 1];
      Arrays.fill(earliest, Long.MAX_VALUE);
      ParquetColumn.readNumbers(
          footers,
          whole,
          dataset.timeColumn(),
          (row, time) -> {
            int batch = (int) (row / BATCH);
            earliest[batch] = Math.min(earliest[batch], time);
          });
      for (int batch = earliest.length - 2; batch >= 0; batch--) {
        earliest[batch] = Math.min(earliest[batch], earliest[batch + 1]);
      }
    }

    /** Returns a time before which no unread row is. */
    long earliest() {
      return earliest[next / BATCH];
    }

    boolean hasNext() {
      return next < rows;
    }

    T next() throws IOException {
      if (reader == null) {
        reader = new ParquetRows<>(dataset, file, Set.of());
      }
      Optional<T> row = reader.next();
      next++;
      return row.orElseThrow(
          () ->
              new IOException("Cannot read " + file + ": it has fewer rows than its footer says"));
    }

    @Override
    public void close() throws IOException {
      if (reader != null) {
        reader.close();
      }
    }
  }
}
