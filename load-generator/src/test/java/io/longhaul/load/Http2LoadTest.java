package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.plan.load.CancellationPlan;
import io.longhaul.load.plan.server.ConnectionReuse;
import io.longhaul.load.plan.server.HttpVersion;
import io.longhaul.load.record.DecodedRequest;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.wire.Ending;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Loads over HTTP/2, from plan to events, against the mock server and its truth log. */
@Timeout(300)
class Http2LoadTest {
  private static final long MS = 1_000_000;

  /** A complete response needs less, even on a busy machine. */
  private static final long ONLY_A_STALL_TAKES_SECONDS = 5;

  @TempDir Path folder;

  @Test
  void requestsShareAConnectionAndChunksHaveTheTimesOfTheirReads() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer().timeToFirstToken("30ms").interTokenLatency("10ms"),
            aPlan().requestCount(24).concurrency(8),
            folder);

    assertThat(run.requests())
        .hasSize(24)
        .allMatch(request -> request.ended().getEnding() == Ending.OK);
    assertThat(connections(run)).hasSize(1);
    Map<String, JsonNode> truth =
        run.truth().lines().stream()
            .collect(Collectors.toMap(line -> line.get("request_id").asText(), line -> line));
    for (DecodedRequest request : run.requests()) {
      List<Long> times = request.chunkTimes();
      assertThat(times).hasSize(8).isSorted();
      // None is earlier than the server's write, and none much later.
      JsonNode line = truth.get(request.id().toString());
      long served = line.get("headers_written_ns").asLong() - line.get("received_ns").asLong();
      assertThat(request.headersAt() - request.transport().getSentAtNs())
          .isGreaterThan(served)
          .isLessThan(served + 500 * MS);
      assertThat(times.get(0) - request.transport().getSentAtNs()).isGreaterThan(29 * MS);
      assertThat(times.get(7) - request.transport().getSentAtNs()).isGreaterThan(95 * MS);
      assertThat(request.headersAt()).isLessThanOrEqualTo(times.get(0));
      assertThat(request.transport().getBytesSent()).isGreaterThan(200);
    }
    // On a busy machine, one read may contain a whole response.
    assertThat(run.requests()).anyMatch(request -> new HashSet<>(request.chunkReads()).size() > 2);
  }

  @Test
  void requestsShareATlsConnection() throws Exception {
    try (TlsFront front = new TlsFront(folder, "h2", "http/1.1")) {
      GeneratorRun run =
          GeneratorRun.against(
              aServer(),
              aPlan().caCertificates(front.certificate()).requestCount(12).concurrency(4),
              folder,
              front);

      assertThat(run.requests())
          .hasSize(12)
          .allMatch(request -> request.ended().getEnding() == Ending.OK);
      assertThat(connections(run)).hasSize(1);
      assertThat(run.requests().get(0).transport().getTlsEndedAtNs()).isNotNull();
    }
  }

  @Test
  void tlsServerWithoutHttp2ReceivesNoHttp1Request() throws Exception {
    try (TlsFront front = new TlsFront(folder, "http/1.1")) {
      GeneratorRun run =
          GeneratorRun.against(aServer(), aPlan().insecureTls(true).requestCount(1), folder, front);

      assertThat(run.requests().get(0).ended().getEnding()).isEqualTo(Ending.TRANSPORT_ERROR);
      assertThat(run.requests().get(0).ended().getReason()).isEqualTo("tls_failed");
      assertThat(run.truth().lines()).isEmpty();
    }
  }

  @Test
  void openLoopSendsNoRequestEarly() throws Exception {
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
  void withoutReuseEachRequestHasItsOwnConnection() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer(), aPlan().requestCount(6).connectionReuse(ConnectionReuse.NEVER), folder);

    assertThat(connections(run)).hasSize(6);
    assertThat(run.requests())
        .allMatch(request -> request.ended().getEnding() == Ending.OK)
        .noneMatch(request -> request.transport().getConnectionReused());
  }

  @Test
  void stickySessionHasItsOwnConnection() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer(),
            aPlan()
                .connectionReuse(ConnectionReuse.STICKY_USER_SESSIONS)
                .sessions(new SessionPlan(3, 0, 20, 10, 1))
                .concurrency(3)
                .sessionCount(6),
            folder);

    Map<String, Set<Long>> bySession =
        run.truth().lines().stream()
            .collect(
                Collectors.groupingBy(
                    line -> line.get("correlation_id").asText(),
                    Collectors.mapping(
                        line -> line.get("connection").asLong(), Collectors.toSet())));
    assertThat(bySession).hasSize(6);
    assertThat(bySession.values()).allMatch(connections -> connections.size() == 1);
    assertThat(connections(run)).hasSize(6);
  }

  @Test
  void eachKindOfFailureHasItsReasonAndKeepsItsChunks() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer()
                .fault("request 1: reset")
                .fault("request 2: status 503")
                .fault("request 3: reset after 3")
                .fault("request 4: end-early after 3")
                .fault("request 5: error-event after 3")
                .fault("request 6: html-status 502")
                .fault("request 7: redirect 307")
                .fault("request 8: stall after 3")
                .fault("request 9: truncate after 3")
                .fault("request 10: coalesce 4")
                .fault("request 11: drip 7 1ms"),
            aPlan()
                .requestCount(12)
                .concurrency(1)
                .requestTimeoutNanos(TimeUnit.SECONDS.toNanos(ONLY_A_STALL_TAKES_SECONDS)),
            folder);

    assertThat(run.requests())
        .extracting(
            request -> request.ended().getEnding(),
            request -> request.ended().getReason(),
            request -> request.chunkTimes().size())
        .containsExactly(
            tuple(Ending.TRANSPORT_ERROR, "closed_before_answer", 0),
            tuple(Ending.HTTP_ERROR, "http_503", 0),
            tuple(Ending.TRUNCATED, "body_cut", 3),
            tuple(Ending.TRUNCATED, "no_finish", 3),
            tuple(Ending.STREAM_ERROR, "stream_error_500", 3),
            tuple(Ending.HTTP_ERROR, "http_502", 0),
            tuple(Ending.HTTP_ERROR, "http_307", 0),
            tuple(Ending.TIMEOUT, "request_timeout", 3),
            tuple(Ending.TRUNCATED, "body_cut", 3),
            tuple(Ending.OK, null, 8),
            tuple(Ending.OK, null, 8),
            tuple(Ending.OK, null, 8));
    assertThat(connections(run)).as("one, and another after it was closed").hasSize(2);
    List<Long> coalesced = run.requests().get(9).chunkReads();
    assertThat(Set.copyOf(coalesced.subList(0, 4))).hasSize(1);
    assertThat(Set.copyOf(coalesced.subList(4, 8))).hasSize(1);
  }

  @Test
  void plannedCancellationResetsTheStream() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer().timeToFirstToken("60s"),
            aPlan().requestCount(4).concurrency(2).cancellation(new CancellationPlan(1, 20 * MS)),
            folder);

    assertThat(run.requests())
        .hasSize(4)
        .allMatch(request -> request.ended().getEnding() == Ending.CANCELLED)
        .allMatch(
            request ->
                request.ended().getCancelledAtNs() - request.transport().getWrittenAtNs()
                    >= 20 * MS);
    assertThat(run.truth().lines())
        .allMatch(line -> line.path("outcome").asText().equals("client_closed"))
        .allMatch(line -> line.get("request_complete_ns").asLong() > 0);
    assertThat(connections(run)).hasSize(1);
  }

  @Test
  void cancellationWithoutDelayFollowsTheCompleteRequest() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer().timeToFirstToken("60s"),
            aPlan().requestCount(4).cancellation(new CancellationPlan(1, 0)),
            folder);

    assertThat(run.requests())
        .hasSize(4)
        .allMatch(request -> request.ended().getEnding() == Ending.CANCELLED);
    assertThat(run.truth().lines())
        .hasSize(4)
        .allMatch(line -> line.path("outcome").asText().equals("client_closed"));
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
        .httpVersion(HttpVersion.HTTP_2)
        .streaming(true)
        .tokenizer("builtin")
        .inputTokens(12, 0)
        .outputTokens(8, 0)
        .rehearsalRequests(0);
  }
}
