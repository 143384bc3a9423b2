package io.longhaul.load;

import io.longhaul.load.dataset.ChatTokens;
import io.longhaul.load.dataset.Conversation;
import io.longhaul.load.dataset.InputsFile;
import io.longhaul.load.dataset.Prompt;
import io.longhaul.load.dataset.PromptHash;
import io.longhaul.load.dataset.PromptSource;
import io.longhaul.load.dataset.Turn;
import io.longhaul.load.endpoint.EndpointDialect;
import io.longhaul.load.endpoint.InferenceRequest;
import io.longhaul.load.endpoint.Message;
import io.longhaul.load.http.ConnectionOwner;
import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.load.plan.ConnectionReuse;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.Secret;
import io.longhaul.load.plan.TargetPlan;
import io.longhaul.load.record.PlannedRequest;
import io.longhaul.schema.RequestId;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Makes the requests of a plan. Of prompts in memory that are the same for all sessions, bodies are
 * made once per prompt, before the load, as far as {@value #MAX_READY_BYTES} bytes hold them; so a
 * loop that sends only adds an id. If they do not hold all, {@link #isReady} says so. Immutable,
 * any thread.
 */
final class RequestMaker {
  private static final long MAX_READY_BYTES = 256L << 20;
  private static final int SAMPLES = 8;

  private final RunPlan plan;

  /** Whether each session has a connection of its own. */
  private final boolean sticky;

  private final PromptSource prompts;
  private final EndpointDialect dialect;
  private final List<URI> urls;
  private final List<Map.Entry<String, String>> headers;

  /** Null when prompts are counted by themselves. */
  private final ChatTokens chat;

  /** What the first entries ask. */
  private final List<Ready> readyByEntry;

  /** Whether only what is ready is asked, in turn. */
  private final boolean onlyReady;

  /** Whether sessions are over with their first turn. */
  private final boolean onlyFirstTurns;

  private RequestMaker(
      RunPlan plan,
      PromptSource prompts,
      EndpointDialect dialect,
      List<URI> urls,
      List<Map.Entry<String, String>> headers,
      ChatTokens chat,
      List<Ready> readyByEntry,
      boolean onlyReady,
      boolean onlyFirstTurns) {
    this.plan = plan;
    this.chat = chat;
    this.sticky = plan.target().connectionReuse() == ConnectionReuse.STICKY_USER_SESSIONS;
    this.prompts = prompts;
    this.dialect = dialect;
    this.urls = urls;
    this.headers = headers;
    this.readyByEntry = readyByEntry;
    this.onlyReady = onlyReady;
    this.onlyFirstTurns = onlyFirstTurns;
  }

  /**
   * What does not change from one request with a turn to the next.
   *
   * @param turn which of the conversation's turns it is
   * @param inputTokens tokens of all that is told, or null
   * @param promptHash identity of all that is told
   */
  record Ready(
      Conversation conversation, int turn, Integer inputTokens, long promptHash, byte[] body) {
    Prompt prompt() {
      return conversation.turns().get(turn).prompt();
    }

    /** About the memory that it takes, with the texts of all turns. */
    long bytes() {
      return 2L * body.length + 2L * conversation.laterChars();
    }

    /** The same in a conversation of so many turns at most. */
    Ready upTo(int mostTurns) {
      return conversation.turns().size() <= mostTurns
          ? this
          : new Ready(conversation.upTo(mostTurns), turn, inputTokens, promptHash, body);
    }
  }

  /**
   * The requests of a plan.
   *
   * @param chat counts what requests ask, in place of what their prompts say of themselves; or null
   */
  static RequestMaker of(
      RunPlan plan,
      PromptSource prompts,
      EndpointDialect dialect,
      ChatTokens chat,
      Map<String, Secret> secretHeaders) {
    List<Ready> readyByEntry = new ArrayList<>();
    RequestMaker maker =
        new RequestMaker(
            plan,
            prompts,
            dialect,
            TargetUrls.of(plan.target(), plan.request().path()),
            headersOf(plan, secretHeaders),
            chat,
            readyByEntry,
            false,
            false);
    long bytes = 0;
    int entries = maker.canBeReady() ? prompts.entries() : Math.min(SAMPLES, prompts.entries());
    for (int entry = 0; entry < entries && bytes < MAX_READY_BYTES; entry++) {
      Ready ready = maker.firstTurn(prompts.conversation(entry));
      bytes += ready.body().length;
      readyByEntry.add(ready);
    }
    return maker;
  }

  /** Whether asking for a request takes no time: all of them are made. */
  boolean isReady() {
    return canBeReady() && readyByEntry.size() == prompts.entries();
  }

  private boolean canBeReady() {
    return prompts.isInMemory() && !prompts.variesBySession();
  }

  /**
   * Requests of the same kind to another place, with nothing secret in them: the same first turns
   * if all are ready, else some of them again and again.
   */
  RequestMaker to(URI url) {
    return new RequestMaker(
        plan,
        prompts,
        dialect,
        List.of(url),
        headersOf(plan, Map.of()),
        chat,
        readyByEntry,
        !isReady(),
        true);
  }

  /** What the session with this number asks first. */
  Ready ready(long session) {
    if (onlyReady) {
      return readyByEntry.get((int) (session % readyByEntry.size())).upTo(1);
    }
    if (prompts.variesBySession()) {
      Ready its = firstTurn(prompts.conversationFor(session));
      return onlyFirstTurns ? its.upTo(1) : its;
    }
    int entry = prompts.entryFor(session);
    Ready first =
        entry < readyByEntry.size()
            ? readyByEntry.get(entry)
            : firstTurn(prompts.conversation(entry));
    return onlyFirstTurns ? first.upTo(1) : first;
  }

  /** What a session asks next, with all that was said before. */
  Ready laterTurn(Dialogue dialogue) {
    byte[] body = body(dialogue.prompt(), dialogue.messages());
    return new Ready(
        dialogue.conversation(),
        dialogue.turn(),
        tokens(body, dialogue.tokens()),
        PromptHash.of(dialogue.identities()),
        body);
  }

  /**
   * What requests with this entry of the data set ask: each turn as AIPerf writes it, without what
   * is said before it is sent.
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

  /** A session's request as it is sent; all of a session's go to one URL. */
  OutgoingRequest outgoing(Session session, RequestId id) {
    Ready ready = session.request();
    String idText = ready.turn() == 0 ? session.correlationId() : id.toString();
    List<Map.Entry<String, String>> its = new ArrayList<>(headers.size() + 2);
    its.add(Map.entry("X-Request-ID", idText));
    its.add(Map.entry(plan.target().sessionHeader(), session.correlationId()));
    its.addAll(headers);
    return new OutgoingRequest(
        urls.get(url(session)),
        its,
        ready.body(),
        plan.target().requestTimeoutNanos(),
        sticky ? new ConnectionOwner(session.correlationId(), session.isAtLastTurn()) : null);
  }

  /** The same request as it is recorded. */
  PlannedRequest planned(
      Session session,
      long planIndex,
      RequestId id,
      long scheduledAtNanos,
      Map<String, String> labels) {
    Ready ready = session.request();
    Prompt prompt = ready.prompt();
    return new PlannedRequest(
        id,
        planIndex,
        prompt.entry(),
        ready.conversation().sessionId(),
        ready.turn(),
        session.correlationId(),
        prompt.model(),
        url(session),
        ready.promptHash(),
        ready.inputTokens(),
        // With what was said before, a later turn is longer than anybody asked for.
        ready.turn() == 0 ? prompt.requestedInputTokens() : null,
        prompt.requestedOutputTokens(),
        prompt.media().images(),
        prompt.media().audioNanos(),
        scheduledAtNanos,
        labels);
  }

  private int url(Session session) {
    return (int) (session.number() % urls.size());
  }

  private Ready firstTurn(Conversation conversation) {
    Prompt prompt = conversation.first();
    List<Message> messages = prompt.payload() == null ? prompt.messages() : List.of();
    byte[] body = body(prompt, messages);
    return new Ready(conversation, 0, tokens(body, prompt.inputTokens()), prompt.hash(), body);
  }

  private Integer tokens(byte[] body, Integer bare) {
    return chat == null ? bare : Integer.valueOf(chat.count(body));
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

  /** The headers of every request. What was given wins over what stands here. */
  static List<Map.Entry<String, String>> headersOf(
      RunPlan plan, Map<String, Secret> secretHeaders) {
    Map<String, String> usual = new LinkedHashMap<>();
    if (!plan.request().endpointType().speaksGrpc()) {
      usual.put("Content-Type", "application/json");
      usual.put("Accept", plan.request().streaming() ? "text/event-stream" : "application/json");
    }
    usual.putAll(plan.request().endpointType().headers());
    return headersOf(usual, plan.target(), secretHeaders);
  }

  /** Headers over which those win that were given. */
  static List<Map.Entry<String, String>> headersOf(
      Map<String, String> usual, TargetPlan target, Map<String, Secret> secretHeaders) {
    Map<String, Map.Entry<String, String>> byName = new LinkedHashMap<>();
    usual.forEach((name, value) -> put(byName, name, value));
    target.headers().forEach((name, value) -> put(byName, name, value));
    secretHeaders.forEach((name, value) -> put(byName, name, value.reveal()));
    if (target.proxy() != null) {
      // For the proxy, not for the server.
      byName.remove(TargetConnections.PROXY_AUTHORIZATION.toLowerCase(Locale.ROOT));
    }
    return List.copyOf(byName.values());
  }

  private static void put(
      Map<String, Map.Entry<String, String>> byName, String name, String value) {
    byName.put(name.toLowerCase(Locale.ROOT), Map.entry(name, value));
  }
}
