package io.longhaul.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that would fail every request, and servers that only seem to do so. */
class PreflightTest {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final String PATH = "/v1/chat/completions";

  @TempDir Path folder;

  private final Map<String, Response> responses = new ConcurrentHashMap<>();
  private final List<String> extraMetrics = Collections.synchronizedList(new ArrayList<>());
  private HttpServer server;

  private record Response(int status, String body) {}

  @BeforeEach
  void startServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::response);
    server.start();
    responds("GET /v1/models", 200, "{\"data\": [{\"id\": \"a\"}, {\"id\": \"b\"}]}");
    responds("GET " + PATH, 405, "");
  }

  @AfterEach
  void stopServer() {
    server.stop(0);
  }

  @Test
  void workingServerReceivesNoInferenceRequest() throws Exception {
    assertThat(failure(plan("a"))).isEmpty();

    assertThat(extraMetrics).containsExactly("GET " + PATH, "GET /v1/models");
  }

  @Test
  void preflightDoesNotCountAsARequestOfTheMockServer() throws Exception {
    try (MockServer mock = MockServer.start(MockServerOptions.builder().build())) {
      assertThat(failure(planAt("http://127.0.0.1:" + mock.llmPort(), "mock-model"))).isEmpty();
      assertThat(mock.requestsReceived()).isZero();
    }
  }

  @Test
  void missingKeyIsDetectedEvenIfOnlyTheListIsProtected() throws Exception {
    responds("GET /v1/models", 401, "{\"error\": {\"message\": \"no key\"}}");
    responds("POST " + PATH, 401, "{\"error\": {\"message\": \"no key\"}}");

    assertThat(failure(plan("a")))
        .contains(
            new PreflightFailure(
                "it returned HTTP status 401 (no key)", "give a valid key with --api-key"));
    assertThat(extraMetrics).last().asString().startsWith("POST " + PATH);
  }

  @Test
  void listThatRequiresAKeyIsNoFailureIfTheEndpointRequiresNone() throws Exception {
    responds("GET /v1/models", 403, "");
    responds("POST " + PATH, 200, "{}");

    assertThat(failure(plan("a"))).isEmpty();
  }

  @Test
  void wrongPathIsDetected() throws Exception {
    responds("GET " + PATH, 404, "");
    responds("POST " + PATH, 404, "{\"detail\": \"Not Found\"}");

    assertThat(failure(plan("a")))
        .contains(
            new PreflightFailure(
                "/v1/chat/completions returned HTTP status 404 (Not Found)",
                "check --url, --endpoint-type and --custom-endpoint"));
  }

  @Test
  void pathThatRejectsOnlyGetPasses() throws Exception {
    responds("GET " + PATH, 404, "");
    responds("POST " + PATH, 200, "{}");

    assertThat(failure(plan("a"))).isEmpty();
  }

  @Test
  void unknownModelIsReportedWithTheAvailableModels() throws Exception {
    responds("POST " + PATH, 404, "{\"error\": {\"message\": \"The model `c` does not exist.\"}}");

    assertThat(failure(plan("c")))
        .contains(
            new PreflightFailure(
                "/v1/chat/completions returned HTTP status 404 (The model `c` does not"
                    + " exist.); the server lists a, b, not c",
                "check -m"));
  }

  @Test
  void serverThatAcceptsAnyModelPasses() throws Exception {
    responds("POST " + PATH, 200, "{}");

    assertThat(failure(plan("c"))).isEmpty();
  }

  @Test
  void busyOrBrokenServerPasses() throws Exception {
    for (int status : List.of(400, 422, 429, 500, 503)) {
      responds("GET " + PATH, 404, "");
      responds("POST " + PATH, status, "");

      assertThat(failure(plan("a"))).as("%s", status).isEmpty();
    }
  }

  @Test
  void slowServerPasses() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      RunPlanBuilder plan = planAt("http://127.0.0.1:" + silent.getLocalPort(), "a");

      assertThat(failure(plan, TimeUnit.MILLISECONDS.toNanos(200))).isEmpty();
    }
  }

  @Test
  void tlsMismatchIsDetectedInBothDirections() throws Exception {
    try (MockServer mock = MockServer.start(MockServerOptions.builder().build())) {
      assertThat(failure(planAt("https://127.0.0.1:" + mock.llmPort(), "mock-model")))
          .contains(
              new PreflightFailure(
                  "it does not speak TLS", "give its URL with http:// instead of https://"));
    }
    try (TlsFront front = new TlsFront(folder, "http/1.1")) {
      String url = front.urlOf(server.getAddress().getPort());

      assertThat(failure(planAt(url.replace("https:", "http:"), "a")))
          .contains(
              new PreflightFailure(
                  "it speaks TLS", "give its URL with https:// instead of http://"));
    }
  }

  @Test
  void untrustedCertificateIsDetectedUnlessItOrAnyIsAccepted() throws Exception {
    try (TlsFront front = new TlsFront(folder, "http/1.1")) {
      String url = front.urlOf(server.getAddress().getPort());

      assertThat(failure(planAt(url, "a")))
          .hasValueSatisfying(
              failure -> {
                assertThat(failure.problem())
                    .isEqualTo("TLS failed: its certificate is not signed by a trusted authority");
                assertThat(failure.remedy()).contains("--ca-file", "--insecure");
              });
      assertThat(failure(planAt(url, "a").insecureTls(true))).isEmpty();
      assertThat(failure(planAt(url, "a").caCertificates(front.certificate()))).isEmpty();
      assertThat(
              failure(
                  planAt(url.replace("localhost", "127.0.0.1"), "a")
                      .caCertificates(front.certificate())))
          .hasValueSatisfying(
              failure -> {
                assertThat(failure.problem()).contains("is for another host: ");
                assertThat(failure.remedy()).contains("--url");
              });
    }
  }

  private void responds(String request, int status, String body) {
    responses.put(request, new Response(status, body));
  }

  private void response(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
      extraMetrics.add(request);
      Response response = responses.getOrDefault(request, new Response(404, ""));
      byte[] body = response.body().getBytes(UTF_8);
      exchange.sendResponseHeaders(response.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private RunPlanBuilder plan(String model) {
    return planAt(url(), model);
  }

  private static RunPlanBuilder planAt(String url, String model) {
    return RunPlanBuilder.plan("r").model(model).url(url);
  }

  private Optional<PreflightFailure> failure(RunPlanBuilder builder) {
    return failure(builder, PATIENCE_NANOS);
  }

  private Optional<PreflightFailure> failure(RunPlanBuilder builder, long patienceNanos) {
    RunPlan plan = builder.build();
    try (ReadinessProbe probe = new ReadinessProbe(plan, Map.of(), System::nanoTime)) {
      return new Preflight(plan, probe).failure(plan.target().urls().get(0), patienceNanos);
    }
  }
}
