package io.longhaul.load.dataset;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * A request that was heard, as a line of a {@code mooncake_trace} tells it.
 *
 * @param arrivedNanos since the first request of the trace arrived
 * @param sessionId of the conversation that it belongs to, or null
 * @param outputTokens of its answer, or null
 */
public record RecordedTraceLine(
    long arrivedNanos, String sessionId, RecordedBody body, Integer outputTokens) {
  private static final int NANOS_PER_MICRO = 1_000;
  private static final int MICROS_IN_MILLIS = 3;

  /** UTF-8, with its end; times in milliseconds with three digits behind the point. */
  byte[] toLine() {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put(
        TraceLine.TIMESTAMP, BigDecimal.valueOf(arrivedNanos / NANOS_PER_MICRO, MICROS_IN_MILLIS));
    if (sessionId != null) {
      line.put(TraceLine.SESSION_ID, sessionId);
    }
    if (outputTokens != null) {
      line.put(TraceLine.OUTPUT_LENGTH, outputTokens);
    }
    line.set(TraceLine.PAYLOAD, body.members());
    try {
      byte[] json = JsonLine.MAPPER.writeValueAsBytes(line);
      byte[] ended = Arrays.copyOf(json, json.length + 1);
      ended[json.length] = '\n';
      return ended;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree cannot be written", e);
    }
  }
}
