package io.longhaul.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.http.RawServer;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.wire.LedgerEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.Size;

/** Whatever the network delivers instead of a response, the run continues and each request ends. */
class DamagedServerTest {
  private static final int REQUESTS = 100;
  private static final String OK = "HTTP/1.1 200 OK\r\n";
  private static final String EVENT = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n";

  /** Responses of servers and of the proxies in front of them. */
  private static final List<String> RESPONSES =
      List.of(
          OK
              + "Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
              + chunk(EVENT)
              + chunk(EVENT + EVENT)
              + chunk("data: [DONE]\n\n")
              + "0\r\nServer-Timing: a;dur=1\r\n\r\n",
          OK
              + "Content-Type: application/json\r\nContent-Length: 44\r\n\r\n"
              + "{\"choices\":[{\"message\":{\"content\":\"whole\"}}]}",
          OK + "Content-Type: text/html\r\nContent-Length: 18\r\n\r\n<html>hello</html>",
          OK
              + "Content-Type: application/json\r\n"
              + "Content-Encoding: gzip\r\n"
              + "Content-Length: 4\r\n\r\n"
              + "\u001f\u008b\u0008\0",
          OK + "Content-Type: text/event-stream\r\n\r\n: alive\r\n\r\ndata: [" + "[".repeat(10_000),
          "HTTP/1.1 204 No Content\r\n\r\n",
          "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n",
          "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 31\r\n\r\n{\"error\":{\"message\":\"too busy\"}}");

  private static String chunk(String content) {
    return Integer.toHexString(content.length()) + "\r\n" + content + "\r\n";
  }

  @Provide
  Arbitrary<byte[]> damagedResponses() {
    return Arbitraries.of(RESPONSES)
        .flatMap(
            response ->
                Damage.with(
                        "\r\n",
                        "\r\n\r\n",
                        "0\r\n\r\n",
                        "HTTP/1.1 ",
                        "200",
                        ":",
                        "\0",
                        "ffffffff",
                        "-1")
                    .map(damage -> damage.to(response.getBytes(ISO_8859_1))));
  }

  @Property(tries = 1, shrinking = ShrinkingMode.OFF)
  void runContinuesWhateverItsServerReturns(
      @ForAll @Size(REQUESTS) List<@From("damagedResponses") byte[]> responses) throws Exception {
    Queue<byte[]> next = new ConcurrentLinkedQueue<>(responses);
    Path folder = Files.createTempDirectory("longhaul-damaged");
    try (RawServer server = RawServer.running(connection -> response(connection, next))) {
      RunPlanBuilder plan =
          RunPlanBuilder.plan("run-1")
              .model("m")
              .tokenizer("builtin")
              .streaming(true)
              .concurrency(8)
              .requestCount(REQUESTS)
              .requestTimeoutNanos(TimeUnit.SECONDS.toNanos(5))
              .inputTokens(8, 0);

      GeneratorReport report = GeneratorRun.at(server.uri().resolve("/").toString(), plan, folder);

      assertThat(report.issued()).isEqualTo(REQUESTS);
      assertThat(report.lanes())
          .allSatisfy(lane -> assertThat(ended(lane.totals())).isEqualTo(lane.issued()));
      assertThat(report.droppedEvents()).isZero();
    } finally {
      deleteWithItsFiles(folder);
    }
  }

  private static void deleteWithItsFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  private static void response(RawServer.RawConnection connection, Queue<byte[]> responses)
      throws IOException {
    connection.readRequest();
    byte[] response = responses.poll();
    try {
      connection.write(
          response == null ? "HTTP/1.1 500 Late\r\n\r\n".getBytes(ISO_8859_1) : response);
    } catch (IOException e) {
      // The client has closed the connection.
    }
    connection.close();
  }

  private static long ended(LedgerEntry totals) {
    return totals.getOk()
        + totals.getHttpError()
        + totals.getTransportError()
        + totals.getProtocolError()
        + totals.getStreamError()
        + totals.getTruncated()
        + totals.getTimeout()
        + totals.getCancelled()
        + totals.getInFlightAtStop();
  }
}
