package io.longhaul.load.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A queue of records in segment files, with a limit in bytes. Records are appended, read in the
 * same order, and removed when Kafka has acknowledged them:
 *
 * <pre>
 *   segment 7           segment 8                    segment 9
 *   acknowledged        sent      | not sent         not sent | free
 *   (removed)                mark ^  ^ read()                 ^ append()
 * </pre>
 *
 * <p>A position is the number of bytes from the start of segment 0, as if all segments lay behind
 * one another. After {@link #flush} a record survives the death of this process, because the
 * operating system has it; nothing waits for the disk, so a power failure may cost the last
 * records.
 *
 * <p>Files are written with calls rather than mapped into memory: a thread that waits for a page of
 * a slow disk would hold up every garbage collection, and with it the measurement; and a full or
 * broken disk is an {@link IOException}.
 *
 * <p>For one thread, apart from {@link #usedBytes}, {@link #fill} and {@link #trouble}.
 */
public final class Spool implements AutoCloseable {
  /** The position of a record for which there was no space. */
  public static final long NO_SPACE = -1;

  /** The position of a record that is larger than a segment, so that there is never space. */
  public static final long TOO_LARGE = -2;

  private static final int SEGMENT_BYTES = 16 << 20;
  private static final int LEAST_SEGMENTS = 4;
  private static final int LEAST_SEGMENT_BYTES = 64 << 10;

  /** Takes every record that Kafka accepts by default. */
  private static final int KAFKA_RECORD_BYTES = 1_100_000;

  /** Fewer segments for this process than this are reported. */
  private static final int FEW_SEGMENTS = 3;

  private static final long RETRY_NANOS = 1_000_000_000;

  private final Path folder;
  private final String cluster;
  private final long maxBytes;
  private final int segmentBytes;

  /** Space that segments of earlier processes take. */
  private final long earlierBytes;

  /** The segments of this process that are not acknowledged; records go to the last one. */
  private final Deque<Segment> segments = new ArrayDeque<>();

  /** Records of the last segment that are appended and not flushed. */
  private final ByteBuffer unflushed = ByteBuffer.allocateDirect(RecordCodec.MAX_RECORD_BYTES);

  private Consumer<String> problemListener = text -> {};
  private @Nullable RecordReader reader;
  private long readerBase;
  private long readPosition;
  private long markedPosition;
  private long failedNanos;

  /** Whether the trouble is that the last segment could not be written. */
  private boolean writeFailed;

  private boolean removalFailed;
  private volatile long usedBytes;
  private volatile double fill;
  private volatile @Nullable String trouble;

  private Spool(Path folder, String cluster, long maxBytes, long firstNumber, long earlierBytes) {
    this.folder = folder;
    this.cluster = cluster;
    this.maxBytes = maxBytes;
    this.segmentBytes = segmentBytes(maxBytes);
    this.earlierBytes = earlierBytes;
    this.readPosition = startOf(firstNumber);
    this.markedPosition = readPosition;
  }

  private static int segmentBytes(long maxBytes) {
    long least = maxBytes < 2 * KAFKA_RECORD_BYTES ? LEAST_SEGMENT_BYTES : KAFKA_RECORD_BYTES;
    return (int) Math.max(least, Math.min(SEGMENT_BYTES, maxBytes / LEAST_SEGMENTS));
  }

  static Spool open(Path folder, String cluster, long maxBytes) throws IOException {
    long firstNumber = 0;
    long earlierBytes = 0;
    for (Path file : Segment.in(folder)) {
      firstNumber = Math.max(firstNumber, Segment.numberOf(file) + 1);
      earlierBytes += Files.size(file);
    }
    Spool spool = new Spool(folder, cluster, maxBytes, firstNumber, earlierBytes);
    spool.addSegment(firstNumber);
    return spool;
  }

  /**
   * Sets who receives sentences for users: about damaged places, and when records cannot be written
   * any more and can be written again. To be called before the spool is used; the thread of the
   * spool calls the listener. This method calls it if earlier processes have left little space.
   */
  public void onProblem(Consumer<String> listener) {
    problemListener = listener;
    if (earlierBytes > 0 && ownSegments() < FEW_SEGMENTS) {
      listener.accept(
          "Warning: unsent events of earlier processes take %,d of the %,d bytes of the spool in %s, and little space remains (they are sent when longhaul generate uses their Kafka)"
              .formatted(earlierBytes, maxBytes, folder));
    }
  }

  /** Returns the maximum number of segments of this process. */
  private long ownSegments() {
    return Math.max(1, (maxBytes - earlierBytes) / segmentBytes);
  }

  /** Returns the folder with the segments. */
  public Path folder() {
    return folder;
  }

  /** Returns the size of the records that are not removed. Any thread. */
  public long usedBytes() {
    return usedBytes;
  }

  /**
   * Returns the share in use of the space that earlier processes leave to this one; 0 if every
   * record is acknowledged. Any thread.
   */
  public double fill() {
    return fill;
  }

  /** Returns why records cannot be written now, as text that follows a colon. Any thread. */
  public Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  /**
   * Appends a record; {@link #flush} writes it.
   *
   * @return the position of its end, {@link #NO_SPACE} or {@link #TOO_LARGE}
   */
  public long append(SpoolRecord record) {
    int size = RecordCodec.sizeBytes(record);
    if (size > Math.min(segmentBytes - Segment.HEADER_BYTES, unflushed.capacity())) {
      return TOO_LARGE;
    }
    if (size > unflushed.remaining() && !flush()) {
      return NO_SPACE;
    }
    if (end(segments.getLast()) + size > segmentBytes && !(flush() && addSegment())) {
      return NO_SPACE;
    }
    RecordCodec.write(record, unflushed);
    Segment last = segments.getLast();
    return position(last, end(last));
  }

  /** Returns the end of the records of the last segment, flushed or not. */
  private long end(Segment last) {
    return last.writtenBytes() + unflushed.position();
  }

  private long position(Segment segment, long offset) {
    return segment.number() * segmentBytes + offset;
  }

  /** Returns the position of the first record of a segment. */
  private long startOf(long number) {
    return number * segmentBytes + Segment.HEADER_BYTES;
  }

  private boolean addSegment() {
    // The only segment can be replaced, so that little space is never used up for ever.
    boolean replacesLast = segments.size() == 1 && isAcknowledged();
    if (!replacesLast && segments.size() >= ownSegments()) {
      writeFailed = false;
      setTrouble("all of its %,d bytes are in use".formatted(maxBytes));
      return false;
    }
    if (trouble != null && System.nanoTime() - failedNanos < RETRY_NANOS) {
      return false;
    }
    try {
      addSegment(segments.getLast().number() + 1);
    } catch (IOException e) {
      failed(e);
      return false;
    }
    if (replacesLast) {
      removeAcknowledged();
      updateUsedBytes();
    }
    return true;
  }

  private void failed(IOException e) {
    failedNanos = System.nanoTime();
    writeFailed = false;
    setTrouble(String.valueOf(e.getMessage()));
  }

  private void setTrouble(@Nullable String now) {
    boolean changes = (now == null) != (trouble == null);
    trouble = now;
    if (changes) {
      problemListener.accept(
          now == null
              ? "Events are written to %s again".formatted(folder)
              : "Warning: cannot write further events to %s: %s (they wait in memory; those that do not fit are dropped)"
                  .formatted(folder, now));
    }
  }

  private void addSegment(long number) throws IOException {
    segments.addLast(Segment.create(folder, cluster, number, segmentBytes));
    writeFailed = false;
    setTrouble(null);
    updateUsedBytes();
  }

  /**
   * Passes the appended records to the operating system.
   *
   * @return false if they cannot be written; then they are not in the spool
   */
  public boolean flush() {
    if (unflushed.position() == 0) {
      return true;
    }
    try {
      segments.getLast().write(unflushed.flip());
      if (writeFailed) {
        writeFailed = false;
        setTrouble(null);
      }
      updateUsedBytes();
      return true;
    } catch (IOException e) {
      failed(e);
      writeFailed = true;
      return false;
    } finally {
      unflushed.clear();
    }
  }

  private void updateUsedBytes() {
    Segment last = segments.getLast();
    long ownBytes = (segments.size() - 1L) * segmentBytes + last.writtenBytes();
    usedBytes = earlierBytes + ownBytes;
    fill = isAcknowledged() ? 0 : (double) ownBytes / (ownSegments() * segmentBytes);
  }

  private boolean isAcknowledged() {
    return markedPosition >= flushedPosition();
  }

  /** Returns the end of the flushed records. */
  public long flushedPosition() {
    Segment last = segments.getLast();
    return position(last, last.writtenBytes());
  }

  /** Returns whether there are flushed records that were not read. */
  public boolean hasUnread() {
    return readPosition < flushedPosition();
  }

  /**
   * Skips records.
   *
   * @param position the end of the last record to skip, which is flushed
   */
  public void skipTo(long position) {
    readPosition = position;
    reader = null;
  }

  /**
   * Reads the next flushed record; {@link #readPosition} is its end. Skips damaged places.
   *
   * @return null if every record was read
   */
  public @Nullable SpoolRecord read() {
    while (hasUnread()) {
      RecordReader current = reader;
      if (current == null) {
        current = load();
        continue;
      }
      SpoolRecord record = current.next();
      readPosition = readerBase + current.position();
      if (record != null) {
        return record;
      }
      endReader(current);
    }
    return null;
  }

  private void endReader(RecordReader ended) {
    Segment segment = segmentAt(readerBase);
    ended
        .damage()
        .forEach(
            place -> problemListener.accept("Warning: " + Segment.inWords(segment.file(), place)));
    reader = null;
  }

  /** Returns the end of the record that was read last. */
  public long readPosition() {
    return readPosition;
  }

  /** Reads the unread records of one segment into memory. Moves on if there are none. */
  private @Nullable RecordReader load() {
    Segment segment = segmentAt(readPosition);
    readerBase = position(segment, 0);
    // The end of a full segment is the position of the next one's header.
    long offset = Math.max(Segment.HEADER_BYTES, readPosition - readerBase);
    if (offset >= segment.writtenBytes()) {
      boolean isLast = segment.number() == segments.getLast().number();
      readPosition = isLast ? flushedPosition() : startOf(segment.number() + 1);
      return null;
    }
    try {
      reader = new RecordReader(segment.read(offset), offset);
    } catch (IOException e) {
      problemListener.accept(
          "Warning: cannot read %s: %s".formatted(segment.file(), e.getMessage()));
      readPosition = position(segment, segment.writtenBytes());
    }
    return reader;
  }

  private Segment segmentAt(long position) {
    long number = position / segmentBytes;
    return segments.stream()
        .filter(segment -> segment.number() == number)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("Position " + position + " was removed"));
  }

  /**
   * Removes what Kafka has acknowledged.
   *
   * @param position every record that ends at or below it is acknowledged
   */
  public void acknowledged(long position) {
    if (position <= markedPosition) {
      return;
    }
    markedPosition = position;
    removeAcknowledged();
    updateUsedBytes();
  }

  private void removeAcknowledged() {
    try {
      while (segments.size() > 1
          && markedPosition >= position(segments.getFirst(), segments.getFirst().writtenBytes())) {
        Segment first = segments.removeFirst();
        if (readPosition < startOf(first.number() + 1)) {
          readPosition = startOf(first.number() + 1);
          reader = null;
        }
        first.delete();
      }
      Segment first = segments.getFirst();
      if (markedPosition > position(first, 0)) {
        first.mark(markedPosition - position(first, 0));
      }
      removalFailed = false;
    } catch (IOException e) {
      // Only costs space: records that are sent twice are recognized.
      if (!removalFailed) {
        problemListener.accept(
            "Warning: cannot remove delivered events from %s: %s (they may be sent again, which does no harm)"
                .formatted(folder, e.getMessage()));
      }
      removalFailed = true;
    }
  }

  /** Closes the files. Removes them if every record is acknowledged. */
  @Override
  public void close() throws IOException {
    boolean isEmpty = isAcknowledged();
    for (Segment segment : segments) {
      if (isEmpty || segment.writtenBytes() == Segment.HEADER_BYTES) {
        segment.delete();
      } else {
        segment.close();
      }
    }
  }
}
