package io.longhaul.report.aiperf;

import io.longhaul.export.RequestRow;
import io.longhaul.sinks.lake.RowReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Reads the next requests on a thread of its own while the caller's thread uses the current ones,
 * with a bounded number of chunks in memory.
 */
final class RequestsAhead {
  private static final int MAX_BATCHES = 4;
  private static final int MAX_ROWS_OF_BATCH = 256;
  private static final int MAX_CHUNKS_OF_BATCH = 16_384;

  private final Source source;
  private final BlockingQueue<Batch> batches = new ArrayBlockingQueue<>(MAX_BATCHES);
  private List<RequestRow> rows = new ArrayList<>();
  private int chunks;

  private RequestsAhead(Source source) {
    this.source = source;
  }

  /** Reads all requests. */
  @FunctionalInterface
  interface Source {
    void forEach(RowReader<RequestRow> reader) throws IOException;
  }

  /**
   * Some requests.
   *
   * @param isLast whether no batch follows
   * @param failure why the following requests cannot be read
   */
  private record Batch(List<RequestRow> rows, boolean isLast, @Nullable Throwable failure) {}

  /**
   * Reads all requests of a source and uses them in their order.
   *
   * @throws IOException if they cannot be read, or their use fails
   */
  static void forEach(Source source, RowReader<RequestRow> reader) throws IOException {
    RequestsAhead ahead = new RequestsAhead(source);
    Thread thread = new Thread(ahead::read, "requests-ahead");
    thread.setDaemon(true);
    thread.start();
    try {
      ahead.use(reader);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Cannot read the requests: interrupted");
    } finally {
      thread.interrupt();
    }
  }

  private void use(RowReader<RequestRow> reader) throws IOException, InterruptedException {
    Batch batch;
    do {
      batch = batches.take();
      for (RequestRow row : batch.rows()) {
        reader.row(row);
      }
      if (batch.failure() instanceof IOException failure) {
        throw failure;
      }
      if (batch.failure() instanceof Error error) {
        throw error;
      }
      if (batch.failure() != null) {
        throw new IOException(batch.failure());
      }
    } while (!batch.isLast());
  }

  private void read() {
    try {
      Throwable failure = null;
      try {
        source.forEach(this::add);
      } catch (IOException | RuntimeException | Error e) {
        failure = e;
      }
      batches.put(new Batch(rows, true, failure));
    } catch (InterruptedException e) {
      // Nobody uses the requests any more.
      Thread.currentThread().interrupt();
    }
  }

  private void add(RequestRow row) throws IOException {
    rows.add(row);
    chunks += row.getChunkAfterStartNs().size();
    if (rows.size() == MAX_ROWS_OF_BATCH || chunks >= MAX_CHUNKS_OF_BATCH) {
      try {
        batches.put(new Batch(rows, false, null));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("Nobody uses the requests any more");
      }
      rows = new ArrayList<>();
      chunks = 0;
    }
  }
}
