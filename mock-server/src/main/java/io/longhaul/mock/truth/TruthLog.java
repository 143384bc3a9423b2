package io.longhaul.mock.truth;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one line per request to a JSONL file, in the order in which requests ended.
 *
 * <p>{@link #add} never blocks: it adds the record to an unbounded queue. A thread empties the
 * queue at least every 50 ms and flushes, and {@link #close} writes the rest, so no line is lost
 * unless the file cannot be written. Such a failure is logged once and thrown by {@link #close};
 * later records are discarded.
 */
public final class TruthLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TruthLog.class);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(SerializationFeature.FLUSH_AFTER_WRITE_VALUE);
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path file;
  private final OutputStream out;
  private final JsonGenerator json;
  private final Queue<TruthRecord> queue = new ConcurrentLinkedQueue<>();
  private final Thread writer = new Thread(this::writeUntilClosed, "mock-truth-log");
  private volatile boolean closed;
  private volatile @Nullable IOException failure;

  private TruthLog(Path file, OutputStream out, JsonGenerator json) {
    this.file = file;
    this.out = out;
    this.json = json;
  }

  /**
   * Opens the file, replacing an existing one, and starts the writing thread.
   *
   * @throws IOException if the file cannot be created
   */
  public static TruthLog open(Path file) throws IOException {
    OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES);
    JsonFactory lines = new JsonFactoryBuilder().rootValueSeparator((String) null).build();
    JsonGenerator json = lines.createGenerator(out);
    TruthLog log = new TruthLog(file, out, json);
    log.writer.start();
    return log;
  }

  public Path file() {
    return file;
  }

  /**
   * Adds the record of a request that has ended. Thread-safe; must not be called after {@link
   * #close}.
   */
  public void add(TruthRecord truth) {
    if (failure == null) {
      queue.add(truth);
    }
  }

  /**
   * Writes all records and closes the file. Must be called after the last {@link #add}.
   *
   * @throws IOException if a line could not be written, now or earlier
   */
  @Override
  public void close() throws IOException {
    closed = true;
    LockSupport.unpark(writer);
    boolean interrupted = false;
    while (writer.isAlive()) {
      try {
        writer.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void writeUntilClosed() {
    try (out) {
      boolean last;
      do {
        last = closed;
        writeQueued();
        if (!last) {
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      } while (!last);
    } catch (IOException e) {
      String message = "Cannot write the truth log: " + file + " (" + e.getMessage() + ")";
      failure = new IOException(message, e);
      LOG.error("{}", message);
    }
  }

  private void writeQueued() throws IOException {
    boolean wrote = false;
    for (TruthRecord truth = queue.poll(); truth != null; truth = queue.poll()) {
      JSON.writeValue(json, truth);
      json.writeRaw('\n');
      wrote = true;
    }
    if (wrote) {
      json.flush();
    }
  }
}
