package io.longhaul.mock.llm;

import io.longhaul.mock.endpoint.MockEndpoint;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * One HTTP request or gRPC call, read whole.
 *
 * @param head method, path and headers
 * @param endpoint the endpoint's page at its path; null when there is none
 * @param body owned by whoever answers
 * @param receivedNanos when its first byte was read
 * @param completeNanos when its last byte was read
 * @param numberOnConnection from 1
 */
record ReceivedRequest(
    HttpRequest head,
    MockEndpoint endpoint,
    ByteBuf body,
    long receivedNanos,
    long completeNanos,
    long numberOnConnection) {

  /** Whether this is a request to an endpoint: one that the script and the truth log know of. */
  boolean isForEndpoint() {
    return head.method().equals(HttpMethod.POST) && endpoint != null;
  }

  /**
   * The body as text when header {@code X-Mock-Tell-Body} asks for it in the truth log, or null.
   */
  String bodyForTruthLog() {
    return header("x-mock-tell-body") == null ? null : body.toString(StandardCharsets.UTF_8);
  }

  /**
   * Whether it carries this key, in the header that its endpoint has for it; true if the key is
   * null, since then none is asked for.
   */
  boolean hasApiKey(String apiKey) {
    if (apiKey == null) {
      return true;
    }
    if (endpoint == null) {
      return ("Bearer " + apiKey).equals(header("authorization"));
    }
    Map.Entry<String, String> key = endpoint.apiKeyHeader(apiKey);
    return key.getValue().equals(header(key.getKey()));
  }

  /** Whether the client wants a stream of events, by its headers. */
  boolean acceptsEvents() {
    return "text/event-stream".equals(header("accept"));
  }

  /** The path without its query. */
  String path() {
    return pathOf(head);
  }

  static String pathOf(HttpRequest head) {
    int query = head.uri().indexOf('?');
    return query < 0 ? head.uri() : head.uri().substring(0, query);
  }

  /** The first value of a header, or null. */
  String header(String name) {
    return head.headers().get(name);
  }

  boolean keepAlive() {
    return HttpUtil.isKeepAlive(head);
  }
}
