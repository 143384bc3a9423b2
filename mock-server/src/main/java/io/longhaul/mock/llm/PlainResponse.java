package io.longhaul.mock.llm;

import io.longhaul.mock.endpoint.Json;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A complete response that does not depend on an endpoint's format: health, models, metrics,
 * rejections and error responses.
 *
 * @param message error message, which the body contains; empty without one
 * @param extraHeaders complete lines, each ended by a line feed; may be empty
 */
record PlainResponse(
    int status, String contentType, String message, String body, String extraHeaders) {
  private static final String JSON = "application/json";
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  /**
   * Returns the response to a request that {@linkplain ReceivedRequest#isForEndpoint is not for an
   * endpoint}. Such requests are neither scripted nor in the truth log.
   */
  static PlainResponse to(ReceivedRequest request, LlmServer server) {
    boolean get = request.head().method().equals(HttpMethod.GET);
    return switch (request.path()) {
      case "/health" -> get ? ok("{}") : notAllowed(request, "GET");
      case "/metrics" -> get ? metrics(server) : notAllowed(request, "GET");
      case "/v1/models" -> get ? models(request, server) : notAllowed(request, "GET");
      default ->
          request.endpoint() == null
              ? error(404, "Not found: " + request.path())
              : notAllowed(request, "POST");
    };
  }

  static PlainResponse error(int status, String message) {
    return error(status, message, "invalid_request_error", "");
  }

  /** Returns an error response in the format of OpenAI's API. */
  static PlainResponse error(int status, String message, String type, String extraHeaders) {
    return new PlainResponse(
        status, JSON, message, Json.error(message, type, status), extraHeaders);
  }

  static PlainResponse html(int status, String page, String extraHeaders) {
    return new PlainResponse(status, "text/html", "", page, extraHeaders);
  }

  void writeTo(ByteBuf out, boolean keepAlive) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    Http1ResponseWriter.writeHead(out, status, contentType, bytes.length, extraHeaders, keepAlive);
    out.writeBytes(bytes);
  }

  private static PlainResponse metrics(LlmServer server) {
    return new PlainResponse(200, PROMETHEUS, "", server.metrics().page(server.openStreams()), "");
  }

  private static PlainResponse models(ReceivedRequest request, LlmServer server) {
    return request.hasApiKey(server.apiKey())
        ? ok(modelsJson(server.models()))
        : error(401, "Invalid API key (send Authorization: Bearer KEY)");
  }

  private static String modelsJson(List<String> names) {
    String entries =
        names.stream()
            .map(Json::quoted)
            .map(
                """
                {"id":"%s","object":"model","created":0,"owned_by":"longhaul"}\
                """
                    ::formatted)
            .collect(Collectors.joining(","));
    return "{\"object\":\"list\",\"data\":[" + entries + "]}";
  }

  private static PlainResponse ok(String json) {
    return new PlainResponse(200, JSON, "", json, "");
  }

  private static PlainResponse notAllowed(ReceivedRequest request, String allowed) {
    String message = "Method not allowed: " + request.head().method() + " " + request.path();
    return error(405, message, "invalid_request_error", "allow: " + allowed + "\n");
  }
}
