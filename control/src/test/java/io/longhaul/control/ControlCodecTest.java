package io.longhaul.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.wire.control.CoordinatorAlive;
import io.longhaul.wire.control.GeneratorStarted;
import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.ProcessReady;
import io.longhaul.wire.control.ProcessReleased;
import io.longhaul.wire.control.ShareAssigned;
import io.longhaul.wire.control.StopAnnounced;
import io.longhaul.wire.control.VerdictAnnounced;
import io.longhaul.wire.control.WarmupEnded;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;

class ControlCodecTest {
  private final ControlCodec codec = new ControlCodec();

  @Test
  void aMessageRoundTrips() {
    ProcessReady ready =
        new ProcessReady(
            "run",
            "g0",
            42L,
            List.of(new LaneAddress("g0.16.0.p", "PROFILING", "longhaul.timing", 1)),
            List.of());

    assertThat(codec.decode(codec.key(ready), codec.value(ready), null)).contains(ready);
  }

  @Test
  void factsAboutDifferentSubjectsHaveDifferentKeysSinceTheTopicIsCompacted() {
    assertThat(keyOf(new VerdictAnnounced("run", "g0.16.0.p", "silent")))
        .isEqualTo("run/VERDICT/g0.16.0.p");
    assertThat(keyOf(new VerdictAnnounced("run", "g1.16.0.p", "silent")))
        .isEqualTo("run/VERDICT/g1.16.0.p");
    assertThat(keyOf(new ShareAssigned("run", "g0", 42L, 0, 2, null))).isEqualTo("run/SHARE/g0.42");
    assertThat(keyOf(new StopAnnounced("run", "interrupted", false))).isEqualTo("run/STOP/");
  }

  @Test
  void aLaterFactAboutTheSameSubjectHasTheSameKey() {
    assertThat(keyOf(alive(1))).isEqualTo(keyOf(alive(2)));
  }

  @Test
  void foreignRecordsAreIgnored() {
    byte[] value = codec.value(new StopAnnounced("run", "interrupted", false));

    assertThat(codec.decode("run/STOP/".getBytes(UTF_8), new byte[] {1, 2, 3}, null)).isEmpty();
    assertThat(codec.decode("run/UNKNOWN/".getBytes(UTF_8), value, null)).isEmpty();
    assertThat(codec.decode("no key of ours".getBytes(UTF_8), value, null)).isEmpty();
    assertThat(codec.decode("run/STOP/".getBytes(UTF_8), null, null)).isEmpty();
  }

  @Test
  void anOlderAndANewerProcessOfOneNameHaveDifferentKeys() {
    assertThat(keyOf(new WarmupEnded("run", "g0", 42L))).isEqualTo("run/WARMUP_ENDED/g0.42");
    assertThat(keyOf(new GeneratorStarted("run", "g0", 42L, 10L, 0L)))
        .isEqualTo("run/STARTED/g0.42");
    assertThat(keyOf(new ProcessReleased("run", "g0", 42L, "ended", "")))
        .isEqualTo("run/RELEASED/g0.42");
  }

  /** The sender's version has a field more, one less, and another order. */
  @Test
  void aMessageOfAnotherVersionIsReadByTheSchemaInItsHeader() throws IOException {
    Schema other =
        SchemaBuilder.record("StopAnnounced")
            .namespace("io.longhaul.wire.control")
            .fields()
            .requiredString("added")
            .requiredString("reason")
            .requiredString("run_id")
            .endRecord();
    GenericRecord stop = new GenericData.Record(other);
    stop.put("added", "unknown");
    stop.put("reason", "interrupted");
    stop.put("run_id", "run");
    ByteBuffer encoded =
        new BinaryMessageEncoder<GenericRecord>(GenericData.get(), other).encode(stop);
    byte[] value = new byte[encoded.remaining()];
    encoded.get(value);
    byte[] key = "run/STOP/".getBytes(UTF_8);

    assertThat(codec.decode(key, value, null)).isEmpty();
    assertThat(codec.decode(key, value, "no schema".getBytes(UTF_8))).isEmpty();
    assertThat(codec.decode(key, value, other.toString().getBytes(UTF_8)))
        .contains(new StopAnnounced("run", "interrupted", false));
  }

  private static CoordinatorAlive alive(long count) {
    return CoordinatorAlive.newBuilder()
        .setRunId("run")
        .setCount(count)
        .setToldEpochNs(10 * count)
        .build();
  }

  private String keyOf(SpecificRecordBase message) {
    return new String(codec.key(message), UTF_8);
  }
}
