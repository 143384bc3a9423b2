package io.longhaul.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

/** {@code SecureKafkaIT} shows the failures of real brokers. */
class KafkaFailureTest {
  private static final int MAX_REQUEST_BYTES = 100 << 20;

  @Test
  void aRefusedUserIsPermanent() {
    KafkaFailure failure =
        failure("broker:9092", new ExecutionException(new SaslAuthenticationException("No.")));

    assertThat(failure.isPermanent()).isTrue();
    assertThat(failure.sentence())
        .isEqualTo(
            "Cannot use Kafka at broker:9092: No (check user and password in a file for"
                + " --kafka-config)");
  }

  @Test
  void aMissingPermissionIsPermanent() {
    KafkaFailure failure =
        failure("broker:9092", new TopicAuthorizationException("Not authorized to access topics"));

    assertThat(failure.isPermanent()).isTrue();
    assertThat(failure.sentence())
        .contains("Not authorized to access topics (add the missing ACLs");
  }

  @Test
  void aClosedPortMayOpenLater() throws IOException {
    String address;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      address = "127.0.0.1:" + socket.getLocalPort();
    }
    KafkaFailure failure = failure(address, new TimeoutException("Timed out."));

    assertThat(failure.isPermanent()).isFalse();
    assertThat(failure.sentence())
        .isEqualTo(
            "Cannot reach Kafka at %s: Timed out (is it running, and is the address right?)"
                .formatted(address));
  }

  @Test
  void aPortThatClosesConnectionsMayRequireAUser() throws Exception {
    try (FakeBroker broker = new FakeBroker(connection -> {})) {
      KafkaFailure failure = failure(broker.address(), new TimeoutException("Timed out."));

      assertThat(failure.isPermanent()).isFalse();
      assertThat(failure.sentence())
          .contains("it accepts connections but does not answer (is it overloaded, or does it");
    }
  }

  @Test
  void aPausedBrokerMayUseTls() throws IOException {
    try (ServerSocket paused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      KafkaFailure failure = failureWithTls("127.0.0.1:" + paused.getLocalPort());

      assertThat(failure.isPermanent()).isFalse();
      assertThat(failure.sentence()).contains("it accepts connections but does not answer");
    }
  }

  @Test
  void aBrokerThatEndsMayUseTls() throws Exception {
    try (FakeBroker broker = new FakeBroker(connection -> {})) {
      KafkaFailure failure = failureWithTls(broker.address());

      assertThat(failure.isPermanent()).isFalse();
      assertThat(failure.sentence()).contains("it accepts connections but does not answer");
    }
  }

  @Test
  void aPortThatAnswersARequestInPlainTextUsesNoTls() throws Exception {
    try (FakeBroker broker = new FakeBroker(KafkaFailureTest::answerInPlainText)) {
      KafkaFailure failure = failureWithTls(broker.address());

      assertThat(failure.isPermanent()).isTrue();
      assertThat(failure.sentence())
          .contains(broker.address() + " does not use TLS, but security.protocol is SSL (use the");
    }
  }

  @Test
  void aPortThatAnswersAHandshakeUsesTls() throws Exception {
    int alert = 0x15;
    try (FakeBroker broker =
        new FakeBroker(connection -> connection.getOutputStream().write(alert))) {
      KafkaFailure failure = failure(broker.address(), new TimeoutException("Timed out."));

      assertThat(failure.isPermanent()).isTrue();
      assertThat(failure.sentence())
          .contains(broker.address() + " uses TLS, but security.protocol is PLAINTEXT (set SSL or");
    }
  }

  @Test
  void aWrongFileIsNamedByItsOwnReason() {
    Throwable failed =
        new KafkaException(
            "Failed to create new KafkaAdminClient",
            new KafkaException(
                "Failed to load SSL keystore /k.p12 of type PKCS12",
                new IOException("keystore password was incorrect")));

    assertThat(failure("broker:9092", failed).sentence())
        .isEqualTo(
            "Cannot connect to Kafka at broker:9092: Failed to load SSL keystore /k.p12 of type"
                + " PKCS12: keystore password was incorrect (check a file for --kafka-config)");
  }

  @Test
  void anUnknownHostIsNamed() {
    Throwable failed =
        new KafkaException(
            "Failed to create new KafkaAdminClient",
            new ConfigException("No resolvable bootstrap urls given in bootstrap.servers"));

    assertThat(failure("nowhere:9092", failed).sentence())
        .isEqualTo(
            "Cannot reach Kafka at nowhere:9092: the host name cannot be resolved (is the address"
                + " right?)");
  }

  private static KafkaFailure failure(String address, Throwable failure) {
    return KafkaConnection.plain(address).failure(failure);
  }

  private static KafkaFailure failureWithTls(String address) {
    KafkaConfig tls = new KafkaConfig(Optional.empty(), Set.of(), "SSL", false);
    return new KafkaConnection(address, tls).failure(new TimeoutException("Timed out."));
  }

  /** Answers a request for the supported versions, and closes other connections like a broker. */
  private static void answerInPlainText(Socket connection) throws IOException {
    DataInputStream request = new DataInputStream(connection.getInputStream());
    int sizeBytes = request.readInt();
    if (sizeBytes > MAX_REQUEST_BYTES) {
      return;
    }
    assertThat(request.readShort()).as("API key of ApiVersions").isEqualTo((short) 18);
    assertThat(request.readShort()).as("version").isZero();
    DataOutputStream response = new DataOutputStream(connection.getOutputStream());
    response.writeInt(2 * Integer.BYTES);
    response.writeInt(request.readInt());
    response.writeInt(0);
  }

  /** Answers each connection once and closes it. */
  private static final class FakeBroker implements AutoCloseable {
    private final ServerSocket socket;
    private final Thread thread;

    private interface Answer {
      void to(Socket connection) throws IOException;
    }

    FakeBroker(Answer answer) throws IOException {
      socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      thread = new Thread(() -> answerAll(answer), "fake-broker");
      thread.start();
    }

    private void answerAll(Answer answer) {
      while (!socket.isClosed()) {
        try (Socket connection = socket.accept()) {
          answer.to(connection);
        } catch (IOException e) {
          // The test or the client has closed it.
        }
      }
    }

    String address() {
      return "127.0.0.1:" + socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
      socket.close();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
