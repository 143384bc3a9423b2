package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.load.CancellationPlan;
import io.longhaul.load.plan.server.ConnectionReuse;
import io.longhaul.load.record.DecodedRequest;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.wire.Ending;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Loads over gRPC, from plan to events, against the mock server. */
@Timeout(60)
class GrpcLoadTest {
  private static final long MS = 1_000_000;

  @TempDir Path folder;

  @Test
  void callsShareAConnectionAndChunksHaveTheTimesOfTheirReads() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer().timeToFirstToken("30ms").interTokenLatency("10ms"),
            aPlan().requestCount(12).concurrency(4),
            folder);

    assertThat(run.requests())
        .hasSize(12)
        .allMatch(request -> request.ended().getEnding() == Ending.OK);
    assertThat(connections(run)).hasSize(1);
    assertThat(run.requests().stream().filter(one -> one.transport().getConnectionReused()))
        .hasSizeGreaterThanOrEqualTo(8);
    for (DecodedRequest request : run.requests()) {
      List<Long> times = request.chunkTimes();
      assertThat(times).hasSize(8).isSorted();
      // Each may be late on a busy machine, but none may be early.
      assertThat(times.get(0) - request.transport().getSentAtNs()).isGreaterThan(29 * MS);
      assertThat(times.get(7) - request.transport().getSentAtNs()).isGreaterThan(95 * MS);
      assertThat(new HashSet<>(request.chunkReads())).hasSizeGreaterThan(2);
      assertThat(request.headersAt()).isLessThanOrEqualTo(times.get(0));
    }
  }

  @Test
  void callsShareATlsConnection() throws Exception {
    try (TlsFront front = new TlsFront(folder, "h2")) {
      GeneratorRun run =
          GeneratorRun.against(
              aServer().timeToFirstToken("30ms").interTokenLatency("10ms"),
              aPlan().caCertificates(front.certificate()).requestCount(12).concurrency(4),
              folder,
              front);

      assertThat(run.requests())
          .hasSize(12)
          .allMatch(request -> request.ended().getEnding() == Ending.OK);
      assertThat(connections(run)).hasSize(1);
      for (DecodedRequest request : run.requests()) {
        List<Long> times = request.chunkTimes();
        assertThat(times).hasSize(8).isSorted();
        assertThat(times.get(0) - request.transport().getSentAtNs()).isGreaterThan(29 * MS);
        assertThat(request.transport().getBytesSent()).isGreaterThan(100);
      }
      DecodedRequest first = run.requests().get(0);
      assertThat(first.transport().getTlsEndedAtNs())
          .isGreaterThan(first.transport().getConnectedAtNs())
          .isLessThanOrEqualTo(first.transport().getSentAtNs());
    }
  }

  @Test
  void tlsServerMustHaveAValidCertificateAndSelectHttp2() throws Exception {
    try (TlsFront front = new TlsFront(folder, "h2")) {
      GeneratorRun unknown =
          GeneratorRun.against(aServer(), aPlan().requestCount(1), folder, front);
      assertThat(unknown.requests().get(0).ended().getMessage())
          .contains("unable to find valid certification path");
    }
    try (TlsFront front = new TlsFront(folder)) {
      GeneratorRun silent =
          GeneratorRun.against(aServer(), aPlan().insecureTls(true).requestCount(1), folder, front);
      assertThat(silent.requests().get(0).ended().getMessage())
          .isEqualTo("the server does not speak HTTP/2 (it did not select h2 by ALPN)");
    }
  }

  @Test
  void openLoopSendsNoCallEarly() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(aServer(), aPlan().requestRate(200).requestCount(60), folder);

    assertThat(run.requests()).hasSize(60);
    for (DecodedRequest request : run.requests()) {
      assertThat(request.planned().getHandedAtNs())
          .isGreaterThanOrEqualTo(request.planned().getScheduledAtNs());
      assertThat(request.transport().getSentAtNs())
          .isGreaterThanOrEqualTo(request.planned().getHandedAtNs());
    }
  }

  @Test
  void withoutReuseEachCallHasItsOwnConnection() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer(), aPlan().requestCount(6).connectionReuse(ConnectionReuse.NEVER), folder);

    assertThat(connections(run)).hasSize(6);
    assertThat(run.requests())
        .allMatch(request -> request.ended().getEnding() == Ending.OK)
        .allMatch(request -> request.transport().getConnectStartedAtNs() != null)
        .noneMatch(request -> request.transport().getConnectionReused());
  }

  @Test
  void eachKindOfFailureHasItsReason() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer()
                .fault("request 1: status 503")
                .fault("request 2: status 429")
                .fault("request 3: error-event after 3")
                .fault("request 4: malformed-json after 3")
                .fault("request 5: reset after 3")
                .fault("request 6: html-status 502")
                .fault("request 7: wrong-content-type")
                .fault("request 8: truncate after 3")
                .fault("request 9: split-utf8 after 3")
                .fault("request 10: coalesce 4")
                .fault("request 11: drip 7 1ms")
                .fault("request 12: huge-event 5000000 after 2"),
            aPlan().requestCount(13).concurrency(1),
            folder);

    assertThat(run.requests().stream().map(GrpcLoadTest::end))
        .containsExactly(
            "STREAM_ERROR grpc_unavailable",
            "STREAM_ERROR grpc_resource_exhausted",
            "STREAM_ERROR stream_error_502",
            "PROTOCOL_ERROR malformed_message",
            "TRUNCATED body_cut",
            "HTTP_ERROR http_502",
            "PROTOCOL_ERROR bad_http",
            "TRUNCATED body_cut",
            "OK null",
            "OK null",
            "OK null",
            "PROTOCOL_ERROR message_too_long",
            "OK null");
    assertThat(run.requests().get(0).ended().getMessage()).isEqualTo("Scripted failure");
    assertThat(run.requests().get(4).chunkTimes()).hasSize(3);
    List<Long> coalesced = run.requests().get(9).chunkReads();
    assertThat(Set.copyOf(coalesced.subList(0, 4))).hasSize(1);
    assertThat(Set.copyOf(coalesced.subList(4, 8))).hasSize(1);
  }

  @Test
  void timedOutCallIsAbortedWhileOthersContinueOnTheConnection() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer().fault("request 2: stall after 2"),
            aPlan().requestCount(6).concurrency(2).requestTimeoutNanos(TimeUnit.SECONDS.toNanos(2)),
            folder);

    assertThat(run.requests().stream().map(GrpcLoadTest::end))
        .containsOnlyOnce("TIMEOUT request_timeout")
        .filteredOn("OK null"::equals)
        .hasSize(5);
    assertThat(connections(run)).hasSize(1);
    assertThat(run.truth().lines())
        .extracting(line -> line.path("outcome").asText())
        .containsOnlyOnce("client_closed");
  }

  @Test
  void plannedCancellationResetsTheStream() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer().timeToFirstToken("300ms"),
            aPlan().requestCount(4).cancellation(new CancellationPlan(1, 20 * MS)),
            folder);

    assertThat(run.requests())
        .hasSize(4)
        .allMatch(request -> request.ended().getEnding() == Ending.CANCELLED);
    assertThat(run.truth().lines())
        .extracting(line -> line.path("outcome").asText())
        .containsOnly("client_closed");
    assertThat(connections(run)).hasSize(1);
  }

  @Test
  void serverRejectsAnUnreadableCallWithTheInvalidPath() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer(),
            aPlan().requestCount(1).extraInputs(ExtraInputs.parse(List.of("prompt:x"))),
            folder);

    assertThat(end(run.requests().get(0))).isEqualTo("STREAM_ERROR grpc_invalid_argument");
    assertThat(run.requests().get(0).ended().getMessage())
        .isEqualTo("Invalid /inputs/4/name: prompt (the model has no such input)");
  }

  @Test
  void apiKeyAndHeadersAreSentAsMetadata() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer().apiKey("k"),
            aPlan().requestCount(1).header("Authorization", "Bearer k"),
            folder);
    GeneratorRun without =
        GeneratorRun.against(aServer().apiKey("k"), aPlan().requestCount(1), folder);

    assertThat(end(run.requests().get(0))).isEqualTo("OK null");
    assertThat(end(without.requests().get(0))).isEqualTo("STREAM_ERROR grpc_unauthenticated");
  }

  private static String end(DecodedRequest request) {
    return request.ended().getEnding() + " " + request.ended().getReason();
  }

  private static Set<Long> connections(GeneratorRun run) {
    Set<Long> numbers = new HashSet<>();
    run.truth().lines().forEach(line -> numbers.add(line.path("connection").asLong()));
    return numbers;
  }

  private static MockServerOptions.Builder aServer() {
    return MockServerOptions.builder()
        .timeToFirstToken("5ms")
        .interTokenLatency("2ms")
        .outputTokens("8");
  }

  private static RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1")
        .model("mock-model")
        .endpointType(Endpoints.named("kserve"))
        .streaming(true)
        .tokenizer("builtin")
        .inputTokens(12, 0)
        .outputTokens(8, 0)
        .rehearsalRequests(0);
  }
}
