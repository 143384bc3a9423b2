package io.longhaul.load.endpoint.dialect;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.response.ResponseReader;
import java.util.List;

/** The API format of an endpoint with the options of one run. Immutable and thread-safe. */
public interface EndpointDialect {

  /**
   * Returns the request body as JSON in UTF-8, or as a framed gRPC message. Members are merged
   * shallowly, later ones take precedence: the dialect's own, then {@link
   * DialectOptions#extraInputs()}, then {@link InferenceRequest#extraInputs()}.
   *
   * @throws IllegalArgumentException if the endpoint does not support such a request
   */
  byte[] requestBody(InferenceRequest request);

  /**
   * Converts a payload of the data set to the body to send. It is sent unchanged, except for gRPC,
   * whose payloads are messages as JSON.
   *
   * @throws IllegalArgumentException if it cannot be sent
   */
  default byte[] payloadBody(String payload) {
    return payload.getBytes(UTF_8);
  }

  /**
   * Returns the content of a request as JSON in UTF-8, for display and for {@code inputs.json}.
   *
   * @throws IllegalArgumentException if the endpoint does not support such a request
   */
  default byte[] requestJson(InferenceRequest request) {
    return requestBody(request);
  }

  /**
   * Returns a reader for one response.
   *
   * @param streaming whether the response's content type is an event stream, whatever the request
   *     specified
   */
  ResponseReader newReader(boolean streaming);

  /**
   * Returns a sample response for rehearsals: the data of each event of a stream, a single body, or
   * framed gRPC messages with one char per byte.
   *
   * @param words pieces of its text
   */
  List<String> sampleResponse(boolean streaming, List<String> words);
}
