package io.longhaul.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

/** {@code SecureKafkaIT} shows the failures of real brokers. */
class KafkaFailureTest {

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
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread closing = new Thread(() -> closeOne(socket));
      closing.start();
      KafkaFailure failure =
          failure("127.0.0.1:" + socket.getLocalPort(), new TimeoutException("Timed out."));
      closing.join();

      assertThat(failure.isPermanent()).isFalse();
      assertThat(failure.sentence())
          .contains("it accepts connections but does not answer (is it overloaded, or does it");
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

  private static void closeOne(ServerSocket socket) {
    try {
      socket.accept().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
