package io.longhaul.load.proxy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;

/** One request and its answer on their way: how far they have come, and who hears them. */
final class ProxiedExchange {
  /** Null when nobody does, and after the end. */
  private ExchangeTap tap;

  private final boolean asksForHead;
  private final boolean understandsChunks;
  private boolean keepAlive;
  private boolean requestRead;
  private boolean answerBegun;
  private boolean interim;

  ProxiedExchange(HttpRequest request, ExchangeTap tap) {
    this.tap = tap;
    this.asksForHead = request.method().equals(HttpMethod.HEAD);
    this.understandsChunks = request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) >= 0;
    this.keepAlive = HttpUtil.isKeepAlive(request);
  }

  /** Whether somebody hears what passes. */
  boolean isHeard() {
    return tap != null;
  }

  boolean asksForHead() {
    return asksForHead;
  }

  boolean understandsChunks() {
    return understandsChunks;
  }

  /** Whether the client's connection can serve another request afterwards. */
  boolean keepsAlive() {
    return keepAlive && requestRead;
  }

  void closesAfterwards() {
    keepAlive = false;
  }

  /** Whether the whole request has come. */
  boolean requestRead() {
    return requestRead;
  }

  void requestBody(ByteBuf bytes, boolean last) {
    if (tap != null && bytes.isReadable()) {
      tap.requestBody(ByteBufUtil.getBytes(bytes));
    }
    requestRead |= last;
  }

  /** Whether the final answer has begun. */
  boolean answerBegun() {
    return answerBegun;
  }

  void answerHead(HttpResponse answer, boolean isInterim) {
    interim = isInterim;
    if (!isInterim) {
      answerBegun = true;
      if (tap != null) {
        tap.answerHead(ResponseHead.of(answer));
      }
    }
  }

  /** Whether what comes now belongs to an interim answer. */
  boolean isInterim() {
    return interim;
  }

  void answerBody(ByteBuf bytes) {
    if (tap != null && bytes.isReadable()) {
      tap.answerBody(ByteBufUtil.getBytes(bytes));
    }
  }

  /** To be called once. */
  void end(ProxiedExchangeEnd end, long atNanos) {
    ExchangeTap hears = tap;
    tap = null;
    if (hears != null) {
      hears.ended(end, atNanos);
    }
  }
}
