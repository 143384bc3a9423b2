package io.longhaul.load;

import io.longhaul.load.dataset.file.InputsFile;
import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.dataset.prompt.PromptHash;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.dataset.prompt.Turn;
import io.longhaul.load.dataset.synthetic.ChatTokens;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.http.ConnectionOwner;
import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.server.ConnectionReuse;
import io.longhaul.load.plan.server.Secret;
import io.longhaul.load.plan.server.TargetPlan;
import io.longhaul.load.record.PlannedRequest;
import io.longhaul.schema.RequestId;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds the requests of a plan. If prompts are in memory and the same for all sessions, it builds
 * their bodies once, before the load, up to {@value #MAX_PREPARED_BYTES} bytes in total; the event
 * loop then only adds an id. {@link #isFullyPrepared} returns whether that covers all prompts.
 * Immutable; any thread.
 *
 * @param headers of every request
 * @param chat null if prompts are counted without their chat template
 * @param preparedByEntry the prepared requests of the first dataset entries
 * @param onlyPrepared whether only prepared requests are used, in rotation
 * @param onlyFirstTurns whether each session ends after its first turn
 */
record RequestFactory(
    RunPlan plan,
    PromptSource prompts,
    EndpointDialect dialect,
    List<URI> urls,
    List<Map.Entry<String, String>> headers,
    @Nullable ChatTokens chat,
    List<PreparedRequest> preparedByEntry,
    boolean onlyPrepared,
    boolean onlyFirstTurns) {
  private static final long MAX_PREPARED_BYTES = 256L << 20;
  private static final int MIN_PREPARED = 8;

  /**
   * A request without the parts that differ from one use to the next.
   *
   * @param turn index of the turn in the conversation
   * @param inputTokens tokens of all messages, or null
   * @param promptHash hash of all messages
   */
  record PreparedRequest(
      Conversation conversation,
      int turn,
      @Nullable Integer inputTokens,
      long promptHash,
      byte[] body) {
    Prompt prompt() {
      return conversation.turns().get(turn).prompt();
    }

    /** Returns the approximate memory size, including the texts of all turns. */
    long bytes() {
      return 2L * body.length + 2L * conversation.laterChars();
    }

    /** Returns this request in a conversation that is cut after {@code maxTurns} turns. */
    PreparedRequest upTo(int maxTurns) {
      return conversation.turns().size() <= maxTurns
          ? this
          : new PreparedRequest(conversation.upTo(maxTurns), turn, inputTokens, promptHash, body);
    }
  }

  /**
   * Creates the factory of a plan and prepares requests.
   *
   * @param chat counts the tokens of whole requests, instead of those of their prompts; or null
   */
  static RequestFactory of(
      RunPlan plan,
      PromptSource prompts,
      EndpointDialect dialect,
      @Nullable ChatTokens chat,
      Map<String, Secret> secretHeaders) {
    List<PreparedRequest> preparedByEntry = new ArrayList<>();
    RequestFactory factory =
        new RequestFactory(
            plan,
            prompts,
            dialect,
            TargetUrls.of(plan.target(), plan.request().path()),
            headersOf(plan, secretHeaders),
            chat,
            preparedByEntry,
            false,
            false);
    long bytes = 0;
    int entries =
        factory.canBePrepared() ? prompts.entries() : Math.min(MIN_PREPARED, prompts.entries());
    for (int entry = 0; entry < entries && bytes < MAX_PREPARED_BYTES; entry++) {
      PreparedRequest prepared = factory.firstTurn(prompts.conversation(entry));
      bytes += prepared.body().length;
      preparedByEntry.add(prepared);
    }
    return factory;
  }

  /** Returns whether all requests are prepared, so that none has to be built during the load. */
  boolean isFullyPrepared() {
    return onlyPrepared || (canBePrepared() && preparedByEntry.size() == prompts.entries());
  }

  private boolean canBePrepared() {
    return prompts.isInMemory() && !prompts.variesBySession();
  }

  /**
   * Returns a factory for similar requests to another server, without secrets. They are the same
   * first turns if all are prepared, else the prepared ones in rotation.
   */
  RequestFactory forUrl(URI url) {
    return new RequestFactory(
        plan,
        prompts,
        dialect,
        List.of(url),
        headersOf(plan, Map.of()),
        chat,
        preparedByEntry,
        !isFullyPrepared(),
        true);
  }

  /** Returns the first request of a session. */
  PreparedRequest firstTurn(long session) {
    if (onlyPrepared) {
      return preparedByEntry.get((int) (session % preparedByEntry.size())).upTo(1);
    }
    PreparedRequest first =
        prompts.variesBySession()
            ? firstTurn(prompts.conversationFor(session))
            : firstTurnOf(prompts.entryFor(session));
    return onlyFirstTurns ? first.upTo(1) : first;
  }

  private PreparedRequest firstTurnOf(int entry) {
    return entry < preparedByEntry.size()
        ? preparedByEntry.get(entry)
        : firstTurn(prompts.conversation(entry));
  }

  /** Builds the next request of a session, with all earlier messages. */
  PreparedRequest laterTurn(ConversationHistory history) {
    byte[] body = body(history.prompt(), history.messages());
    return new PreparedRequest(
        history.conversation(),
        history.turn(),
        tokens(body, history.tokens()),
        PromptHash.of(history.identities()),
        body);
  }

  /**
   * Returns the requests of a dataset entry for the inputs file, as AIPerf writes them: each turn
   * without the messages that precede it during the run.
   */
  InputsFile.Input input(int entry) {
    Conversation conversation = prompts.conversation(entry);
    List<byte[]> bodies = new ArrayList<>();
    for (Turn turn : conversation.turns()) {
      List<Message> messages = new ArrayList<>(conversation.first().before());
      messages.add(turn.prompt().message());
      bodies.add(json(turn.prompt(), messages));
    }
    return new InputsFile.Input(conversation.sessionId(), bodies);
  }

  /**
   * Returns the next request of a session as it is sent. All requests of a session go to one URL.
   */
  OutgoingRequest outgoing(Session session, RequestId id) {
    PreparedRequest prepared = session.request();
    String idText = prepared.turn() == 0 ? session.correlationId() : id.toString();
    List<Map.Entry<String, String>> allHeaders = new ArrayList<>(headers.size() + 2);
    allHeaders.add(Map.entry("X-Request-ID", idText));
    allHeaders.add(Map.entry(plan.target().sessionHeader(), session.correlationId()));
    allHeaders.addAll(headers);
    return new OutgoingRequest(
        urls.get(url(session)),
        allHeaders,
        prepared.body(),
        plan.target().requestTimeoutNanos(),
        plan.target().connectionReuse() == ConnectionReuse.STICKY_USER_SESSIONS
            ? new ConnectionOwner(session.correlationId(), session.isAtLastTurn())
            : null);
  }

  /** Returns the same request as it is recorded. */
  PlannedRequest planned(
      Session session,
      long planIndex,
      RequestId id,
      long scheduledAtNanos,
      Map<String, String> labels) {
    PreparedRequest prepared = session.request();
    Prompt prompt = prepared.prompt();
    return new PlannedRequest(
        id,
        planIndex,
        prompt.entry(),
        prepared.conversation().sessionId(),
        prepared.turn(),
        session.correlationId(),
        prompt.model(),
        url(session),
        prepared.promptHash(),
        prepared.inputTokens(),
        // Together with the earlier messages, a later turn is longer than the requested length.
        prepared.turn() == 0 ? prompt.requestedInputTokens() : null,
        prompt.requestedOutputTokens(),
        prompt.media().images(),
        prompt.media().audioNanos(),
        scheduledAtNanos,
        labels);
  }

  private int url(Session session) {
    return (int) (session.number() % urls.size());
  }

  private PreparedRequest firstTurn(Conversation conversation) {
    Prompt prompt = conversation.first();
    List<Message> messages = prompt.payload() == null ? prompt.messages() : List.of();
    byte[] body = body(prompt, messages);
    return new PreparedRequest(
        conversation, 0, tokens(body, prompt.inputTokens()), prompt.hash(), body);
  }

  private @Nullable Integer tokens(byte[] body, @Nullable Integer promptTokens) {
    return chat == null ? promptTokens : Integer.valueOf(chat.count(body));
  }

  private byte[] body(Prompt prompt, List<Message> messages) {
    return prompt.payload() == null
        ? dialect.requestBody(request(prompt, messages))
        : dialect.payloadBody(prompt.payload());
  }

  private byte[] json(Prompt prompt, List<Message> messages) {
    return prompt.payload() == null
        ? dialect.requestJson(request(prompt, messages))
        : prompt.payload().getBytes(StandardCharsets.UTF_8);
  }

  private InferenceRequest request(Prompt prompt, List<Message> messages) {
    return new InferenceRequest(
        prompt.model(),
        messages,
        prompt.requestedOutputTokens(),
        plan.request().streaming(),
        prompt.extraInputs());
  }

  /** Returns the headers of every request. Configured headers override the defaults. */
  static List<Map.Entry<String, String>> headersOf(
      RunPlan plan, Map<String, Secret> secretHeaders) {
    Map<String, String> defaults = new LinkedHashMap<>();
    if (!plan.request().endpointType().speaksGrpc()) {
      defaults.put("Content-Type", "application/json");
      defaults.put("Accept", plan.request().streaming() ? "text/event-stream" : "application/json");
    }
    defaults.putAll(plan.request().endpointType().headers());
    return headersOf(defaults, plan.target(), secretHeaders);
  }

  /** Returns these default headers, overridden by the configured ones. */
  static List<Map.Entry<String, String>> headersOf(
      Map<String, String> defaults, TargetPlan target, Map<String, Secret> secretHeaders) {
    Map<String, Map.Entry<String, String>> byName = new LinkedHashMap<>();
    defaults.forEach((name, value) -> put(byName, name, value));
    target.headers().forEach((name, value) -> put(byName, name, value));
    secretHeaders.forEach((name, value) -> put(byName, name, value.reveal()));
    if (target.proxy() != null) {
      // This header is for the proxy, not for the server.
      byName.remove(TargetConnections.PROXY_AUTHORIZATION.toLowerCase(Locale.ROOT));
    }
    return List.copyOf(byName.values());
  }

  private static void put(
      Map<String, Map.Entry<String, String>> byName, String name, String value) {
    byName.put(name.toLowerCase(Locale.ROOT), Map.entry(name, value));
  }
}
