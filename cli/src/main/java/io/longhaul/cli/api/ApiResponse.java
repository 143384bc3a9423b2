package io.longhaul.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.file.Path;
import java.util.Map;

/** A response of the API. */
sealed interface ApiResponse {

  HttpResponseStatus status();

  String contentType();

  /** Returns additional headers. */
  Map<String, String> headers();

  /** A response with a text body. */
  record Text(
      HttpResponseStatus status, String contentType, Map<String, String> headers, String body)
      implements ApiResponse {}

  /** A response with a file as its body. */
  record FileBody(
      HttpResponseStatus status, String contentType, Map<String, String> headers, Path file)
      implements ApiResponse {}

  /** A response after which the run is stopped. */
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

  /** Returns an error response in AIPerf's format. */
  static ApiResponse error(HttpResponseStatus status, String reason) {
    return error(status, reason, Map.of());
  }

  static ApiResponse error(HttpResponseStatus status, String reason, Map<String, String> headers) {
    String body = MAPPER.createObjectNode().put("detail", reason).toString();
    return new Text(status, JSON, headers, body);
  }
}
