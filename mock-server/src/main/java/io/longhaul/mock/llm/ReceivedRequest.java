package io.longhaul.mock.llm;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;

/**
 * One HTTP request, read whole.
 *
 * @param head method, path and headers
 * @param body owned by whoever answers
 * @param receivedNanos when its first byte was read
 * @param completeNanos when its last byte was read
 * @param numberOnConnection from 1
 */
record ReceivedRequest(
    HttpRequest head,
    ByteBuf body,
    long receivedNanos,
    long completeNanos,
    long numberOnConnection) {

  static final String CHAT = "/v1/chat/completions";
  static final String COMPLETIONS = "/v1/completions";

  /**
   * Whether this is a chat or completions request: one that the script and the truth log know of.
   */
  boolean asksForCompletion() {
    return head.method().equals(HttpMethod.POST)
        && (path().equals(CHAT) || path().equals(COMPLETIONS));
  }

  /**
   * Whether it carries this key as its bearer token; true if the key is null, since then none is
   * asked for.
   */
  boolean carries(String apiKey) {
    return apiKey == null || ("Bearer " + apiKey).equals(header("authorization"));
  }

  /** The path without its query. */
  String path() {
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
