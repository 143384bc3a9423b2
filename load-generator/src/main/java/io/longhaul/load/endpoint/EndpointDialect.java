package io.longhaul.load.endpoint;

/** How one kind of endpoint speaks. Immutable, for any thread. */
public interface EndpointDialect {

  /** The path below the server's base URL, such as {@code /v1/chat/completions}. */
  String path();

  /**
   * The request's body as JSON in UTF-8. Later members win, shallowly: the dialect's own, then
   * those of {@link DialectOptions#extraInputs()}, then those of {@link
   * InferenceRequest#extraInputs()}.
   *
   * @throws IllegalArgumentException when the endpoint cannot carry such a request
   */
  byte[] requestBody(InferenceRequest request);

  /**
   * A reader for one answer.
   *
   * @param streaming whether the answer's own content type is an event stream; what the request
   *     asked for does not matter
   */
  ResponseReader newReader(boolean streaming);

  /**
   * What the body of an answer with an error status says, in at most {@value
   * ErrorMessages#MAX_BYTES} bytes: the server's own message if it has the shape of one, else the
   * body. Control characters become blanks.
   */
  default String errorMessage(byte[] body, int offset, int length) {
    return ErrorMessages.of(body, offset, length);
  }
}
