package io.longhaul.mock.llm;

import io.longhaul.mock.endpoint.MockEndpoint;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One complete HTTP request or gRPC call.
 *
 * @param head method, path and headers
 * @param endpoint endpoint of the path; null without one
 * @param body released by the response handler
 * @param receivedNanos time when its first byte was read
 * @param completeNanos time when its last byte was read
 * @param numberOnConnection number on its connection, from 1
 */
record ReceivedRequest(
    HttpRequest head,
    @Nullable MockEndpoint endpoint,
    ByteBuf body,
    long receivedNanos,
    long completeNanos,
    long numberOnConnection) {

  /** Returns whether this is a request to an endpoint, which is scripted and in the truth log. */
  boolean isForEndpoint() {
    return head.method().equals(HttpMethod.POST) && endpoint != null;
  }

  /**
   * Returns the body as text if the header {@code X-Mock-Tell-Body} requests it for the truth log,
   * else null.
   */
  @Nullable String bodyForTruthLog() {
    return header("x-mock-tell-body") == null ? null : body.toString(StandardCharsets.UTF_8);
  }

  /**
   * Returns whether the request contains this API key in the header of its endpoint; {@code true}
   * if no key is required.
   */
  boolean hasApiKey(@Nullable String apiKey) {
    if (apiKey == null) {
      return true;
    }
    if (endpoint == null) {
      return ("Bearer " + apiKey).equals(header("authorization"));
    }
    Map.Entry<String, String> key = endpoint.apiKeyHeader(apiKey);
    return key.getValue().equals(header(key.getKey()));
  }

  /** Returns whether the client requests a stream of events by its headers. */
  boolean acceptsEvents() {
    return "text/event-stream".equals(header("accept"));
  }

  /** Returns the path without its query. */
  String path() {
    return pathOf(head);
  }

  static String pathOf(HttpRequest head) {
    int query = head.uri().indexOf('?');
    return query < 0 ? head.uri() : head.uri().substring(0, query);
  }

  /** Returns the first value of a header, or null. */
  @Nullable String header(String name) {
    return head.headers().get(name);
  }

  boolean keepAlive() {
    return HttpUtil.isKeepAlive(head);
  }
}
