package io.longhaul.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.wire.Ended;
import io.longhaul.wire.Ending;
import io.longhaul.wire.RequestFragment;
import io.longhaul.wire.Stop;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageEncoder;
import org.junit.jupiter.api.Test;

class WireCodecTest {

  @Test
  void aFragmentIsReadBackUnchanged() throws Exception {
    RequestFragment fragment =
        RequestFragment.newBuilder()
            .setRequestIdHi(1)
            .setRequestIdLo(2)
            .setFragmentNo(0)
            .setChunkCount(1)
            .setChunkTimesNs(ByteBuffer.wrap(new byte[] {5}))
            .setEnded(Ended.newBuilder().setEnding(Ending.OK).setEndedAtNs(9).build())
            .build();
    WireCodec<RequestFragment> codec = new WireCodec<>(RequestFragment.class);

    assertThat(codec.decode(codec.encode(fragment))).isEqualTo(fragment);
  }

  @Test
  void invalidBytesThrowOnlyUnreadableRecordException() {
    WireCodec<RequestFragment> codec = new WireCodec<>(RequestFragment.class);
    byte[] stop = new WireCodec<>(Stop.class).encode(new Stop(1L, "completed", 2L, ""));
    SplittableRandom random = new SplittableRandom(4);

    assertThatThrownBy(() -> codec.decode(stop)).isInstanceOf(UnreadableRecordException.class);
    assertThatThrownBy(() -> codec.decode(new byte[0]))
        .isInstanceOf(UnreadableRecordException.class);
    byte[] whole =
        codec.encode(
            RequestFragment.newBuilder()
                .setRequestIdHi(1)
                .setRequestIdLo(2)
                .setFragmentNo(0)
                .build());
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = java.util.Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> codec.decode(cut)).isInstanceOf(UnreadableRecordException.class);
    }
    for (int i = 0; i < 2_000; i++) {
      byte[] noise = whole.clone();
      noise[10 + random.nextInt(noise.length - 10)] = (byte) random.nextInt();
      try {
        codec.decode(noise);
      } catch (UnreadableRecordException e) {
        assertThat(e).hasMessageStartingWith("Cannot read record");
      }
    }
  }

  @Test
  void recordsOfAnEarlierReleaseAreRead() throws Exception {
    Schema earlier =
        SchemaBuilder.record("Stop")
            .namespace("io.longhaul.wire")
            .fields()
            .requiredLong("at_ns")
            .requiredString("reason")
            .requiredLong("load_ended_epoch_ns")
            .requiredInt("since_removed")
            .endRecord();
    GenericRecord written = new GenericData.Record(earlier);
    written.put("at_ns", 1L);
    written.put("reason", "completed");
    written.put("load_ended_epoch_ns", 2L);
    written.put("since_removed", 3);
    ByteBuffer encoded =
        new BinaryMessageEncoder<GenericRecord>(GenericData.get(), earlier).encode(written);
    byte[] bytes = new byte[encoded.remaining()];
    encoded.get(bytes);

    Stop read = new WireCodec<>(Stop.class, earlier).decode(bytes);

    assertThat(read).isEqualTo(new Stop(1L, "completed", 2L, ""));
  }

  @Test
  void recordsOfAVersionWhoseSchemaIsLearnedLaterAreRead() throws Exception {
    Schema later =
        SchemaBuilder.record("Stop")
            .namespace("io.longhaul.wire")
            .fields()
            .requiredString("added")
            .requiredLong("load_ended_epoch_ns")
            .requiredString("reason")
            .requiredLong("at_ns")
            .endRecord();
    GenericRecord written = new GenericData.Record(later);
    written.put("added", "unknown");
    written.put("at_ns", 1L);
    written.put("reason", "completed");
    written.put("load_ended_epoch_ns", 2L);
    ByteBuffer encoded =
        new BinaryMessageEncoder<GenericRecord>(GenericData.get(), later).encode(written);
    byte[] bytes = new byte[encoded.remaining()];
    encoded.get(bytes);
    WireCodec<Stop> codec = new WireCodec<>(Stop.class);

    assertThatThrownBy(() -> codec.decode(bytes)).isInstanceOf(UnreadableRecordException.class);
    codec.addSchema(later.toString());

    assertThat(codec.decode(bytes)).isEqualTo(new Stop(1L, "completed", 2L, ""));
    assertThatThrownBy(() -> codec.addSchema("{}")).isInstanceOf(UnreadableRecordException.class);
  }
}
