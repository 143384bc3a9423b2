package io.longhaul.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;

/**
 * Key of a record in a lane: {@code run/lane/kind/seq} as UTF-8 text, readable with any Kafka tool.
 *
 * @param seq number within the lane, from 0 without gaps; {@link #NO_SEQ} for kinds without one
 */
public record RecordKey(String runId, String laneId, EventKind kind, long seq) {

  public static final long NO_SEQ = -1;

  public RecordKey {
    Names.require("run id", runId);
    Names.require("lane id", laneId);
    if (kind.hasSeq() == (seq == NO_SEQ) || seq < NO_SEQ) {
      throw new IllegalArgumentException(
          "Invalid seq: "
              + seq
              + " (verdicts and marks have "
              + NO_SEQ
              + ", all others count from 0)");
    }
  }

  public static RecordKey event(String runId, String laneId, EventKind kind, long seq) {
    return new RecordKey(runId, laneId, kind, seq);
  }

  public static RecordKey mark(String runId, String laneId) {
    return new RecordKey(runId, laneId, EventKind.MARK, NO_SEQ);
  }

  public static RecordKey verdict(String runId, String laneId, EventKind kind) {
    return new RecordKey(runId, laneId, kind, NO_SEQ);
  }

  public byte[] toBytes() {
    return toString().getBytes(UTF_8);
  }

  /** Parses a key; returns empty if the bytes are not a valid key. */
  public static Optional<RecordKey> parse(byte[] key) {
    if (key == null || key.length > 512) {
      return Optional.empty();
    }
    String text = new String(key, UTF_8);
    int lane = text.indexOf('/');
    int kind = text.indexOf('/', lane + 1);
    int seq = text.indexOf('/', kind + 1);
    if (lane <= 0 || kind < 0 || seq < 0) {
      return Optional.empty();
    }
    try {
      String run = text.substring(0, lane);
      long number = Long.parseLong(text.substring(seq + 1));
      return EventKind.ofWord(text.substring(kind + 1, seq))
          .map(word -> new RecordKey(run, text.substring(lane + 1, kind), word, number));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return runId + '/' + laneId + '/' + kind.word() + '/' + seq;
  }
}
