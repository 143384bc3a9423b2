package io.longhaul.mock.truth;

/**
 * What happened to one request. All times are {@link System#nanoTime()}: on Linux CLOCK_MONOTONIC,
 * which all processes of one host share, so they may be compared with another process's. 0 where a
 * thing never happened.
 *
 * @param requestId the header X-Request-ID, or null
 * @param correlationId the header X-Correlation-ID, or null
 * @param number the request's number in order of arrival, from 1
 * @param connection the number of its connection, from 1
 * @param requestOnConnection its number on that connection, from 1
 * @param path the path asked for
 * @param model the model asked for, or null if it could not be read
 * @param stream whether a stream was asked for
 * @param receivedNanos when its first byte was read from the socket
 * @param completeNanos when its last byte was read
 * @param bodyBytes length of its body
 * @param headersNanos when the answer's headers were handed to the socket
 * @param writes when each content chunk was handed to the socket; of a chunk in several pieces, the
 *     last one. The whole body is one chunk in an answer that is not streamed. Where {@link
 *     WriteTimes#blocked} is not 0, so many chunks left later than their stamps say, since the
 *     client read too slowly
 * @param finishNanos when the answer's last byte was handed to the socket; if it never was, when
 *     the request ended
 * @param promptTokens words of the prompt
 * @param outputTokens tokens written
 * @param status the HTTP status written, 0 if none was
 * @param outcome how it ended
 * @param fault the fault that was asked of it, as text, or null
 * @param body the request's body, where its header {@code X-Mock-Tell-Body} asked for that, or null
 */
public record TruthRecord(
    String requestId,
    String correlationId,
    long number,
    long connection,
    long requestOnConnection,
    String path,
    String model,
    boolean stream,
    long receivedNanos,
    long completeNanos,
    int bodyBytes,
    long headersNanos,
    WriteTimes writes,
    long finishNanos,
    int promptTokens,
    int outputTokens,
    int status,
    Outcome outcome,
    String fault,
    String body) {

  /** How a request ended, seen from the server. */
  public enum Outcome {
    /** The whole answer was handed to the socket. */
    COMPLETE,
    /** The answer is an error: refused, or by the script. */
    ERROR,
    /** The script cut the answer short. */
    CUT,
    /** The client closed or reset the connection before the answer was whole. */
    CLIENT_CLOSED,
    /** The server was closed before the answer was whole. */
    SERVER_CLOSED
  }
}
