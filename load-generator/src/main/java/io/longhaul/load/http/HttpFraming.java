package io.longhaul.load.http;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Framing of plain HTTP/2, with the headers that {@link AhcLlmClient} sends over HTTP/1.1. */
final class HttpFraming implements Http2Framing {
  @Override
  public Http2Headers headersOf(OutgoingRequest request) {
    URI target = request.target();
    Http2Headers headers =
        new DefaultHttp2Headers(false)
            .method(request.body() == null ? "GET" : "POST")
            .scheme(target.getScheme().toLowerCase(Locale.ROOT))
            .path(pathOf(target))
            .authority(target.getRawAuthority());
    for (Map.Entry<String, String> header : request.headers()) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      if (name.equals("host")) {
        headers.authority(header.getValue());
      } else if (!HTTP_1_HEADERS.contains(name) && !name.equals("accept-encoding")) {
        headers.add(name, header.getValue());
      }
    }
    headers.add("accept-encoding", "identity");
    if (request.body() != null) {
      headers.addInt("content-length", request.body().length);
    }
    if (!headers.contains("accept")) {
      headers.add("accept", "*/*");
    }
    if (!headers.contains("user-agent")) {
      headers.add("user-agent", ClientSettings.USER_AGENT);
    }
    return headers;
  }

  private static String pathOf(URI target) {
    String path = target.getRawPath().isEmpty() ? "/" : target.getRawPath();
    return target.getRawQuery() == null ? path : path + "?" + target.getRawQuery();
  }

  @Override
  public Optional<ExchangeEnd> refusal(int status, Http2Headers headers) {
    CharSequence encoding = headers.get("content-encoding");
    return encoding == null || "identity".equalsIgnoreCase(encoding.toString())
        ? Optional.empty()
        : Optional.of(ExchangeEnd.ofEncoded(encoding));
  }

  @Override
  public ExchangeEnd endWithTrailers(int status, Http2Headers trailers) {
    return ExchangeEnd.COMPLETE;
  }

  @Override
  public ExchangeEnd endWithBody(int status) {
    return ExchangeEnd.COMPLETE;
  }
}
