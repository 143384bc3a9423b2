package io.longhaul.mock.llm;

import io.longhaul.mock.endpoint.Json;
import io.longhaul.mock.script.Fault;
import io.longhaul.mock.truth.TruthRecord.Outcome;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** An answer that is no completion: refusals, and the faults that consist of a status or a page. */
final class ErrorAnswer {
  private static final String PAGE = "<html><body><h1>Scripted failure</h1></body></html>\n";

  private final Exchange exchange;

  ErrorAnswer(Exchange exchange) {
    this.exchange = exchange;
  }

  /** Whether the fault is written here, whatever the request asked for. */
  static boolean isFor(Fault fault) {
    return switch (fault.kind()) {
      case STATUS, HTML_STATUS, REDIRECT, WRONG_CONTENT_TYPE -> true;
      default -> false;
    };
  }

  void write(Fault fault) {
    switch (fault.kind()) {
      case STATUS ->
          write(
              fault.amount(), "application/json", scriptedError(fault.amount()), retryAfter(fault));
      case HTML_STATUS -> write(fault.amount(), "text/html", PAGE, "");
      case REDIRECT -> write(fault.amount(), "text/html", "", location());
      default -> write(200, "text/html", PAGE, "");
    }
  }

  void write(int status, String message, String type) {
    write(status, "application/json", Json.error(message, type, status), "");
  }

  private void write(int status, String contentType, String text, String extraHeaders) {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    ByteBuf out = exchange.buffer();
    HttpText.head(out, status, contentType, body.length, extraHeaders, exchange.keepAlive());
    out.writeBytes(body);
    exchange.status(status);
    exchange.write(out, 0, 0);
    exchange.end(Outcome.ERROR);
  }

  private static String scriptedError(int status) {
    String type =
        switch (status) {
          case 401, 403 -> "authentication_error";
          case 429 -> "rate_limit_error";
          default -> status < 500 ? "invalid_request_error" : "server_error";
        };
    return Json.error("Scripted failure", type, status);
  }

  /** Whole seconds, as the header wants them, rounded up. */
  private static String retryAfter(Fault fault) {
    return fault.nanos() == 0
        ? ""
        : "retry-after: " + (fault.nanos() + 999_999_999) / 1_000_000_000 + "\r\n";
  }

  /** The same path under another name of the loopback address: another origin. */
  private String location() {
    String host = exchange.request().header("host");
    String port = host != null && host.indexOf(':') > 0 ? host.substring(host.indexOf(':')) : "";
    return "location: http://localhost" + port + exchange.request().path() + "\r\n";
  }
}
