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

  private final boolean isHeadRequest;
  private final boolean supportsChunking;
  private boolean keepAlive;
  private boolean requestComplete;
  private boolean responseStarted;
  private boolean interim;

  ProxiedExchange(HttpRequest request, ExchangeTap tap) {
    this.tap = tap;
    this.isHeadRequest = request.method().equals(HttpMethod.HEAD);
    this.supportsChunking = request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) >= 0;
    this.keepAlive = HttpUtil.isKeepAlive(request);
  }

  /** Whether somebody hears what passes. */
  boolean isTapped() {
    return tap != null;
  }

  boolean isHeadRequest() {
    return isHeadRequest;
  }

  boolean supportsChunking() {
    return supportsChunking;
  }

  /** Whether the client's connection can serve another request afterwards. */
  boolean keepsAlive() {
    return keepAlive && requestComplete;
  }

  void closeAfterResponse() {
    keepAlive = false;
  }

  /** Whether the whole request has come. */
  boolean requestComplete() {
    return requestComplete;
  }

  void requestBody(ByteBuf bytes, boolean last) {
    if (tap != null && bytes.isReadable()) {
      tap.requestBody(ByteBufUtil.getBytes(bytes));
    }
    requestComplete |= last;
  }

  /** Whether the final answer has begun. */
  boolean responseStarted() {
    return responseStarted;
  }

  void responseHead(HttpResponse response, boolean isInterim) {
    interim = isInterim;
    if (!isInterim) {
      responseStarted = true;
      if (tap != null) {
        tap.responseHead(ResponseHead.of(response));
      }
    }
  }

  /** Whether what comes now belongs to an interim answer. */
  boolean isInterim() {
    return interim;
  }

  void responseBody(ByteBuf bytes) {
    if (tap != null && bytes.isReadable()) {
      tap.responseBody(ByteBufUtil.getBytes(bytes));
    }
  }

  /** To be called once. */
  void end(ProxiedExchangeEnd end, long atNanos) {
    ExchangeTap closingTap = tap;
    tap = null;
    if (closingTap != null) {
      closingTap.ended(end, atNanos);
    }
  }
}
