package io.longhaul.load.dataset.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.dataset.text.JsonLine;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A recorded request, as a line of a {@code mooncake_trace}.
 *
 * @param arrivedNanos time of arrival since the first request of the trace
 * @param sessionId session of the request, or null
 * @param outputTokens tokens of the response, or null
 */
public record RecordedTraceLine(
    long arrivedNanos,
    @Nullable String sessionId,
    RecordedBody body,
    @Nullable Integer outputTokens) {
  private static final int NANOS_PER_MICRO = 1_000;
  private static final int MICROS_IN_MILLIS = 3;

  /**
   * Returns the line in UTF-8, with its terminator. Times are in milliseconds with three decimals.
   */
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
