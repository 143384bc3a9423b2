package io.longhaul.load;

import io.longhaul.load.dataset.InputsFile;
import io.longhaul.load.dataset.Prompt;
import io.longhaul.load.dataset.PromptSource;
import io.longhaul.load.endpoint.EndpointDialect;
import io.longhaul.load.endpoint.InferenceRequest;
import io.longhaul.load.endpoint.Message;
import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.Secret;
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
 * Makes the requests of a plan. Of prompts in memory, bodies are made once per prompt, before the
 * load, as far as {@value #MAX_READY_BYTES} bytes hold them; so a loop that sends only adds an id.
 * If they do not hold all, {@link #isReady} says so. Immutable, any thread.
 */
final class RequestMaker {
  private static final long MAX_READY_BYTES = 256L << 20;
  private static final int SAMPLES = 8;

  private final RunPlan plan;
  private final PromptSource prompts;
  private final EndpointDialect dialect;
  private final List<URI> urls;
  private final List<Map.Entry<String, String>> headers;

  /** What the first entries ask. */
  private final List<Ready> readyByEntry;

  /** Whether only what is ready is asked, in turn. */
  private final boolean onlyReady;

  private RequestMaker(
      RunPlan plan,
      PromptSource prompts,
      EndpointDialect dialect,
      List<URI> urls,
      List<Map.Entry<String, String>> headers,
      List<Ready> readyByEntry,
      boolean onlyReady) {
    this.plan = plan;
    this.prompts = prompts;
    this.dialect = dialect;
    this.urls = urls;
    this.headers = headers;
    this.readyByEntry = readyByEntry;
    this.onlyReady = onlyReady;
  }

  /** What does not change from one request with a prompt to the next. */
  record Ready(Prompt prompt, String sessionId, byte[] body) {
    /** About the memory that it takes. */
    long bytes() {
      return 2L * body.length;
    }
  }

  /** A request as it is recorded and as it is sent. */
  record Made(PlannedRequest planned, OutgoingRequest outgoing) {}

  static RequestMaker of(
      RunPlan plan,
      PromptSource prompts,
      EndpointDialect dialect,
      Map<String, Secret> secretHeaders) {
    List<Ready> readyByEntry = new ArrayList<>();
    RequestMaker maker =
        new RequestMaker(
            plan,
            prompts,
            dialect,
            TargetUrls.of(plan.target(), plan.request().path()),
            headersOf(plan, secretHeaders),
            readyByEntry,
            false);
    long bytes = 0;
    int entries = prompts.isInMemory() ? prompts.entries() : Math.min(SAMPLES, prompts.entries());
    for (int entry = 0; entry < entries && bytes < MAX_READY_BYTES; entry++) {
      Ready ready = maker.ready(prompts.entry(entry));
      bytes += ready.body().length;
      readyByEntry.add(ready);
    }
    return maker;
  }

  /** Whether asking for a request takes no time: all of them are made. */
  boolean isReady() {
    return prompts.isInMemory() && readyByEntry.size() == prompts.entries();
  }

  /**
   * Requests of the same kind to another place, with nothing secret in them: the same ones if all
   * are ready, else some of them again and again.
   */
  RequestMaker to(URI url) {
    return new RequestMaker(
        plan, prompts, dialect, List.of(url), headersOf(plan, Map.of()), readyByEntry, !isReady());
  }

  /** What the request with this plan index asks. */
  Ready ready(long planIndex) {
    if (onlyReady) {
      return readyByEntry.get((int) (planIndex % readyByEntry.size()));
    }
    return knownOrMade(prompts.promptFor(planIndex));
  }

  /** What requests with this entry of the data set ask. */
  InputsFile.Input input(int entry) {
    Ready ready = knownOrMade(prompts.entry(entry));
    return new InputsFile.Input(ready.sessionId(), ready.body());
  }

  private Ready knownOrMade(Prompt prompt) {
    return prompt.entry() < readyByEntry.size() ? readyByEntry.get(prompt.entry()) : ready(prompt);
  }

  Made make(
      Ready ready,
      long planIndex,
      RequestId id,
      long scheduledAtNanos,
      Map<String, String> labels) {
    Prompt prompt = ready.prompt();
    String idText = id.toString();
    int url = (int) (planIndex % urls.size());
    PlannedRequest planned =
        new PlannedRequest(
            id,
            planIndex,
            prompt.entry(),
            ready.sessionId(),
            idText,
            prompt.model(),
            url,
            prompt.hash(),
            prompt.inputTokens(),
            prompt.requestedOutputTokens(),
            prompt.media().images(),
            scheduledAtNanos,
            labels);
    List<Map.Entry<String, String>> its = new ArrayList<>(headers.size() + 2);
    its.add(Map.entry("X-Request-ID", idText));
    its.add(Map.entry("X-Correlation-ID", idText));
    its.addAll(headers);
    return new Made(
        planned,
        new OutgoingRequest(urls.get(url), its, ready.body(), plan.target().requestTimeoutNanos()));
  }

  private Ready ready(Prompt prompt) {
    if (prompt.payload() != null) {
      byte[] whole = prompt.payload().getBytes(StandardCharsets.UTF_8);
      return new Ready(prompt, prompt.sessionId(), whole);
    }
    byte[] body =
        dialect.requestBody(
            new InferenceRequest(
                prompt.model(),
                messagesOf(prompt),
                prompt.requestedOutputTokens(),
                plan.request().streaming(),
                prompt.extraInputs()));
    return new Ready(prompt, prompt.sessionId(), body);
  }

  private static List<Message> messagesOf(Prompt prompt) {
    String role = prompt.role() == null ? "user" : prompt.role();
    List<Message> messages = new ArrayList<>(prompt.before());
    messages.add(new Message(role, prompt.parts(), prompt.media().load()));
    return messages;
  }

  /** The headers of every request. What was given wins over what stands here. */
  private static List<Map.Entry<String, String>> headersOf(
      RunPlan plan, Map<String, Secret> secretHeaders) {
    Map<String, Map.Entry<String, String>> byName = new LinkedHashMap<>();
    put(byName, "Content-Type", "application/json");
    put(byName, "Accept", plan.request().streaming() ? "text/event-stream" : "application/json");
    plan.request().endpointType().headers().forEach((name, value) -> put(byName, name, value));
    plan.target().headers().forEach((name, value) -> put(byName, name, value));
    secretHeaders.forEach((name, value) -> put(byName, name, value.reveal()));
    return List.copyOf(byName.values());
  }

  private static void put(
      Map<String, Map.Entry<String, String>> byName, String name, String value) {
    byName.put(name.toLowerCase(Locale.ROOT), Map.entry(name, value));
  }
}
