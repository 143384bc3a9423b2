package io.longhaul.load.keep;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.WRITE;

import io.longhaul.kept.KeptExchange;
import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.load.plan.Redaction;
import io.longhaul.load.time.ClockAnchor;
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
 * The file of one lane, written by a thread of its own. When writing fails, or the disk has little
 * room left, nothing more is kept: the run's results have to stand on the same disk.
 */
final class LaneFile implements LaneKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(LaneFile.class);
  private static final long LOOK_AT_DISK_EVERY_BYTES = 16L << 20;
  private static final long LOOK_AGAIN_MILLIS = 20;

  private final String name;
  private final ClockAnchor anchor;
  private final Set<Keeping> what;
  private final Redaction redaction;
  private final KeepingLimits limits;
  private final FileStore disk;
  private final DataOutputStream out;
  private final WireCodec<KeptExchange> codec = new WireCodec<>(KeptExchange.class);
  private final Thread writer;

  private final LinkedBlockingQueue<HeldExchange> toWrite = new LinkedBlockingQueue<>();
  private final AtomicLong heldBytes = new AtomicLong();
  private final AtomicLong unwritten = new AtomicLong();
  private final AtomicLong notKept = new AtomicLong();

  /** Of the writing thread: how much it may write before it looks at the disk again. */
  private long untilLookBytes;

  /** Set once, when nothing more can be kept. */
  private volatile boolean full;

  private volatile boolean closed;

  private LaneFile(
      Path folder,
      String laneId,
      ClockAnchor anchor,
      Set<Keeping> what,
      Redaction redaction,
      KeepingLimits limits)
      throws IOException {
    Path file = folder.resolve(StoredExchangeFile.nameOf(laneId));
    this.name = laneId;
    this.anchor = anchor;
    this.what = what;
    this.redaction = redaction;
    this.limits = limits;
    this.out =
        new DataOutputStream(
            new BufferedOutputStream(
                Files.newOutputStream(PrivateFiles.create(file), WRITE, NOFOLLOW_LINKS)));
    this.disk = Files.getFileStore(file);
    this.writer = new Thread(this::writeUntilClosed, "keep-" + laneId);
    writer.setDaemon(true);
  }

  /**
   * Begins the file.
   *
   * @throws IOException when it cannot be made
   */
  static LaneFile start(
      Path folder,
      String laneId,
      ClockAnchor anchor,
      Set<Keeping> what,
      Redaction redaction,
      KeepingLimits limits)
      throws IOException {
    LaneFile file = new LaneFile(folder, laneId, anchor, what, redaction, limits);
    file.writer.start();
    return file;
  }

  @Override
  public ExchangeKeeper begin(RequestId id, long planIndex, OutgoingRequest request) {
    return new HeldExchange(this, id, planIndex, request);
  }

  boolean keeps(Keeping part) {
    return what.contains(part);
  }

  /** Whether so many bytes more may be held; if so, they are. */
  boolean hold(long bytes) {
    boolean fits = heldBytes.addAndGet(bytes) <= limits.heldBytes();
    if (full || !fits) {
      letGo(bytes);
      return false;
    }
    return true;
  }

  void letGo(long bytes) {
    heldBytes.addAndGet(-bytes);
  }

  /** Takes an exchange that has ended. */
  void write(HeldExchange exchange) {
    unwritten.incrementAndGet();
    toWrite.add(exchange);
  }

  /** Counts an exchange of which nothing will be written. */
  void notKept() {
    notKept.incrementAndGet();
  }

  private void writeUntilClosed() {
    try (out) {
      while (!closed || unwritten.get() > 0) {
        HeldExchange next = toWrite.poll(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        if (next != null) {
          writeOrCount(next);
          letGo(next.bytes());
          unwritten.decrementAndGet();
        }
      }
    } catch (IOException e) {
      stop(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeOrCount(HeldExchange exchange) {
    try {
      if (!full && untilLookBytes <= 0) {
        lookAtDisk();
      }
      if (full) {
        notKept();
        return;
      }
      byte[] record = codec.encode(exchange.kept(anchor, redaction));
      out.writeLong(exchange.planIndex());
      out.writeInt(record.length);
      out.write(record);
      untilLookBytes -= StoredExchangeFile.HEAD_BYTES + record.length;
      if (toWrite.isEmpty()) {
        out.flush();
      }
    } catch (IOException e) {
      notKept();
      stop(e.getMessage());
    }
  }

  private void lookAtDisk() throws IOException {
    untilLookBytes = LOOK_AT_DISK_EVERY_BYTES;
    if (disk.getUsableSpace() < limits.leftFreeBytes()) {
      stop("less than " + (limits.leftFreeBytes() >> 20) + " MiB of the disk are free");
    }
  }

  private void stop(String why) {
    full = true;
    LOG.warn("Requests and answers of {} are not kept any more: {}", name, why);
  }

  /** Waits until all that has ended is written, and says in the log what was not kept. */
  boolean flush(Duration atMost) {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (unwritten.get() > 0) {
      if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(1_000_000);
    }
    if (notKept.get() > 0) {
      LOG.warn("Of {} requests of {} nothing was kept", notKept, name);
    }
    return true;
  }

  /** What has ended is still written. */
  void close() throws InterruptedException {
    closed = true;
    writer.join();
  }
}
