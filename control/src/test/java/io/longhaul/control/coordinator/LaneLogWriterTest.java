package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.control.KafkaCluster;
import io.longhaul.control.LaneLocation;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.Topics;
import io.longhaul.wire.RunClosed;
import java.time.Duration;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LaneLogWriterTest {
  @Test
  @Timeout(60)
  void aBrokerThatDoesNotAcknowledgeEndsTheWait() {
    // Nothing listens on this port.
    KafkaCluster cluster = new KafkaCluster("127.0.0.1:1", new Topics("longhaul"));
    try (LaneLogWriter log = new LaneLogWriter(cluster)) {
      log.append(
          new LaneLocation("longhaul.timing", 0),
          RecordKey.verdict("run", "g0.1.0.p", EventKind.RUN_CLOSED),
          new RunClosed("run", "g0.1.0.p"));

      assertThatThrownBy(() -> log.flush(Duration.ofSeconds(1)))
          .isInstanceOf(TimeoutException.class)
          .hasMessage("Kafka has not acknowledged the records for 1 s");
    }
  }
}
