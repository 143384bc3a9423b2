package io.longhaul.load.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/** How one kind of endpoint speaks in one run. Immutable, for any thread. */
public interface EndpointDialect {

  /**
   * The request's body as JSON in UTF-8, or the message of gRPC in its frame. Later members win,
   * shallowly: the dialect's own, then those of {@link DialectOptions#extraInputs()}, then those of
   * {@link InferenceRequest#extraInputs()}.
   *
   * @throws IllegalArgumentException when the endpoint cannot carry such a request
   */
  byte[] requestBody(InferenceRequest request);

  /**
   * A whole body of the data set as it is sent; as it stands there, but for gRPC, whose messages it
   * has as JSON.
   *
   * @throws IllegalArgumentException when it cannot be sent
   */
  default byte[] payloadBody(String payload) {
    return payload.getBytes(UTF_8);
  }

  /**
   * What a request asks as JSON in UTF-8, for people and {@code inputs.json}.
   *
   * @throws IllegalArgumentException when the endpoint cannot carry such a request
   */
  default byte[] requestJson(InferenceRequest request) {
    return requestBody(request);
  }

  /**
   * A reader for one answer.
   *
   * @param streaming whether the answer's own content type is an event stream; what the request
   *     asked for does not matter
   */
  ResponseReader newReader(boolean streaming);

  /**
   * A plain answer as a server of this kind gives it, to rehearse with: the data of each event of a
   * stream, one body, or messages of gRPC in their frames, one char a byte.
   *
   * @param words the pieces in which its text comes
   */
  List<String> sampleResponse(boolean streaming, List<String> words);

  /**
   * What the body of an answer with an error status says, in at most {@value
   * ErrorMessages#MAX_BYTES} bytes: the server's own message if it has the shape of one, else the
   * body. Control characters become blanks.
   */
  default String errorMessage(byte[] body, int offset, int length) {
    return ErrorMessages.of(body, offset, length);
  }
}
