package io.longhaul.pipeline.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.longhaul.pipeline.history.FakeLog;
import io.longhaul.pipeline.history.TestLane;
import io.longhaul.pipeline.source.FlatRecord;
import io.longhaul.pipeline.state.LaneState;
import io.longhaul.pipeline.types.UnreadableStateException;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.zip.DeflaterOutputStream;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.throwable.ThrowableClassifier;
import org.apache.flink.runtime.throwable.ThrowableType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Restores lanes that other versions wrote. Such a version is made from this one: its schema has
 * more, fewer or differently ordered fields.
 */
class LaneSerializerTest {
  private static final Schema OWN = LaneState.getClassSchema();

  private final LaneSerializer serializer = new LaneSerializer();
  private Lane lane;

  @BeforeEach
  void openALane() {
    FakeLog log = new FakeLog();
    TestLane writer = TestLane.generator(log, "g0.1.0.p", 1);
    RecordingLaneOutput out = new RecordingLaneOutput();
    EventCodecs codecs = new EventCodecs();
    FlatRecord started = writer.started();
    lane = Lane.begin(started, EventKind.LANE_STARTED, codecs, out).orElseThrow();
    FlatRecord beat = writer.heartbeat(1000);
    assertThat(lane.process(beat, EventKind.HEARTBEAT, codecs, out)).isTrue();
  }

  @Test
  void stateOfThisVersionIsReadAsItIs() throws IOException {
    TypeSerializerSnapshot<Lane> found = reread(snapshotWith(OWN));

    assertThat(compatibility(found).isCompatibleAsIs()).isTrue();
    assertThat(bytesOf(found.restoreSerializer().deserialize(in(bytesOf(lane)))))
        .isEqualTo(bytesOf(lane));
  }

  @Test
  void theSchemaInACheckpointIsSmall() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(1024);
    serializer.snapshotConfiguration().writeSnapshot(out);

    assertThat(out.length()).isLessThan(4_000);
    assertThat(compatibility(reread(in(out.getCopyOfBuffer()))).isCompatibleAsIs()).isTrue();
  }

  @Test
  void aFieldThatThisVersionDoesNotKnowIsIgnored() throws IOException {
    assertRestored(
        edited(
            fields -> {
              Schema text = Schema.create(Schema.Type.STRING);
              fields.add(3, new Schema.Field("since_removed", text, null, "known"));
              return fields;
            }));
  }

  @Test
  void theOrderOfFieldsDoesNotMatter() throws IOException {
    assertRestored(
        edited(
            fields -> {
              Collections.reverse(fields);
              return fields;
            }));
  }

  @Test
  void aFieldThatAnEarlierVersionLacksHasItsDefault() throws IOException {
    Schema earlier = nested(OWN, "CountsState", without("backed_off_nanos"));

    assertRestored(earlier);
  }

  @Test
  void aVersionWithAnAddedFieldReadsTheStateOfThisOne() throws IOException {
    Schema later =
        nested(
            OWN,
            "SequenceState",
            fields -> {
              fields.add(0, new Schema.Field("added", Schema.create(Schema.Type.LONG), null, 42L));
              return fields;
            });

    GenericRecord read = readWith(later, avroOf(lane));

    assertThat(((GenericRecord) read.get("sequence")).get("added")).isEqualTo(42L);
    assertThat(((GenericRecord) read.get("sequence")).get("events")).isEqualTo(2L);
    assertThat(read.get("last_offset")).isEqualTo(1L);
  }

  @Test
  void aVersionWithoutAFieldReadsTheStateOfThisOne() throws IOException {
    GenericRecord read = readWith(edited(without("frontier_epoch_ns")), avroOf(lane));

    assertThat(read.get("last_offset")).isEqualTo(1L);
  }

  @Test
  void stateWithoutANecessaryFieldIsRejectedWithTheRemedyAndWithoutRestart() throws IOException {
    DataInputDeserializer bytes = snapshotWith(edited(without("last_offset")));

    Throwable refusal = catchThrowable(() -> reread(bytes));

    assertThat(refusal)
        .isInstanceOf(UnreadableStateException.class)
        .hasMessage(
            "Cannot restore this checkpoint: another version of Longhaul wrote its state of a lane,"
                + " and this version cannot read it: the field last_offset is missing and has no"
                + " default (submit the job of the version that wrote it, let its runs end, stop it"
                + " with a savepoint, and submit this one; or give a new --lake and new"
                + " --checkpoints: the job then reads the log from its beginning, which lacks what"
                + " --keep-log has deleted)");
    assertThat(
            ThrowableClassifier.findThrowableOfThrowableType(
                new IllegalStateException("Cannot restore", refusal),
                ThrowableType.NonRecoverableError))
        .isPresent();
  }

  @Test
  void stateWithAnotherTypeIsRejectedWithThePlace() throws IOException {
    DataInputDeserializer bytes =
        snapshotWith(
            edited(
                fields -> {
                  fields.replaceAll(
                      field ->
                          field.name().equals("partition")
                              ? new Schema.Field("partition", Schema.create(Schema.Type.STRING))
                              : field);
                  return fields;
                }));

    assertThatThrownBy(() -> reread(bytes))
        .isInstanceOf(UnreadableStateException.class)
        .hasMessageContaining(
            "cannot read it: type mismatch at /fields/1/type: reader type: INT not compatible with"
                + " writer type: STRING (submit the job");
  }

  @Test
  void stateWithoutASchemaIsRejected() {
    assertThatThrownBy(
            () ->
                new LaneSerializer.Snapshot()
                    .readSnapshot(3, in(new byte[0]), getClass().getClassLoader()))
        .isInstanceOf(UnreadableStateException.class)
        .hasMessageContaining("it contains no schema, so it is older than the first release");
  }

  @Test
  void stateOfALaterFormOfSnapshotsIsRejected() {
    assertThatThrownBy(
            () ->
                new LaneSerializer.Snapshot()
                    .readSnapshot(5, in(new byte[0]), getClass().getClassLoader()))
        .isInstanceOf(UnreadableStateException.class)
        .hasMessageContaining("it is from a newer release");
  }

  /** Requires that a lane that was written with another schema is restored completely. */
  private void assertRestored(Schema written) throws IOException {
    TypeSerializerSnapshot<Lane> found = reread(snapshotWith(written));

    assertThat(compatibility(found).isCompatibleAfterMigration()).isTrue();
    TypeSerializer<Lane> old = found.restoreSerializer();
    Lane restored = old.deserialize(in(lengthAnd(converted(avroOf(lane), written))));
    assertThat(bytesOf(restored)).isEqualTo(bytesOf(lane));
    DataOutputSerializer again = new DataOutputSerializer(1024);
    old.serialize(restored, again);
    assertThat(again.getCopyOfBuffer()).as("is written in the new form").isEqualTo(bytesOf(lane));
  }

  private static TypeSerializerSchemaCompatibility<Lane> compatibility(
      TypeSerializerSnapshot<Lane> found) {
    return new LaneSerializer().snapshotConfiguration().resolveSchemaCompatibility(found);
  }

  private static TypeSerializerSnapshot<Lane> reread(DataInputDeserializer bytes)
      throws IOException {
    LaneSerializer.Snapshot found = new LaneSerializer.Snapshot();
    found.readSnapshot(found.getCurrentVersion(), bytes, LaneSerializerTest.class.getClassLoader());
    return found;
  }

  /** What a checkpoint of a version with this schema contains. */
  private static DataInputDeserializer snapshotWith(Schema written) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream deflated = new DeflaterOutputStream(bytes)) {
      deflated.write(SchemaNormalization.toParsingForm(written).getBytes(StandardCharsets.UTF_8));
    }
    return in(lengthAnd(bytes.toByteArray()));
  }

  private static DataInputDeserializer in(byte[] bytes) {
    return new DataInputDeserializer(bytes);
  }

  private static byte[] lengthAnd(byte[] bytes) {
    try {
      DataOutputSerializer out = new DataOutputSerializer(1024);
      out.writeInt(bytes.length);
      out.write(bytes);
      return out.getCopyOfBuffer();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] bytesOf(Lane state) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(1024);
    serializer.serialize(state, out);
    return out.getCopyOfBuffer();
  }

  private byte[] avroOf(Lane state) throws IOException {
    byte[] bytes = bytesOf(state);
    return Arrays.copyOfRange(bytes, Integer.BYTES, bytes.length);
  }

  private static GenericRecord readWith(Schema reader, byte[] written) throws IOException {
    return new GenericDatumReader<GenericRecord>(OWN, reader)
        .read(null, DecoderFactory.get().binaryDecoder(written, null));
  }

  /** Writes the state again, with another schema. */
  private static byte[] converted(byte[] written, Schema schema) throws IOException {
    GenericRecord other = readWith(schema, written);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<GenericRecord>(schema).write(other, encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  private static Schema edited(UnaryOperator<List<Schema.Field>> edit) {
    return nested(OWN, "LaneState", edit);
  }

  private static UnaryOperator<List<Schema.Field>> without(String name) {
    return fields -> {
      assertThat(fields.removeIf(field -> field.name().equals(name))).isTrue();
      return fields;
    };
  }

  /** Returns the schema with other fields in the record of this name. */
  private static Schema nested(
      Schema schema, String record, UnaryOperator<List<Schema.Field>> edit) {
    return new Editing(record, edit).of(schema);
  }

  /** Copies a schema and edits one of its records. */
  private record Editing(
      String record, UnaryOperator<List<Schema.Field>> edit, Map<String, Schema> done) {
    Editing(String record, UnaryOperator<List<Schema.Field>> edit) {
      this(record, edit, new HashMap<>());
    }

    Schema of(Schema schema) {
      return switch (schema.getType()) {
        case RECORD -> ofRecord(schema);
        case ARRAY -> Schema.createArray(of(schema.getElementType()));
        case UNION -> Schema.createUnion(schema.getTypes().stream().map(this::of).toList());
        default -> schema;
      };
    }

    private Schema ofRecord(Schema schema) {
      Schema known = done.get(schema.getFullName());
      if (known != null) {
        return known;
      }
      List<Schema.Field> fields = new ArrayList<>();
      for (Schema.Field field : schema.getFields()) {
        Object unset = field.defaultVal();
        Object same = unset == JsonProperties.NULL_VALUE ? Schema.Field.NULL_DEFAULT_VALUE : unset;
        fields.add(new Schema.Field(field.name(), of(field.schema()), null, same));
      }
      Schema copy = Schema.createRecord(schema.getName(), null, schema.getNamespace(), false);
      copy.setFields(schema.getName().equals(record) ? edit.apply(fields) : fields);
      done.put(schema.getFullName(), copy);
      return copy;
    }
  }
}
