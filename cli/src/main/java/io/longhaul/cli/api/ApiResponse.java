package io.longhaul.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A response of a server.
 *
 * @param headers additional headers
 * @param body the content, unless a file is sent
 * @param file the file to send
 * @param afterwards runs after the response was sent
 */
public record ApiResponse(
    HttpResponseStatus status,
    String contentType,
    Map<String, String> headers,
    byte[] body,
    Optional<Path> file,
    Runnable afterwards) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  static final String JSON = "application/json";
  static final String PLAIN = "text/plain; charset=utf-8";
  static final String HTML = "text/html; charset=utf-8";

  /** The answer of a process that is alive or ready. */
  static final ApiResponse OK = text(HttpResponseStatus.OK, PLAIN, "ok");

  /** The answer of a process that cannot do its work yet. */
  static final ApiResponse NOT_READY =
      text(HttpResponseStatus.SERVICE_UNAVAILABLE, PLAIN, "not ready");

  /** The answer to a request that would change something. */
  static final ApiResponse READ_ONLY =
      error(
          HttpResponseStatus.METHOD_NOT_ALLOWED,
          "Method Not Allowed",
          Map.of("allow", "GET, HEAD"));

  private static final String POLICY = "content-security-policy";

  /** Keeps the token in the address of a page from the sites to which it links. */
  private static final Map<String, String> NO_REFERRER = Map.of("referrer-policy", "no-referrer");

  /** What pages from files may not do, in addition to their own policies. */
  private static final String POLICY_OF_FILES =
      "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

  /**
   * Returns a page.
   *
   * @param status status of HTTP
   * @param policy its content security policy
   */
  public static ApiResponse page(int status, String html, String policy) {
    Map<String, String> headers = new HashMap<>(NO_REFERRER);
    headers.put(POLICY, policy);
    return text(HttpResponseStatus.valueOf(status), HTML, html, headers);
  }

  /** Returns a page in a file, which contains the content security policy of its scripts. */
  public static ApiResponse page(Path file) {
    Map<String, String> headers = new HashMap<>(NO_REFERRER);
    headers.put(POLICY, POLICY_OF_FILES);
    return new ApiResponse(
        HttpResponseStatus.OK, HTML, headers, new byte[0], Optional.of(file), () -> {});
  }

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
