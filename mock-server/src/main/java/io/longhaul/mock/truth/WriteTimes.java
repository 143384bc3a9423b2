package io.longhaul.mock.truth;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Arrays;

/**
 * Times when the content chunks of one response were passed to the socket. Filled on the event loop
 * during the response; immutable once it is part of a {@link TruthRecord}.
 */
@JsonPropertyOrder({"write_ns", "blocked_writes"})
public final class WriteTimes {
  private long[] nanos = new long[16];
  private int count;
  private int blocked;

  /**
   * Adds chunks that were passed together.
   *
   * @param atNanos time
   * @param chunks number of chunks
   * @param socketFull whether the socket did not accept all bytes immediately, so that they leave
   *     later
   */
  public void add(long atNanos, int chunks, boolean socketFull) {
    if (count + chunks > nanos.length) {
      nanos = Arrays.copyOf(nanos, Math.max(count + chunks, count * 2));
    }
    Arrays.fill(nanos, count, count + chunks, atNanos);
    count += chunks;
    blocked += socketFull ? chunks : 0;
  }

  /** Returns the time of each chunk. */
  @JsonProperty("write_ns")
  long[] all() {
    return Arrays.copyOf(nanos, count);
  }

  /** Returns the number of chunks that were delayed by a full socket. */
  @JsonProperty("blocked_writes")
  public int blocked() {
    return blocked;
  }
}
