package io.longhaul.mock.llm;

import io.longhaul.mock.script.Fault;
import io.longhaul.mock.script.Overrides;
import io.longhaul.mock.script.RequestScript;
import io.longhaul.mock.script.ServerScript;

/** From a chat or completions request to the answer that the script wants. */
final class Completions {
  private Completions() {}

  /** Starts answering; the answer then goes on by itself. */
  static void answer(LlmServer server, Exchange exchange) {
    ReceivedRequest request = exchange.request();
    if (!request.carries(server.apiKey())) {
      String message = "Invalid API key (send Authorization: Bearer KEY)";
      new ErrorAnswer(exchange).write(401, message, "authentication_error");
      return;
    }
    CompletionRequest asked;
    Overrides overrides;
    try {
      asked = server.requestReader().read(request.body());
      exchange.asked(asked);
      overrides = overridesOf(request);
    } catch (BadRequest | IllegalArgumentException e) {
      new ErrorAnswer(exchange).write(400, e.getMessage(), "invalid_request_error");
      return;
    }
    start(server.script(), exchange, asked, overrides);
  }

  private static Overrides overridesOf(ReceivedRequest request) {
    return Overrides.parse(
        request.header("x-mock-ttft"),
        request.header("x-mock-itl"),
        request.header("x-mock-output-tokens"),
        request.header("x-mock-fault"));
  }

  private static void start(
      ServerScript server, Exchange exchange, CompletionRequest asked, Overrides overrides) {
    ReceivedRequest request = exchange.request();
    String requestId = request.header("x-request-id");
    RequestScript script =
        server.scriptFor(exchange.number(), requestId, asked.promptTokens(), overrides);
    Fault fault = script.fault();
    exchange.fault(fault);
    if (fault != null && ErrorAnswer.isFor(fault)) {
      new ErrorAnswer(exchange).write(fault);
      return;
    }
    boolean chat = request.path().equals(ReceivedRequest.CHAT);
    long answerId = server.seed() ^ ServerScript.keyOf(exchange.number(), requestId);
    long createdSeconds = System.currentTimeMillis() / 1000;
    AnswerJson json = new AnswerJson(chat, answerId, createdSeconds, asked.model());
    if (asked.stream()) {
      boolean roleAtOnce = server.roleChunk() == ServerScript.RoleChunk.AT_ONCE;
      new StreamedAnswer(exchange, asked, script, json, roleAtOnce).run();
    } else {
      new WholeAnswer(exchange, asked, script, json).run();
    }
  }
}
