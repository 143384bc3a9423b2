package io.longhaul.mock.llm;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.mock.endpoint.ResponseFormat;
import io.longhaul.mock.endpoint.ParsedRequest;
import io.longhaul.mock.endpoint.BadRequest;
import io.longhaul.mock.endpoint.MockEndpoint;
import io.longhaul.mock.endpoint.StreamFormat;
import io.longhaul.mock.script.Fault;
import io.longhaul.mock.script.Overrides;
import io.longhaul.mock.script.RequestScript;
import io.longhaul.mock.script.ServerScript;
import java.util.Map;

/** From a request to an endpoint to the answer that the script wants. */
final class RequestHandler {
  private RequestHandler() {}

  /** Starts answering; the answer then goes on by itself. */
  static void answer(LlmServer server, Exchange exchange) {
    ReceivedRequest request = exchange.request();
    MockEndpoint page = request.page();
    if (!request.carries(server.apiKey())) {
      new ErrorResponder(exchange).write(401, wrongKey(request), "authentication_error");
      return;
    }
    JsonNode body;
    ParsedRequest asked;
    Overrides overrides;
    try {
      body = page.validBody(request.body(), request::header);
      asked = page.read(body, request.path());
      if (page.streamsToWhomAcceptsEvents() && request.acceptsEvents()) {
        asked = asked.asStream();
      }
      exchange.asked(asked);
      overrides = overridesOf(request);
    } catch (BadRequest | IllegalArgumentException e) {
      new ErrorResponder(exchange).write(400, e.getMessage(), "invalid_request_error");
      return;
    }
    start(server.script(), exchange, body, asked, overrides);
  }

  /** Repeats the key that came, as OpenAI's servers do. */
  private static String wrongKey(ReceivedRequest request) {
    Map.Entry<String, String> key = request.page().keyHeader("KEY");
    String given = request.header(key.getKey());
    return "Invalid API key"
        + (given == null ? "" : ": " + given)
        + " (send "
        + key.getKey()
        + ": "
        + key.getValue()
        + ")";
  }

  private static Overrides overridesOf(ReceivedRequest request) {
    return Overrides.parse(
        request.header("x-mock-ttft"),
        request.header("x-mock-itl"),
        request.header("x-mock-output-tokens"),
        request.header("x-mock-fault"));
  }

  private static void start(
      ServerScript server, Exchange exchange, JsonNode body, ParsedRequest asked, Overrides overrides) {
    ReceivedRequest request = exchange.request();
    String requestId = request.header("x-request-id");
    RequestScript script =
        server.scriptFor(exchange.number(), requestId, asked.promptTokens(), overrides);
    Fault fault = script.fault();
    exchange.fault(fault);
    if (fault != null && ErrorResponder.isFor(fault)) {
      new ErrorResponder(exchange).write(fault);
      return;
    }
    long answerId = server.seed() ^ ServerScript.keyOf(exchange.number(), requestId);
    long createdSeconds = System.currentTimeMillis() / 1000;
    if (fault != null && fault.kind() == Fault.Kind.IGNORE_MAX_COMPLETION_TOKENS) {
      asked = request.page().withoutCompletionLimit(body, asked);
    }
    boolean wrongShape = fault != null && fault.kind() == Fault.Kind.WRONG_SHAPE;
    ResponseFormat form =
        wrongShape
            ? request.page().wrongForm(body, asked, answerId, createdSeconds)
            : request.page().form(body, asked, answerId, createdSeconds);
    if (asked.stream() && form instanceof StreamFormat stream) {
      boolean roleAtOnce = server.roleChunk() == ServerScript.RoleChunk.AT_ONCE;
      new StreamedResponse(exchange, asked, script, stream, roleAtOnce).run();
    } else {
      new WholeResponse(exchange, asked, script, form).run();
    }
  }
}
