package io.longhaul.load.http;

import io.longhaul.load.http.ExchangeEnd.Kind;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Framing of a gRPC call: a POST whose response ends with a status in its trailers. */
final class GrpcFraming implements Http2Framing {
  private static final String CONTENT_TYPE = "application/grpc";
  private static final String TIMEOUT = "grpc-timeout";
  private static final int HTTP_OK = 200;

  @Override
  public Http2Headers headersOf(OutgoingRequest request) {
    URI target = request.target();
    Http2Headers headers =
        new DefaultHttp2Headers(false)
            .method("POST")
            .scheme(target.getScheme().toLowerCase(Locale.ROOT))
            .path(target.getRawPath())
            .authority(target.getHost() + ":" + HttpPort.of(target))
            .add("te", "trailers")
            .add("content-type", CONTENT_TYPE);
    for (Map.Entry<String, String> header : request.headers()) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      if (!HTTP_1_HEADERS.contains(name) && !name.equals("content-type")) {
        headers.add(name, header.getValue());
      }
    }
    if (!headers.contains("user-agent")) {
      headers.add("user-agent", ClientSettings.USER_AGENT);
    }
    if (request.timeoutNanos() > 0 && !headers.contains(TIMEOUT)) {
      headers.add(TIMEOUT, GrpcTimeout.of(request.timeoutNanos()));
    }
    return headers;
  }

  @Override
  public Optional<ExchangeEnd> refusal(int status, Http2Headers headers) {
    String contentType = text(headers, "content-type");
    if (status == HTTP_OK && !contentType.startsWith(CONTENT_TYPE)) {
      return Optional.of(
          new ExchangeEnd(
              Kind.BAD_HTTP,
              "Content-Type: " + contentType + " (" + CONTENT_TYPE + " was requested)"));
    }
    String encoding = text(headers, "grpc-encoding");
    return encoding.isEmpty() || encoding.equals("identity")
        ? Optional.empty()
        : Optional.of(
            new ExchangeEnd(
                Kind.BAD_HTTP, "grpc-encoding: " + encoding + " (identity was requested)"));
  }

  @Override
  public ExchangeEnd endWithTrailers(int status, Http2Headers trailers) {
    String code = text(trailers, "grpc-status");
    if (status != HTTP_OK || code.equals(GrpcStatus.OK)) {
      return ExchangeEnd.COMPLETE;
    }
    return code.isEmpty()
        ? new ExchangeEnd(Kind.BAD_HTTP, "the response ended without grpc-status")
        : ExchangeEnd.ofCall(
            GrpcStatus.name(code), GrpcStatus.message(trailers.get("grpc-message")));
  }

  @Override
  public ExchangeEnd endWithBody(int status) {
    return status == HTTP_OK
        ? new ExchangeEnd(Kind.BAD_HTTP, "the response ended without trailers")
        : ExchangeEnd.COMPLETE;
  }

  private static String text(Http2Headers headers, CharSequence name) {
    CharSequence value = headers.get(name);
    return value == null ? "" : value.toString();
  }
}
