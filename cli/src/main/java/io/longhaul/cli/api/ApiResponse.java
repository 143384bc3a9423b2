package io.longhaul.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A response of the API.
 *
 * @param headers additional headers
 * @param body the content, unless a file is sent
 * @param file the file to send
 * @param afterwards runs after the response was sent
 */
record ApiResponse(
    HttpResponseStatus status,
    String contentType,
    Map<String, String> headers,
    byte[] body,
    Optional<Path> file,
    Runnable afterwards) {
  static final String JSON = "application/json";
  static final String PLAIN = "text/plain; charset=utf-8";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  static ApiResponse json(JsonNode body) {
    return text(HttpResponseStatus.OK, JSON, body.toString());
  }

  static ApiResponse text(HttpResponseStatus status, String contentType, String body) {
    return text(status, contentType, body, Map.of());
  }

  static ApiResponse text(
      HttpResponseStatus status, String contentType, String body, Map<String, String> headers) {
    return new ApiResponse(
        status, contentType, headers, body.getBytes(UTF_8), Optional.empty(), () -> {});
  }

  static ApiResponse bytes(HttpResponseStatus status, String contentType, byte[] body) {
    return new ApiResponse(status, contentType, Map.of(), body, Optional.empty(), () -> {});
  }

  /** Returns an error response in AIPerf's format. */
  static ApiResponse error(HttpResponseStatus status, String reason) {
    return error(status, reason, Map.of());
  }

  static ApiResponse error(HttpResponseStatus status, String reason, Map<String, String> headers) {
    return text(status, JSON, MAPPER.createObjectNode().put("detail", reason).toString(), headers);
  }
}
