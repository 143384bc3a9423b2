package io.longhaul.load.spool;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The form of a record in a segment: a marker, the length of the body and the CRC-32C of the body
 * (four bytes each), then the body: lane (four bytes), sequence number (eight), partition (four),
 * topic (two bytes of length, then UTF-8), key (four bytes of length, then the bytes) and value
 * (the rest). All numbers are big-endian.
 */
final class RecordCodec {
  /** Begins each record, so that the records behind a damaged place are found again. */
  private static final int MARKER = 0x4C48_5352;

  private static final int HEAD_BYTES = 12;
  private static final int LEAST_BODY_BYTES = 4 + 8 + 4 + 2 + 4;

  /** More than Kafka accepts; a greater length is damage. */
  static final int MAX_RECORD_BYTES = 2 << 20;

  private RecordCodec() {}

  /** Returns the number of bytes of a record, its marker included. */
  static int sizeBytes(SpoolRecord record) {
    return HEAD_BYTES
        + LEAST_BODY_BYTES
        + record.topic().getBytes(UTF_8).length
        + record.key().length
        + record.value().length;
  }

  /** Writes a record to a buffer that has space for it. */
  static void write(SpoolRecord record, ByteBuffer bytes) {
    byte[] topic = record.topic().getBytes(UTF_8);
    int start = bytes.position();
    bytes.position(start + HEAD_BYTES);
    bytes
        .putInt(record.lane())
        .putLong(record.seq())
        .putInt(record.partition())
        .putShort((short) topic.length)
        .put(topic)
        .putInt(record.key().length)
        .put(record.key())
        .put(record.value());
    int bodyBytes = bytes.position() - start - HEAD_BYTES;
    bytes.putInt(start, MARKER);
    bytes.putInt(start + 4, bodyBytes);
    bytes.putInt(start + 8, checksum(bytes, start + HEAD_BYTES, bodyBytes));
  }

  /** Returns the end of the intact record at an offset, or -1 if there is none. */
  static int endOf(ByteBuffer bytes, int offset) {
    if (bytes.limit() - offset < HEAD_BYTES + LEAST_BODY_BYTES || bytes.getInt(offset) != MARKER) {
      return -1;
    }
    int bodyBytes = bytes.getInt(offset + 4);
    int body = offset + HEAD_BYTES;
    boolean isPossible =
        bodyBytes >= LEAST_BODY_BYTES
            && bodyBytes <= MAX_RECORD_BYTES - HEAD_BYTES
            && bodyBytes <= bytes.limit() - body;
    return isPossible && checksum(bytes, body, bodyBytes) == bytes.getInt(offset + 8)
        ? body + bodyBytes
        : -1;
  }

  /** Reads the intact record at an offset; returns null if its lengths contradict each other. */
  static @Nullable SpoolRecord read(ByteBuffer bytes, int offset, int end) {
    ByteBuffer body = bytes.duplicate().limit(end).position(offset + HEAD_BYTES);
    int lane = body.getInt();
    long seq = body.getLong();
    int partition = body.getInt();
    int topicBytes = Short.toUnsignedInt(body.getShort());
    if (topicBytes + 4 > body.remaining()) {
      return null;
    }
    String topic = new String(next(body, topicBytes), UTF_8);
    int keyBytes = body.getInt();
    if (keyBytes < 0 || keyBytes > body.remaining()) {
      return null;
    }
    byte[] key = next(body, keyBytes);
    return new SpoolRecord(lane, seq, topic, partition, key, next(body, body.remaining()));
  }

  private static byte[] next(ByteBuffer body, int count) {
    byte[] bytes = new byte[count];
    body.get(bytes);
    return bytes;
  }

  private static int checksum(ByteBuffer bytes, int offset, int count) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes.duplicate().limit(offset + count).position(offset));
    return (int) checksum.getValue();
  }
}
