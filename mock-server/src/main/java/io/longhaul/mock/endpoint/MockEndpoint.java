package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** One endpoint: where it is, what a request must look like, and how an answer looks. */
public interface MockEndpoint {

  /** The paths at which it answers. */
  List<String> paths();

  /** What the body of a request must look like. */
  JsonSchema schema();

  /**
   * What a request asks for.
   *
   * @param body as the schema wants it
   * @param path the one of {@link #paths} that was asked
   * @throws BadRequest naming what is wrong beyond the schema
   */
  ParsedRequest parse(JsonNode body, String path) throws BadRequest;

  /**
   * The form of an answer; a {@link StreamFormat} where a stream can be asked for.
   *
   * @param id 64 bits that name the answer
   * @param createdSeconds when, since the epoch
   */
  ResponseFormat responseFormat(JsonNode body, ParsedRequest request, long id, long createdSeconds);

  /** What the request would ask for without its {@code max_completion_tokens}. */
  default ParsedRequest withoutMaxCompletionTokens(JsonNode body, ParsedRequest request) {
    return request;
  }

  /** The same answer in the shape of another endpoint. */
  default ResponseFormat wrongFormat(JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    return new OpenAiFormat(false, id, createdSeconds, request);
  }

  /**
   * Holds a request against what it must be.
   *
   * @param header the value of a header by its name in lower case, or null
   * @return the body, as the schema wants it
   * @throws BadRequest naming the header, or the path in the body, that is wrong
   */
  default JsonNode validateBody(ByteBuf body, UnaryOperator<String> header) throws BadRequest {
    for (String name : requiredHeaders()) {
      if (header.apply(name) == null) {
        throw new BadRequest("Invalid header " + name + ": missing (it is required)");
      }
    }
    return JsonBodyReader.read(body, schema());
  }

  /** Whether a stream is asked for by the header {@code Accept} rather than in the body. */
  default boolean streamsByAcceptHeader() {
    return false;
  }

  /** The header that carries an API key, in lower case. */
  default Map.Entry<String, String> apiKeyHeader(String key) {
    return Map.entry("authorization", "Bearer " + key);
  }

  /** Headers without which a request is refused, in lower case. */
  default List<String> requiredHeaders() {
    return List.of();
  }
}
