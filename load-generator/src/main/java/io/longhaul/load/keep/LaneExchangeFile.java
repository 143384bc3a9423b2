package io.longhaul.load.keep;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.WRITE;
import static java.util.Objects.requireNonNull;

import io.longhaul.kept.Header;
import io.longhaul.kept.KeptExchange;
import io.longhaul.kept.RawExchange;
import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.load.plan.server.Redaction;
import io.longhaul.load.time.ClockAnchor;
import io.longhaul.load.time.Threads;
import io.longhaul.schema.PrivateFiles;
import io.longhaul.schema.RequestId;
import io.longhaul.schema.StoredExchangeFile;
import io.longhaul.schema.WireCodec;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of one lane, written by its own thread. After a write error, or if the disk is almost
 * full, nothing more is stored, because the results of the run need the same disk.
 */
final class LaneExchangeFile implements LaneExchangeStore {
  private static final Logger LOG = LoggerFactory.getLogger(LaneExchangeFile.class);
  private static final long CHECK_INTERVAL_BYTES = 16L << 20;
  private static final long BYTES_PER_CHAR = 2;
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
    return new BufferedExchange(id, planIndex, request);
  }

  /** Reserves memory; returns false if the limit does not allow it. */
  private boolean reserveMemory(long bytes) {
    boolean fits = reservedBytes.addAndGet(bytes) <= limits.maxMemoryBytes();
    if (full || !fits) {
      releaseMemory(bytes);
      return false;
    }
    return true;
  }

  private void releaseMemory(long bytes) {
    reservedBytes.addAndGet(-bytes);
  }

  /** Queues a complete exchange. */
  private void enqueue(BufferedExchange exchange) {
    unwritten.incrementAndGet();
    toWrite.add(exchange);
  }

  private void writeUntilClosed() {
    try (out) {
      while (!closed || unwritten.get() > 0) {
        BufferedExchange next = toWrite.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        if (next != null) {
          writeOrCount(next);
          releaseMemory(next.reservedBytes);
          unwritten.decrementAndGet();
        }
      }
    } catch (IOException e) {
      stop(String.valueOf(e.getMessage()));
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
        notStored.incrementAndGet();
        return;
      }
      byte[] record = codec.encode(exchange.toRecord());
      out.writeLong(exchange.planIndex);
      out.writeInt(record.length);
      out.write(record);
      bytesUntilCheck -= StoredExchangeFile.HEAD_BYTES + record.length;
      if (toWrite.isEmpty()) {
        out.flush();
      }
    } catch (IOException e) {
      notStored.incrementAndGet();
      stop(String.valueOf(e.getMessage()));
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
    boolean written = Threads.await(() -> unwritten.get() == 0, timeout);
    if (written && notStored.get() > 0) {
      LOG.warn("{} requests of {} were not stored", notStored, name);
    }
    return written;
  }

  /** Writes all complete exchanges and closes the file. */
  void close() throws InterruptedException {
    closed = true;
    writer.join();
  }

  /**
   * One exchange in memory until it is written. It is discarded if there is no memory for more of
   * it.
   */
  private final class BufferedExchange implements ExchangeCollector {
    private final RequestId id;
    private final long planIndex;
    private final OutgoingRequest request;
    private final List<byte[]> parts = new ArrayList<>();
    private final List<Long> partNanos = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private String contentType = "";
    private int responseBytes;
    private long reservedBytes;
    private boolean isDiscarded;

    private BufferedExchange(RequestId id, long planIndex, OutgoingRequest request) {
      this.id = id;
      this.planIndex = planIndex;
      this.request = request;
      reserve(contents.contains(StoredContent.RAW) ? requireNonNull(request.body()).length : 0);
    }

    @Override
    public void head(String newContentType) {
      contentType = newContentType;
    }

    @Override
    public void body(long atNanos, byte[] bytes) {
      if (contents.contains(StoredContent.RAW) && reserve(bytes.length)) {
        parts.add(bytes);
        partNanos.add(atNanos);
        responseBytes += bytes.length;
      }
    }

    @Override
    public void text(String piece) {
      if (contents.contains(StoredContent.TEXT) && reserve(piece.length() * BYTES_PER_CHAR)) {
        text.append(piece);
      }
    }

    private boolean reserve(long bytes) {
      if (!isDiscarded && reserveMemory(bytes)) {
        reservedBytes += bytes;
      } else if (!isDiscarded) {
        discard();
      }
      return !isDiscarded;
    }

    @Override
    public void ended() {
      if (isDiscarded) {
        notStored.incrementAndGet();
      } else {
        enqueue(this);
      }
    }

    @Override
    public void lost() {
      if (!isDiscarded) {
        discard();
      }
      notStored.incrementAndGet();
    }

    private void discard() {
      isDiscarded = true;
      releaseMemory(reservedBytes);
      parts.clear();
      partNanos.clear();
      text.setLength(0);
    }

    /** Returns the record for the file. */
    private KeptExchange toRecord() {
      return new KeptExchange(
          id.toString(),
          contents.contains(StoredContent.RAW) ? raw() : null,
          contents.contains(StoredContent.TEXT) ? redaction.blotted(text.toString()) : null);
    }

    private RawExchange raw() {
      byte[] body = requireNonNull(request.body()).clone();
      redaction.blot(body);
      byte[] response = new byte[responseBytes];
      List<Integer> ends = new ArrayList<>(parts.size());
      int end = 0;
      for (byte[] part : parts) {
        System.arraycopy(part, 0, response, end, part.length);
        end += part.length;
        ends.add(end);
      }
      redaction.blot(response);
      return new RawExchange(
          headers(),
          ByteBuffer.wrap(body),
          redaction.blotted(contentType),
          ByteBuffer.wrap(response),
          ends,
          partNanos.stream().map(anchor::epochNanosAt).toList());
    }

    private List<Header> headers() {
      List<Header> headers = new ArrayList<>();
      for (Map.Entry<String, String> header : request.headers()) {
        headers.add(
            new Header(header.getKey(), redaction.header(header.getKey(), header.getValue())));
      }
      return headers;
    }
  }
}
