package io.longhaul.mock.truth;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What actually happened to one request: one line of the truth log. All times are {@link
 * System#nanoTime()}, on Linux CLOCK_MONOTONIC, which all processes of a host share, so they can be
 * compared with times of other processes. A time is 0 if the event did not happen.
 *
 * @param requestId header X-Request-ID, or null
 * @param correlationId header X-Correlation-ID, or null
 * @param number number of the request in order of arrival, from 1
 * @param connection number of its connection, from 1
 * @param requestOnConnection its number on that connection, from 1
 * @param path requested path
 * @param model requested model, or null if it could not be read
 * @param stream whether a stream was requested
 * @param receivedNanos time when its first byte was read from the socket
 * @param completeNanos time when its last byte was read
 * @param bodyBytes length of its body
 * @param headersNanos time when the response headers were passed to the socket
 * @param writes times when the content chunks were passed to the socket; for a chunk in several
 *     pieces, the time of the last one. A response that is not streamed is one chunk. If {@link
 *     WriteTimes#blocked} is not 0, this number of chunks left later than recorded, because the
 *     client read too slowly
 * @param finishNanos time when the last byte of the response was passed to the socket, or when the
 *     request ended without it
 * @param promptTokens words of the prompt
 * @param outputTokens tokens written
 * @param status HTTP status of the response; 0 without one
 * @param outcome how the request ended
 * @param fault requested fault as text, or null
 * @param body body of the request if its header {@code X-Mock-Tell-Body} requests it, or null
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record TruthRecord(
    @Nullable String requestId,
    @Nullable String correlationId,
    long number,
    long connection,
    long requestOnConnection,
    String path,
    @Nullable String model,
    boolean stream,
    @JsonProperty("received_ns") long receivedNanos,
    @JsonProperty("request_complete_ns") long completeNanos,
    int bodyBytes,
    @JsonProperty("headers_written_ns") long headersNanos,
    @JsonUnwrapped WriteTimes writes,
    @JsonProperty("finish_ns") long finishNanos,
    int promptTokens,
    int outputTokens,
    int status,
    Outcome outcome,
    @Nullable String fault,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String body) {

  /** How a request ended on the server. */
  public enum Outcome {
    /** The complete response was passed to the socket. */
    COMPLETE,
    /** The response is an error: a rejection, or scripted. */
    ERROR,
    /** The script ended the response early. */
    CUT,
    /** The client closed or reset the connection before the response was complete. */
    CLIENT_CLOSED,
    /** The server was closed before the response was complete. */
    SERVER_CLOSED;

    @JsonValue
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
