package io.longhaul.load.proxy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;

/** The state of one request and its response as they pass through the proxy. */
final class ProxiedExchange {
  /** Null when no listener observes this exchange, and after its end. */
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

  /** Returns whether a listener observes this exchange. */
  boolean isTapped() {
    return tap != null;
  }

  boolean isHeadRequest() {
    return isHeadRequest;
  }

  boolean supportsChunking() {
    return supportsChunking;
  }

  /** Returns whether the client's connection can be reused for another request. */
  boolean keepsAlive() {
    return keepAlive && requestComplete;
  }

  void closeAfterResponse() {
    keepAlive = false;
  }

  /** Returns whether the whole request has been received. */
  boolean requestComplete() {
    return requestComplete;
  }

  void requestBody(ByteBuf bytes, boolean last) {
    if (tap != null && bytes.isReadable()) {
      tap.requestBody(ByteBufUtil.getBytes(bytes));
    }
    requestComplete |= last;
  }

  /** Returns whether the final response has started. */
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

  /** Returns whether the next parts belong to an interim response. */
  boolean isInterim() {
    return interim;
  }

  void responseBody(ByteBuf bytes) {
    if (tap != null && bytes.isReadable()) {
      tap.responseBody(ByteBufUtil.getBytes(bytes));
    }
  }

  /** Ends the exchange. Call this once. */
  void end(ProxiedExchangeEnd end, long atNanos) {
    ExchangeTap closingTap = tap;
    tap = null;
    if (closingTap != null) {
      closingTap.ended(end, atNanos);
    }
  }
}
