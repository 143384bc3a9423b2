package io.longhaul.load.plan.server;

import io.longhaul.load.endpoint.request.Keyword;

/** The version of HTTP that requests use. gRPC always uses HTTP/2. */
public enum HttpVersion implements Keyword {
  /** A connection serves one request at a time. */
  HTTP_1_1("1.1"),
  /**
   * A connection serves many concurrent requests, each on its own stream. Over TLS, the version is
   * negotiated (ALPN); without TLS, the server must support it (prior knowledge).
   */
  HTTP_2("2");

  private final String word;

  HttpVersion(String word) {
    this.word = word;
  }

  /** Returns {@code 1.1} or {@code 2}. */
  @Override
  public String word() {
    return word;
  }
}
