package io.longhaul.pipeline.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class FlatRecordSchemaTest {

  @Test
  void theKeyIsParsedAndThePayloadIsUnchanged() {
    FlatRecord record = read("run-1/g0.1.0.p/fragment/7".getBytes(UTF_8), new byte[] {1, 2});

    assertThat(record.runId()).isEqualTo("run-1");
    assertThat(record.laneId()).isEqualTo("g0.1.0.p");
    assertThat(record.kind()).isEqualTo("fragment");
    assertThat(record.seq()).isEqualTo(7);
    assertThat(record.topic()).isEqualTo("longhaul.timing");
    assertThat(record.partition()).isEqualTo(3);
    assertThat(record.offset()).isEqualTo(42);
    assertThat(record.appendTimeMillis()).isEqualTo(1234);
    assertThat(record.payload()).containsExactly(1, 2);
  }

  @Test
  void aRecordWithAnInvalidKeyHasNoRun() {
    FlatRecord record = read(new byte[] {-1, 0, 5}, new byte[] {1});

    assertThat(record.hasKey()).isFalse();
    assertThat(record.key()).containsExactly(-1, 0, 5);
  }

  @Test
  void aRecordWithoutKeyAndValueIsPassedOn() {
    FlatRecord record = read(null, null);

    assertThat(record.hasKey()).isFalse();
    assertThat(record.key()).isEmpty();
    assertThat(record.payload()).isEmpty();
  }

  @Test
  void serializedBytesAreReadBackCompletely() throws IOException {
    FlatRecord record = read("run-1/g0.1.0.p/fragment/7".getBytes(UTF_8), new byte[] {1, 2});
    FlatRecordSerializer serializer = new FlatRecordSerializer();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    serializer.serialize(record, new DataOutputViewStreamWrapper(bytes));
    FlatRecord again =
        serializer.deserialize(
            new DataInputViewStreamWrapper(new ByteArrayInputStream(bytes.toByteArray())));

    assertThat(again).usingRecursiveComparison().isEqualTo(record);
  }

  private static FlatRecord read(byte[] key, byte[] value) {
    return FlatRecordSchema.flat(
        new ConsumerRecord<>(
            "longhaul.timing",
            3,
            42,
            1234,
            TimestampType.LOG_APPEND_TIME,
            0,
            0,
            key,
            value,
            new RecordHeaders(),
            Optional.empty()));
  }
}
