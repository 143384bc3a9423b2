package io.longhaul.load;

import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.endpoint.InferenceRequest;
import io.longhaul.load.endpoint.ModelList;
import io.longhaul.load.grpc.MessageFrame;
import io.longhaul.load.http.ExchangeEnd;
import io.longhaul.load.http.LlmClient;
import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.load.plan.Redaction;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.Secret;
import io.longhaul.load.time.RunClock;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Asks a server whether it is ready to be loaded, as AIPerf 0.13's readiness probe does, on the
 * connections and with the headers of the plan. Each question blocks; not on the client's loop.
 */
public final class ReadinessProbe implements AutoCloseable {
  private static final String PROMPT = "Lo";
  private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.UTF_8);
  private static final byte[] EMPTY_MESSAGE = MessageFrame.of(new byte[0]);
  static final int OK = 200;
  private static final int END_OF_OK = 300;
  private static final int SERVER_ERROR = 500;
  private static final int MAX_MESSAGE_CHARS = 200;

  /** What gateways answer for a server that is not there, and servers that still start. */
  private static final Set<Integer> NOT_YET_AVAILABLE = Set.of(502, 503, 504);

  /** Statuses of gRPC that say of the server what 500 and more do in HTTP. */
  private static final Set<String> NOT_READY =
      Set.of("unavailable", "internal", "unknown", "deadline_exceeded", "data_loss");

  private final RunPlan plan;
  private final List<Map.Entry<String, String>> headers;
  private final LlmClient client;
  private final Redaction secrets;

  public ReadinessProbe(RunPlan plan, Map<String, Secret> secretHeaders, RunClock clock) {
    this.plan = plan;
    this.headers = RequestFactory.headersOf(plan, secretHeaders);
    this.secrets = Redaction.of(secretHeaders);
    this.client = TargetConnections.clients(plan, secretHeaders, clock).apply("readiness");
  }

  /** Whether models can be asked for: not where nothing but gRPC is spoken. */
  public static boolean canListModels(EndpointType endpoint) {
    return !endpoint.speaksGrpc();
  }

  /**
   * Looks for a model in the server's list. A server without a list of models is ready when it
   * answers at all, with whatever status but 502, 503 and 504.
   *
   * @param url base URL of the server
   * @return why it is not ready; empty when it is
   */
  public Optional<String> whyModelIsNotListed(String url, String model, long timeoutNanos) {
    BufferedResponse list = get(url, ModelList.PATH, timeoutNanos);
    if (!list.isWhole() || NOT_YET_AVAILABLE.contains(list.status())) {
      return Optional.of(inWords(list));
    }
    Optional<List<String>> models =
        list.status() == OK ? ModelList.namesIn(list.text()) : Optional.empty();
    return models.isEmpty() || models.get().contains(model)
        ? Optional.empty()
        : Optional.of("the model is not in its list: " + ModelList.inWords(models.get()));
  }

  BufferedResponse get(String url, String path, long timeoutNanos) {
    return responseTo(OutgoingRequest.get(TargetUrls.join(url, path), headers, timeoutNanos));
  }

  /** The path to which requests of the plan go. */
  String path() {
    return plan.target().path() == null ? plan.request().path() : plan.target().path();
  }

  /**
   * An answer in words, with the server's message; a key that the server repeats is blotted out.
   */
  String inWords(BufferedResponse response) {
    if (!response.isWhole() || response.status() < END_OF_OK) {
      return response.inWords();
    }
    byte[] body = response.body();
    String message =
        secrets.blotted(
            plan.request()
                .endpointType()
                .dialect(plan.request().dialectOptions())
                .errorMessage(body, 0, body.length));
    String shown =
        message.length() <= MAX_MESSAGE_CHARS
            ? message
            : message.substring(0, MAX_MESSAGE_CHARS) + "…";
    return response.inWords() + (shown.isEmpty() ? "" : " (" + shown + ")");
  }

  /**
   * Whether anything at all can be said to a server in the version of HTTP, and with the TLS, of
   * the plan; what it answers, and whether in time, is not looked at.
   *
   * @return why not; empty when it can
   */
  public Optional<String> whyProtocolFails(String url, long timeoutNanos) {
    ExchangeEnd end =
        responseTo(OutgoingRequest.get(TargetUrls.join(url, ""), headers, timeoutNanos)).end();
    return switch (end.kind()) {
      case BAD_HTTP, TLS_FAILED -> Optional.of(end.message());
      default -> Optional.empty();
    };
  }

  /**
   * Asks for one token. What the server refuses, it will refuse the load, too: that is no reason to
   * wait.
   *
   * @return why it is not ready; empty when it is
   */
  public Optional<String> whyInferenceFails(String url, String model, long timeoutNanos) {
    BufferedResponse response = infer(url, model, timeoutNanos);
    return isReady(response) ? Optional.empty() : Optional.of(inWords(response));
  }

  /** Sends a short request of the endpoint's kind; for one token where it can be told so. */
  BufferedResponse infer(String url, String model, long timeoutNanos) {
    return responseTo(
        new OutgoingRequest(TargetUrls.join(url, path()), headers, shortBody(model), timeoutNanos));
  }

  /** Whether the short request has a text and a model; else it is empty. */
  boolean canSendText() {
    EndpointType endpoint = plan.request().endpointType();
    return endpoint.takesText() && !endpoint.ranks() && !endpoint.sendsPayloads();
  }

  private static boolean isReady(BufferedResponse response) {
    return response
        .callStatus()
        .map(status -> !NOT_READY.contains(status))
        .orElseGet(() -> response.isWhole() && response.status() < SERVER_ERROR);
  }

  private byte[] shortBody(String model) {
    EndpointType endpoint = plan.request().endpointType();
    if (!canSendText()) {
      return endpoint.speaksGrpc() ? EMPTY_MESSAGE : NOTHING;
    }
    return endpoint
        .dialect(plan.request().dialectOptions())
        .requestBody(InferenceRequest.ofText(model, PROMPT, 1, false));
  }

  private BufferedResponse responseTo(OutgoingRequest request) {
    return BufferedResponse.to(request, client);
  }

  @Override
  public void close() {
    client.close();
  }
}
