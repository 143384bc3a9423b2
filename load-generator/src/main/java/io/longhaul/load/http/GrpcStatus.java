package io.longhaul.load.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The status in the trailers of a gRPC call. */
final class GrpcStatus {
  static final String OK = "0";

  /** Names by code. */
  private static final List<String> NAMES =
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

  /** Returns the name of a code; {@code unknown} for a code that gRPC does not define. */
  static String name(CharSequence code) {
    for (int i = 0; i < NAMES.size(); i++) {
      if (Integer.toString(i).contentEquals(code)) {
        return NAMES.get(i);
      }
    }
    return "unknown";
  }

  /** Decodes a message, in which everything except plain ASCII is sent as {@code %XX}. */
  static String message(@Nullable CharSequence sent) {
    String text = sent == null ? "" : sent.toString();
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
