package io.longhaul.mock.llm;

import io.longhaul.mock.script.Fault;
import io.longhaul.mock.truth.TruthRecord.Outcome;
import io.netty.buffer.ByteBuf;

/**
 * Writes error responses: rejections, and faults that replace the response with a status or a page.
 */
final class ErrorResponder {
  private static final String PAGE = "<html><body><h1>Scripted failure</h1></body></html>\n";

  private final Exchange exchange;

  ErrorResponder(Exchange exchange) {
    this.exchange = exchange;
  }

  /** Returns whether the fault replaces the response of any request. */
  static boolean isFor(Fault fault) {
    return switch (fault.kind()) {
      case STATUS, HTML_STATUS, REDIRECT, WRONG_CONTENT_TYPE -> true;
      default -> false;
    };
  }

  void write(Fault fault) {
    int status = fault.amount();
    switch (fault.kind()) {
      case STATUS ->
          write(PlainResponse.error(status, "Scripted failure", typeOf(status), retryAfter(fault)));
      case HTML_STATUS -> write(PlainResponse.html(status, PAGE, ""));
      case REDIRECT -> write(PlainResponse.html(status, "", location()));
      default -> write(PlainResponse.html(200, PAGE, ""));
    }
  }

  void write(int status, String message, String type) {
    write(PlainResponse.error(status, message, type, ""));
  }

  private void write(PlainResponse error) {
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
        : "retry-after: " + (fault.nanos() + 999_999_999) / 1_000_000_000 + "\r\n";
  }

  /**
   * Returns the header line with the same path at another name of the loopback address: another
   * origin.
   */
  private String location() {
    String host = exchange.request().header("host");
    String port = host != null && host.indexOf(':') > 0 ? host.substring(host.indexOf(':')) : "";
    return "location: http://localhost" + port + exchange.request().path() + "\r\n";
  }
}
