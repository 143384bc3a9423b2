package io.longhaul.mock.llm;

import io.netty.buffer.ByteBuf;
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
