package io.longhaul.load.keep;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.WRITE;

import io.longhaul.kept.KeptExchange;
import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.load.plan.Redaction;
import io.longhaul.load.time.ClockAnchor;
import io.longhaul.load.time.Threads;
import io.longhaul.schema.PrivateFiles;
import io.longhaul.schema.RequestId;
import io.longhaul.schema.StoredExchangeFile;
import io.longhaul.schema.WireCodec;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of one lane, written by its own thread. After a write error, or if the disk is almost
 * full, nothing more is stored, because the results of the run need the same disk.
 */
final class LaneExchangeFile implements LaneExchangeStore {
  private static final Logger LOG = LoggerFactory.getLogger(LaneExchangeFile.class);
  private static final long CHECK_INTERVAL_BYTES = 16L << 20;
  private static final long POLL_MILLIS = 20;

  private final String name;
  private final ClockAnchor anchor;
  private final Set<StoredContent> contents;
  private final Redaction redaction;
  private final StoreLimits limits;
  private final FileStore disk;
  private final DataOutputStream out;
  private final WireCodec<KeptExchange> codec = new WireCodec<>(KeptExchange.class);
  private final Thread writer;

  private final LinkedBlockingQueue<BufferedExchange> toWrite = new LinkedBlockingQueue<>();
  private final AtomicLong reservedBytes = new AtomicLong();
  private final AtomicLong unwritten = new AtomicLong();
  private final AtomicLong notStored = new AtomicLong();

  /** How many bytes the writing thread may write before it checks the free space again. */
  private long bytesUntilCheck;

  /** Set once if nothing more can be stored. */
  private volatile boolean full;

  private volatile boolean closed;

  /**
   * Creates the file and starts its thread.
   *
   * @throws IOException if it cannot be created
   */
  LaneExchangeFile(
      Path folder,
      String laneId,
      ClockAnchor anchor,
      Set<StoredContent> contents,
      Redaction redaction,
      StoreLimits limits)
      throws IOException {
    Path file = folder.resolve(StoredExchangeFile.nameOf(laneId));
    this.name = laneId;
    this.anchor = anchor;
    this.contents = contents;
    this.redaction = redaction;
    this.limits = limits;
    this.out =
        new DataOutputStream(
            new BufferedOutputStream(
                Files.newOutputStream(PrivateFiles.create(file), WRITE, NOFOLLOW_LINKS)));
    this.disk = Files.getFileStore(file);
    this.writer = Threads.startDaemon("keep-" + laneId, this::writeUntilClosed);
  }

  @Override
  public ExchangeCollector begin(RequestId id, long planIndex, OutgoingRequest request) {
    return new BufferedExchange(this, id, planIndex, request);
  }

  boolean stores(StoredContent part) {
    return contents.contains(part);
  }

  /** Reserves memory; returns false if the limit does not allow it. */
  boolean reserve(long bytes) {
    boolean fits = reservedBytes.addAndGet(bytes) <= limits.maxMemoryBytes();
    if (full || !fits) {
      release(bytes);
      return false;
    }
    return true;
  }

  void release(long bytes) {
    reservedBytes.addAndGet(-bytes);
  }

  /** Queues a complete exchange. */
  void write(BufferedExchange exchange) {
    unwritten.incrementAndGet();
    toWrite.add(exchange);
  }

  /** Counts an exchange that is not stored. */
  void notStored() {
    notStored.incrementAndGet();
  }

  private void writeUntilClosed() {
    try (out) {
      while (!closed || unwritten.get() > 0) {
        BufferedExchange next = toWrite.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        if (next != null) {
          writeOrCount(next);
          release(next.bytes());
          unwritten.decrementAndGet();
        }
      }
    } catch (IOException e) {
      stop(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeOrCount(BufferedExchange exchange) {
    try {
      if (!full && bytesUntilCheck <= 0) {
        checkFreeSpace();
      }
      if (full) {
        notStored();
        return;
      }
      byte[] record = codec.encode(exchange.toRecord(anchor, redaction));
      out.writeLong(exchange.planIndex());
      out.writeInt(record.length);
      out.write(record);
      bytesUntilCheck -= StoredExchangeFile.HEAD_BYTES + record.length;
      if (toWrite.isEmpty()) {
        out.flush();
      }
    } catch (IOException e) {
      notStored();
      stop(e.getMessage());
    }
  }

  private void checkFreeSpace() throws IOException {
    bytesUntilCheck = CHECK_INTERVAL_BYTES;
    if (disk.getUsableSpace() < limits.minFreeBytes()) {
      stop("less than " + (limits.minFreeBytes() >> 20) + " MiB of disk space are free");
    }
  }

  private void stop(String why) {
    full = true;
    LOG.warn("Requests and responses of {} are no longer stored: {}", name, why);
  }

  /** Waits until every complete exchange is written, and logs how many were not stored. */
  boolean flush(Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (unwritten.get() > 0) {
      if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(1_000_000);
    }
    if (notStored.get() > 0) {
      LOG.warn("{} requests of {} were not stored", notStored, name);
    }
    return true;
  }

  /** Writes all complete exchanges and closes the file. */
  void close() throws InterruptedException {
    closed = true;
    writer.join();
  }
}
