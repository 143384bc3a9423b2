package io.longhaul.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.file.Path;
import java.util.Map;

/** What a request is answered with. */
sealed interface ApiResponse {

  HttpResponseStatus status();

  String contentType();

  /** Further headers. */
  Map<String, String> headers();

  /** A text. */
  record Text(
      HttpResponseStatus status, String contentType, Map<String, String> headers, String body)
      implements ApiResponse {}

  /** A file, as it is. */
  record FileBody(
      HttpResponseStatus status, String contentType, Map<String, String> headers, Path file)
      implements ApiResponse {}

  /** The run is to stop, once this is said. */
  record Stopping(
      HttpResponseStatus status, String contentType, Map<String, String> headers, String body)
      implements ApiResponse {}

  ObjectMapper MAPPER = new ObjectMapper();
  String JSON = "application/json";
  String PLAIN = "text/plain; charset=utf-8";

  static ApiResponse json(JsonNode body) {
    return new Text(HttpResponseStatus.OK, JSON, Map.of(), body.toString());
  }

  static ApiResponse text(HttpResponseStatus status, String contentType, String body) {
    return new Text(status, contentType, Map.of(), body);
  }

  /** Refused, with a reason in AIPerf's shape. */
  static ApiResponse error(HttpResponseStatus status, String reason) {
    return error(status, reason, Map.of());
  }

  static ApiResponse error(HttpResponseStatus status, String reason, Map<String, String> headers) {
    String body = MAPPER.createObjectNode().put("detail", reason).toString();
    return new Text(status, JSON, headers, body);
  }
}
