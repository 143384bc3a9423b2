package io.longhaul.load.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The status with which every gRPC call ends, in its trailers. */
final class GrpcStatus {
  static final String OK = "0";

  /** By code. */
  private static final List<String> WORDS =
      List.of(
          "ok",
          "cancelled",
          "unknown",
          "invalid_argument",
          "deadline_exceeded",
          "not_found",
          "already_exists",
          "permission_denied",
          "resource_exhausted",
          "failed_precondition",
          "aborted",
          "out_of_range",
          "unimplemented",
          "internal",
          "unavailable",
          "data_loss",
          "unauthenticated");

  private GrpcStatus() {}

  /** The word of a code as it is sent; {@code unknown} for one that gRPC does not have. */
  static String word(CharSequence code) {
    for (int i = 0; i < WORDS.size(); i++) {
      if (Integer.toString(i).contentEquals(code)) {
        return WORDS.get(i);
      }
    }
    return "unknown";
  }

  /** A message, of which all but plain ASCII is sent as {@code %XX}. */
  static String message(CharSequence sent) {
    String text = sent == null ? "" : sent.toString();
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
