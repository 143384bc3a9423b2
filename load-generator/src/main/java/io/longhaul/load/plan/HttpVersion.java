package io.longhaul.load.plan;

import io.longhaul.load.endpoint.Keyword;
import java.util.Arrays;
import java.util.Optional;

/** In which version of HTTP a server is asked; gRPC is always HTTP/2. */
public enum HttpVersion implements Keyword {
  /** A connection serves one request at a time. */
  HTTP_1_1("1.1"),
  /**
   * A connection serves many requests, each on a stream of its own. Over TLS the server must agree
   * (ALPN), in the clear it is taken for granted that it does (prior knowledge).
   */
  HTTP_2("2");

  private final String word;

  HttpVersion(String word) {
    this.word = word;
  }

  /** The number on a command line and in a plan: {@code 1.1} or {@code 2}. */
  @Override
  public String word() {
    return word;
  }

  public static Optional<HttpVersion> of(String word) {
    return Arrays.stream(values()).filter(one -> one.word.equals(word.strip())).findFirst();
  }

  /** All numbers, as a sentence has them. */
  public static String allWords() {
    return "1.1 or 2";
  }
}
