package io.longhaul.load.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class HandshakeProbeTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final BlockingQueue<TimedHandshake> results = new LinkedBlockingQueue<>();

  @Test
  void handshakesRepeat() throws Exception {
    try (ServerSocket server = listening();
        HandshakeProbe probe = probe(Duration.ofMillis(1), server.getLocalPort())) {
      probe.start(Duration.ZERO);
      long before = 0;
      for (int i = 0; i < 20; i++) {
        TimedHandshake handshake = next();
        assertThat(handshake.failure()).isNull();
        assertThat(handshake.tookNanos()).isPositive();
        assertThat(handshake.atNanos() - handshake.tookNanos() - before)
            .as("the next handshake starts one interval after the previous one")
            .isGreaterThan(Duration.ofMillis(1).toNanos());
        before = handshake.atNanos();
      }
    }
  }

  @Test
  void nothingIsSentAndTheConnectionIsClosed() throws Exception {
    try (ServerSocket server = listening();
        HandshakeProbe probe = probe(HOUR, server.getLocalPort())) {
      probe.start(Duration.ZERO);
      try (Socket accepted = server.accept()) {
        assertThat(accepted.getInputStream().read()).isNegative();
      }
    }
  }

  @Test
  void shortRunHasTheMinimumNumberOfHandshakes() throws Exception {
    try (ServerSocket server = listening();
        HandshakeProbe probe = probe(HOUR, server.getLocalPort())) {
      probe.start(Duration.ZERO);
      next();
      probe.finish();

      assertThat(results)
          .hasSize(HandshakeProbe.MIN_SUCCESSES - 1)
          .allMatch(handshake -> handshake.failure() == null);
    }
  }

  @Test
  void unavailableTargetIsReported() throws Exception {
    int closedPort;
    try (ServerSocket once = listening()) {
      closedPort = once.getLocalPort();
    }
    try (HandshakeProbe probe = probe(HOUR, closedPort)) {
      probe.start(HOUR);
      probe.finish();
    }

    assertThat(results)
        .hasSize(2 * HandshakeProbe.MIN_SUCCESSES)
        .allSatisfy(
            handshake -> {
              assertThat(handshake.failure().type()).isEqualTo("ConnectException");
              assertThat(handshake.failure().message()).contains("refused");
            });
  }

  @Test
  void unknownHostIsReported() throws Exception {
    try (HandshakeProbe probe =
        new HandshakeProbe(
            new HandshakePlan(
                List.of(new HandshakeTarget("http://no.invalid", "no.invalid", 80)), HOUR),
            System::nanoTime,
            results::add)) {
      probe.start(Duration.ZERO);

      assertThat(next().failure().type()).isEqualTo("UnknownHostException");
    }
  }

  private HandshakeProbe probe(Duration interval, int port) {
    HandshakeTarget target = new HandshakeTarget("http://127.0.0.1:" + port, "127.0.0.1", port);
    return new HandshakeProbe(
        new HandshakePlan(List.of(target), interval), System::nanoTime, results::add);
  }

  private TimedHandshake next() throws InterruptedException {
    TimedHandshake next = results.poll(10, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("No handshake within 10 s");
    }
    return next;
  }

  private static ServerSocket listening() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }
}
