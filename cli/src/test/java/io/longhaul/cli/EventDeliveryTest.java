package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.control.KafkaCluster;
import io.longhaul.load.publish.KafkaEventPublisher;
import io.longhaul.load.spool.SpoolFolder;
import io.longhaul.schema.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code SpoolIT} shows the delivery with a broker. */
class EventDeliveryTest {
  private static final String CLOSED_PORT = "127.0.0.1:1";
  private static final String NO_KAFKA = "there is no Kafka";
  private static final long MAX_BYTES = 10_000_000;

  @TempDir Path spools;

  private final List<String> messages = new ArrayList<>();

  @Test
  void aRunDoesNotCloseThePublisherOfAnotherRun() throws IOException {
    try (EventDelivery delivery = delivery(CLOSED_PORT)) {
      KafkaEventPublisher first = delivery.open("cluster", "g0");

      assertThatThrownBy(() -> delivery.open("cluster", "g1"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the delivery of another run has not ended");
      assertThat(first.flush(Duration.ZERO)).as("nothing waits").isTrue();

      delivery.endDelivery();
      assertThat(delivery.open("cluster", "g1")).isNotSameAs(first);
    }
  }

  @Test
  void nothingIsOpenedAfterTheEnd() throws IOException {
    EventDelivery delivery = delivery(CLOSED_PORT);
    delivery.close();

    assertThatThrownBy(() -> delivery.open("cluster", "g0"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the delivery has ended");
    assertThat(spools).isEmptyDirectory();
  }

  @Test
  void aPublisherThatCannotBeCreatedLeavesNoSpool() throws IOException {
    try (EventDelivery delivery = delivery("no-port")) {
      assertThatThrownBy(() -> delivery.open("cluster", "g0"))
          .hasRootCauseMessage("Invalid url in bootstrap.servers: no-port");
    }
    assertThat(spools).isEmptyDirectory();
  }

  @Test
  void aFolderThatCannotBeReadDoesNotStopTheOthers() throws IOException {
    Path foreign = spools.resolve("a.spool");
    Path left = spools.resolve("b.spool");
    leaveASegment(foreign);
    Files.createDirectory(foreign.resolve("lock")); // cannot be opened
    leaveASegment(left);

    try (EventDelivery delivery = delivery(CLOSED_PORT)) {
      assertThatThrownBy(delivery::sendEarlier).hasMessage(NO_KAFKA);
    }

    assertThat(messages).hasSize(2);
    assertThat(messages.get(0)).startsWith("Cannot send the events in " + foreign + ": ");
    assertThat(messages.get(1)).startsWith("Looking for Kafka at " + CLOSED_PORT);
  }

  private static void leaveASegment(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.createFile(folder.resolve("cluster.0.segment"));
  }

  /** Does not wait for a broker. */
  private void receive(String message) {
    messages.add(message);
    if (message.startsWith("Looking for Kafka")) {
      throw new IllegalStateException(NO_KAFKA);
    }
  }

  private EventDelivery delivery(String bootstrapServers) throws IOException {
    return new EventDelivery(
        new KafkaCluster(bootstrapServers, new Topics(Topics.DEFAULT_PREFIX)),
        new EventDelivery.Spooling(SpoolFolder.of(spools, "own"), MAX_BYTES, false),
        Duration.ofSeconds(1),
        this::receive);
  }
}
