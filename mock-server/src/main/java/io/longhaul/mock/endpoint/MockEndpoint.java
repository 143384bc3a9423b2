package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** An endpoint: its paths, the schema of its requests, and the format of its responses. */
public abstract class MockEndpoint {
  private final List<String> paths;
  private final JsonSchema schema;

  /**
   * Creates an endpoint.
   *
   * @param schema JSON schema of request bodies
   * @param paths its paths
   */
  MockEndpoint(String schema, String... paths) {
    this.schema = JsonSchema.of(schema);
    this.paths = List.of(paths);
  }

  /** Returns the paths of the endpoint. */
  final List<String> paths() {
    return paths;
  }

  /**
   * Parses a request.
   *
   * @param body valid body
   * @param path requested path, one of {@link #paths}
   * @throws BadRequest with a problem that the schema does not cover
   */
  public abstract ParsedRequest parse(JsonNode body, String path) throws BadRequest;

  /**
   * Returns the format of a response; a {@link StreamFormat} if streams are supported.
   *
   * @param id ID of the response
   * @param createdSeconds creation time as Unix time in seconds
   */
  public abstract ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds);

  /** Returns the request without its {@code max_completion_tokens}. */
  public ParsedRequest withoutMaxCompletionTokens(JsonNode body, ParsedRequest request) {
    return request;
  }

  /** Returns the format of another endpoint for the same response. */
  public ResponseFormat wrongFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    return new OpenAiFormat(false, id, createdSeconds, request);
  }

  /**
   * Validates a request.
   *
   * @param header returns the value of a header by its name in lower case, or null
   * @return the valid body
   * @throws BadRequest with the invalid header, or the path of the invalid value in the body
   */
  public final JsonNode validateBody(ByteBuf body, UnaryOperator<String> header) throws BadRequest {
    for (String name : requiredHeaders()) {
      if (header.apply(name) == null) {
        throw new BadRequest("Invalid header " + name + ": missing (it is required)");
      }
    }
    JsonNode parsed = read(body, header);
    schema.validate(parsed);
    return parsed;
  }

  /**
   * Reads a body.
   *
   * @param header returns the value of a header by its name in lower case, or null
   * @throws BadRequest if the body cannot be read
   */
  JsonNode read(ByteBuf body, UnaryOperator<String> header) throws BadRequest {
    return Json.read(body);
  }

  /** Returns whether the header {@code Accept} instead of the body requests a stream. */
  public boolean streamsByAcceptHeader() {
    return false;
  }

  /** Returns the header for an API key, with its name in lower case. */
  public Map.Entry<String, String> apiKeyHeader(String key) {
    return Map.entry("authorization", "Bearer " + key);
  }

  /** Returns the required headers, in lower case. */
  List<String> requiredHeaders() {
    return List.of();
  }
}
