package io.longhaul.mock.llm;

import io.longhaul.mock.script.Fault;
import io.longhaul.mock.truth.TruthRecord.Outcome;
import io.netty.buffer.ByteBuf;

/**
 * Writes error responses: rejections, and faults that replace the response with a status or a page.
 */
final class ErrorResponder {
  private static final String PAGE = "<html><body><h1>Scripted failure</h1></body></html>\n";

  private ErrorResponder() {}

  /**
   * Writes the response of a fault that replaces the response of any request; returns {@code false}
   * for other faults.
   */
  static boolean write(Exchange exchange, Fault fault) {
    int status = fault.amount();
    PlainResponse response =
        switch (fault.kind()) {
          case STATUS ->
              PlainResponse.error(status, "Scripted failure", typeOf(status), retryAfter(fault));
          case HTML_STATUS -> PlainResponse.html(status, PAGE, "");
          case REDIRECT -> PlainResponse.html(status, "", location(exchange.request()));
          case WRONG_CONTENT_TYPE -> PlainResponse.html(200, PAGE, "");
          default -> null;
        };
    if (response != null) {
      write(exchange, response);
    }
    return response != null;
  }

  static void write(Exchange exchange, PlainResponse error) {
    ByteBuf out = exchange.buffer();
    exchange.writer().error(out, error);
    exchange.status(error.status());
    exchange.write(out, 0, 0);
    exchange.end(Outcome.ERROR);
  }

  private static String typeOf(int status) {
    return switch (status) {
      case 401, 403 -> "authentication_error";
      case 429 -> "rate_limit_error";
      default -> status < 500 ? "invalid_request_error" : "server_error";
    };
  }

  /** Returns the header line with whole seconds, as HTTP requires, rounded up. */
  private static String retryAfter(Fault fault) {
    return fault.nanos() == 0
        ? ""
        : "retry-after: " + (fault.nanos() + 999_999_999) / 1_000_000_000 + "\n";
  }

  /**
   * Returns the header line with the same path at another name of the loopback address: another
   * origin.
   */
  private static String location(ReceivedRequest request) {
    String host = request.header("host");
    String port = host != null && host.indexOf(':') > 0 ? host.substring(host.indexOf(':')) : "";
    return "location: http://localhost" + port + request.path() + "\n";
  }
}
