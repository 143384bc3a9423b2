package io.longhaul.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FaultingProxyTest {
  private static final int HELD_MILLIS = 200;

  private ServerSocket target;
  private FaultingProxy proxy;
  private Socket client;
  private Socket server;

  @BeforeEach
  void connect() throws IOException {
    target = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    proxy = FaultingProxy.start(target.getLocalPort());
    client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    server = target.accept();
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
    proxy.close();
    target.close();
  }

  @Test
  void bytesPassInBothDirections() throws IOException {
    client.getOutputStream().write(1);
    server.getOutputStream().write(2);

    assertThat(server.getInputStream().read()).isEqualTo(1);
    assertThat(client.getInputStream().read()).isEqualTo(2);
    assertThat(proxy.affected()).isZero();
  }

  @Test
  void aCutConnectionIsResetAndANewOneIsPossible() throws IOException {
    assertThat(proxy.cut()).isEqualTo(1);

    assertThatThrownBy(() -> client.getInputStream().read()).hasMessageContaining("reset");
    try (Socket next = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        Socket accepted = target.accept()) {
      next.getOutputStream().write(3);
      assertThat(accepted.getInputStream().read()).isEqualTo(3);
    }
  }

  @Test
  void aStalledConnectionHoldsBytesBackUntilItIsReleased() throws IOException {
    proxy.stall();
    client.getOutputStream().write(4);
    server.setSoTimeout(HELD_MILLIS);
    assertThatThrownBy(() -> server.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
    assertThat(proxy.affected()).isEqualTo(1);

    proxy.release();
    server.setSoTimeout(0);
    assertThat(server.getInputStream().read()).isEqualTo(4);
  }

  @Test
  void delayedBytesArriveLater() throws IOException {
    proxy.delay(HELD_MILLIS);
    long sentNanos = System.nanoTime();
    client.getOutputStream().write(5);

    assertThat(server.getInputStream().read()).isEqualTo(5);
    assertThat(System.nanoTime() - sentNanos)
        .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(HELD_MILLIS));
    assertThat(proxy.affected()).isEqualTo(1);
  }

  @Test
  void aConnectionWithoutATargetIsClosed() throws IOException {
    target.close();
    try (Socket refused = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      assertThat(refused.getInputStream().read()).isEqualTo(-1);
    }
  }
}
