package io.longhaul.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.longhaul.config.value.ReadinessWait;
import io.longhaul.config.value.ReadinessWait.Mode;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.ReadinessProbe;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.server.Secret;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ModelWaitTest {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Queue<String> requests = new ConcurrentLinkedQueue<>();
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private HttpServer server;

  /** Sets the server's response. */
  private record Answer(int status, String body) {}

  @BeforeEach
  void startServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stopServer() {
    server.stop(0);
  }

  @Test
  void aLoadingServerIsAwaited() throws Exception {
    says(new Answer(503, ""), new Answer(503, ""), new Answer(200, "{}"));

    await(Mode.INFERENCE, PATIENCE_NANOS, aPlan());

    assertThat(requests).hasSize(3).containsOnly(chatBody("m"));
    assertThat(output.toString(UTF_8))
        .isEqualToIgnoringNewLines("Waiting for m at " + url() + ": HTTP status 503");
  }

  @Test
  void rejectedRequestsEndTheWait() throws Exception {
    says(new Answer(401, "{\"error\": \"who are you?\"}"));

    await(Mode.INFERENCE, PATIENCE_NANOS, aPlan());

    assertThat(requests).hasSize(1);
    assertThat(output.toString(UTF_8)).isEmpty();
  }

  @Test
  void theKeyIsSentButNotShown() throws Exception {
    says(new Answer(200, "{\"data\": []}"));

    assertThatThrownBy(
            () ->
                await(
                    Mode.MODELS,
                    SHORT_NANOS,
                    aPlan(),
                    Map.of("Authorization", Secret.of("Bearer c4n4ry"))))
        .isInstanceOf(RunFailedException.class)
        .message()
        .startsWith("Cannot start: m at " + url() + " is not ready after 0.3 s: ")
        .contains("the model is not in its list: the server lists no models")
        .doesNotContain("c4n4ry");
    assertThat(requests).isNotEmpty().containsOnly("GET /v1/models Bearer c4n4ry ");
  }

  @Test
  void everyModelMustBeInTheList() throws Exception {
    says(
        new Answer(200, "{\"data\": [{\"id\": \"a\"}]}"),
        new Answer(200, "{\"data\": [{\"id\": \"a\"}]}"),
        new Answer(200, "{\"data\": [{\"id\": \"a\"}, {\"id\": \"b\"}]}"));

    await(Mode.MODELS, PATIENCE_NANOS, RunPlanBuilder.plan("r").url(url()).model("a").model("b"));

    assertThat(requests).hasSize(3).containsOnly("GET /v1/models null ");
    assertThat(output.toString(UTF_8)).contains("Waiting for b at ");
  }

  @Test
  void aServerWithoutAModelListIsReadyWhenItAnswers() throws Exception {
    for (Answer answer :
        List.of(
            new Answer(404, ""),
            new Answer(500, "{\"detail\": \"Internal Server Error\"}"),
            new Answer(401, ""),
            new Answer(200, "<html>"))) {
      says(answer);
      await(Mode.MODELS, PATIENCE_NANOS, aPlan());
    }

    assertThat(requests).hasSize(4).containsOnly("GET /v1/models null ");
  }

  @Test
  void aGatewayErrorIsNoAnswerOfTheServer() throws Exception {
    says(
        new Answer(502, "<html>"),
        new Answer(503, "loading"),
        new Answer(504, ""),
        new Answer(404, ""));

    await(Mode.MODELS, PATIENCE_NANOS, aPlan());

    assertThat(requests).hasSize(4);
  }

  @Test
  void modelListAndInferenceAreCheckedInSequence() throws Exception {
    says(new Answer(200, "{\"data\": [{\"id\": \"m\"}]}"), new Answer(200, "{}"));

    await(Mode.BOTH, PATIENCE_NANOS, aPlan());

    assertThat(requests).containsExactly("GET /v1/models null ", chatBody("m"));
  }

  @Test
  void endpointsWithoutTextInputAreProbedWithoutText() throws Exception {
    says(new Answer(400, ""));

    await(Mode.INFERENCE, PATIENCE_NANOS, aPlan().endpointType(Endpoints.named("cohere_rankings")));

    assertThat(requests).containsExactly("POST /v2/rerank null {}");
  }

  @Test
  void anUnreachableServerIsReportedAtTheTimeout() throws Exception {
    String unreachable = url();
    server.stop(0);

    assertThatThrownBy(
            () ->
                await(
                    Mode.INFERENCE,
                    SHORT_NANOS,
                    RunPlanBuilder.plan("r").url(unreachable).model("m")))
        .isInstanceOf(RunFailedException.class)
        .message()
        .contains("not ready after 0.3 s: cannot connect (");
  }

  @Test
  void grpcServersAreProbedOverGrpc() throws Exception {
    // An HTTP/1.1 server does not support gRPC.
    assertThatThrownBy(
            () ->
                await(Mode.INFERENCE, SHORT_NANOS, aPlan().endpointType(Endpoints.named("kserve"))))
        .isInstanceOf(RunFailedException.class);
    assertThat(requests).isEmpty();
  }

  private void await(Mode mode, long timeoutNanos, RunPlanBuilder plan) throws Exception {
    await(mode, timeoutNanos, plan, Map.of());
  }

  private void await(
      Mode mode, long timeoutNanos, RunPlanBuilder plan, Map<String, Secret> secretHeaders)
      throws Exception {
    RunPlan built = plan.build();
    try (PrintStream err = new PrintStream(output, true, UTF_8);
        ReadinessProbe probe = new ReadinessProbe(built, secretHeaders, System::nanoTime)) {
      new ModelWait(new ReadinessWait(timeoutNanos, INTERVAL_NANOS, mode), probe, err).await(built);
    }
  }

  private RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("r").url(url()).model("m");
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void says(Answer... each) {
    answers.addAll(List.of(each));
  }

  private static String chatBody(String model) {
    return "POST /v1/chat/completions null {\"messages\":[{\"role\":\"user\",\"content\":\"Lo\"}],"
        + "\"model\":\""
        + model
        + "\",\"stream\":false,\"max_completion_tokens\":1}";
  }

  /** The last response is repeated. */
  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      List<String> words = new ArrayList<>();
      words.add(exchange.getRequestMethod());
      words.add(exchange.getRequestURI().toString());
      words.add(exchange.getRequestHeaders().getFirst("Authorization"));
      words.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
      requests.add(String.join(" ", words));
      Answer answer = answers.size() > 1 ? answers.remove() : answers.element();
      byte[] body = answer.body().getBytes(UTF_8);
      exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
