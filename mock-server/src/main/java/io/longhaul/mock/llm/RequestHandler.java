package io.longhaul.mock.llm;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.mock.endpoint.BadRequest;
import io.longhaul.mock.endpoint.MockEndpoint;
import io.longhaul.mock.endpoint.ParsedRequest;
import io.longhaul.mock.endpoint.ResponseFormat;
import io.longhaul.mock.endpoint.StreamFormat;
import io.longhaul.mock.script.Fault;
import io.longhaul.mock.script.Overrides;
import io.longhaul.mock.script.RequestScript;
import io.longhaul.mock.script.ServerScript;
import java.util.Map;

/** Validates a request to an endpoint and starts the scripted response. */
final class RequestHandler {
  private RequestHandler() {}

  /** Starts the response, which then continues on timers. */
  static void handle(LlmServer server, Exchange exchange) {
    ReceivedRequest request = exchange.request();
    MockEndpoint endpoint = requireNonNull(request.endpoint());
    if (!request.hasApiKey(server.apiKey())) {
      ErrorResponder.write(
          exchange,
          PlainResponse.error(401, wrongKey(endpoint, request), "authentication_error", ""));
      return;
    }
    JsonNode body;
    ParsedRequest parsed;
    Overrides overrides;
    try {
      body = endpoint.validateBody(request.body(), request::header);
      parsed = endpoint.parse(body, request.path());
      if (endpoint.streamsByAcceptHeader() && request.acceptsEvents()) {
        parsed = parsed.asStreaming();
      }
      exchange.parsed(parsed);
      overrides = Overrides.parse(request::header);
    } catch (BadRequest | IllegalArgumentException e) {
      ErrorResponder.write(exchange, PlainResponse.error(400, requireNonNull(e.getMessage())));
      return;
    }
    start(server.script(), endpoint, exchange, body, parsed, overrides);
  }

  /**
   * Returns the message for a wrong API key; it contains the received key, like that of OpenAI's
   * servers.
   */
  private static String wrongKey(MockEndpoint endpoint, ReceivedRequest request) {
    Map.Entry<String, String> key = endpoint.apiKeyHeader("KEY");
    String given = request.header(key.getKey());
    return "Invalid API key%s (send %s: %s)"
        .formatted(given == null ? "" : ": " + given, key.getKey(), key.getValue());
  }

  private static void start(
      ServerScript server,
      MockEndpoint endpoint,
      Exchange exchange,
      JsonNode body,
      ParsedRequest parsed,
      Overrides overrides) {
    ReceivedRequest request = exchange.request();
    String requestId = request.header("x-request-id");
    RequestScript script =
        server.scriptFor(
            exchange.number(),
            requestId,
            parsed.promptTokens(),
            overrides,
            exchange.nanosSinceFirstRequest());
    Fault fault = script.fault();
    exchange.fault(fault);
    if (fault != null && ErrorResponder.write(exchange, fault)) {
      return;
    }
    long responseId = server.seed() ^ ServerScript.keyOf(exchange.number(), requestId);
    long createdSeconds = System.currentTimeMillis() / 1000;
    if (script.has(Fault.Kind.IGNORE_MAX_COMPLETION_TOKENS)) {
      parsed = endpoint.withoutMaxCompletionTokens(body, parsed);
    }
    ResponseFormat format =
        script.has(Fault.Kind.WRONG_SHAPE)
            ? endpoint.wrongFormat(body, parsed, responseId, createdSeconds)
            : endpoint.responseFormat(body, parsed, responseId, createdSeconds);
    if (parsed.stream() && format instanceof StreamFormat stream) {
      new StreamedResponse(exchange, parsed, script, stream).run();
    } else {
      new WholeResponse(exchange, parsed, script, format).start();
    }
  }
}
