package io.longhaul.load;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.response.ErrorMessages;
import io.longhaul.load.endpoint.response.ModelList;
import io.longhaul.load.grpc.MessageFrame;
import io.longhaul.load.http.ExchangeEnd;
import io.longhaul.load.http.LlmClient;
import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.server.Redaction;
import io.longhaul.load.plan.server.Secret;
import io.longhaul.load.time.RunClock;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks whether a server is ready for the load, as AIPerf 0.13's readiness probe does, over the
 * plan's connections and with its headers. Each check blocks; do not call it on the client's event
 * loop.
 */
public final class ReadinessProbe implements AutoCloseable {
  private static final String PROMPT = "Lo";
  private static final byte[] EMPTY_JSON = "{}".getBytes(StandardCharsets.UTF_8);
  private static final byte[] EMPTY_MESSAGE = MessageFrame.of(new byte[0]);
  static final int OK = 200;
  private static final int END_OF_OK = 300;
  private static final int SERVER_ERROR = 500;
  private static final int MAX_MESSAGE_CHARS = 200;

  /**
   * Statuses that gateways return for a missing server, and that servers return while they start.
   */
  private static final Set<Integer> NOT_YET_AVAILABLE = Set.of(502, 503, 504);

  /** gRPC statuses that correspond to HTTP statuses of 500 and above. */
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

  /** Returns whether the endpoint may have a list of models: false for gRPC. */
  public static boolean canListModels(EndpointType endpoint) {
    return !endpoint.speaksGrpc();
  }

  /**
   * Looks for a model in the server's list. A server without such a list is ready if it responds
   * with any status except 502, 503 and 504.
   *
   * @param url base URL of the server
   * @return why it is not ready; empty if it is
   */
  public Optional<String> whyModelIsNotListed(String url, String model, long timeoutNanos) {
    BufferedResponse list = get(url, ModelList.PATH, timeoutNanos);
    if (!list.isComplete() || NOT_YET_AVAILABLE.contains(list.status())) {
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

  /** Returns the path of the plan's requests. */
  String path() {
    return plan.target().path() == null ? plan.request().path() : plan.target().path();
  }

  /**
   * Describes a response, with the server's message. Secrets that the server repeats are redacted.
   */
  String inWords(BufferedResponse response) {
    if (!response.isComplete() || response.status() < END_OF_OK) {
      return response.inWords();
    }
    byte[] body = response.body();
    String message = requireNonNull(secrets.blotted(ErrorMessages.of(body, 0, body.length)));
    String shown = ErrorMessages.abbreviated(message, MAX_MESSAGE_CHARS);
    return response.inWords() + (shown.isEmpty() ? "" : " (" + shown + ")");
  }

  /**
   * Checks whether the server can be reached with the plan's HTTP version and TLS settings. The
   * content and the time of the response do not matter.
   *
   * @return why not; empty if it can be reached
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
   * Requests one token. A request that the server rejects counts as ready: the load would be
   * rejected, too, so there is no reason to wait.
   *
   * @return why the server is not ready; empty if it is
   */
  public Optional<String> whyInferenceFails(String url, String model, long timeoutNanos) {
    BufferedResponse response = infer(url, model, timeoutNanos);
    return isReady(response) ? Optional.empty() : Optional.of(inWords(response));
  }

  /**
   * Sends a short request of the endpoint's kind, limited to one token if the endpoint supports
   * that.
   */
  BufferedResponse infer(String url, String model, long timeoutNanos) {
    return responseTo(
        new OutgoingRequest(TargetUrls.join(url, path()), headers, shortBody(model), timeoutNanos));
  }

  /** Returns whether the short request contains a text and a model; otherwise it is empty. */
  boolean canSendText() {
    EndpointType endpoint = plan.request().endpointType();
    return endpoint.takesText() && !endpoint.ranks() && !endpoint.sendsPayloads();
  }

  private static boolean isReady(BufferedResponse response) {
    return response
        .callStatus()
        .map(status -> !NOT_READY.contains(status))
        .orElseGet(() -> response.isComplete() && response.status() < SERVER_ERROR);
  }

  private byte[] shortBody(String model) {
    EndpointType endpoint = plan.request().endpointType();
    if (!canSendText()) {
      return endpoint.speaksGrpc() ? EMPTY_MESSAGE : EMPTY_JSON;
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
