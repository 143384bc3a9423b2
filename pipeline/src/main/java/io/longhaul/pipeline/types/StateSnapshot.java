package io.longhaul.pipeline.types;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.Incompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityResult;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.SchemaNormalization;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * What a checkpoint contains about a {@link StateSerializer}: the schema with which the state was
 * written, in Avro's canonical form, without the texts and defaults that only readers need. It is
 * compressed, because every checkpoint contains it once per task. Flink restores the state with
 * this schema and writes the next checkpoint with the schema of the build.
 */
public abstract class StateSnapshot<T> implements TypeSerializerSnapshot<T> {
  /** Until version 3, a checkpoint contained no schema. */
  private static final int VERSION = 4;

  private final String what;
  private final Schema own;
  private final Function<Schema, StateSerializer<T, ?>> serializers;
  private Schema written;

  /**
   * Creates the snapshot of a serializer.
   *
   * @param what kind of state, for messages
   * @param own schema of this build
   * @param serializers returns the serializer that reads what was written with a schema
   */
  protected StateSnapshot(
      String what, Schema own, Function<Schema, StateSerializer<T, ?>> serializers) {
    this.what = what;
    this.own = own;
    this.written = own;
    this.serializers = serializers;
  }

  @Override
  public final int getCurrentVersion() {
    return VERSION;
  }

  @Override
  public final void writeSnapshot(DataOutputView out) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream deflated = new DeflaterOutputStream(bytes)) {
      deflated.write(SchemaNormalization.toParsingForm(written).getBytes(UTF_8));
    }
    LengthPrefixedBytes.write(bytes.toByteArray(), out);
  }

  /**
   * Reads the schema from a checkpoint. This is the first thing that Flink reads, so an unreadable
   * checkpoint is rejected here.
   *
   * @throws UnreadableStateException if this build cannot read what was written with the schema
   */
  @Override
  public final void readSnapshot(int version, DataInputView in, ClassLoader classes)
      throws IOException {
    if (version != VERSION) {
      throw new UnreadableStateException(
          what,
          version < VERSION
              ? "it contains no schema, so it is older than the first release"
              : "it is from a newer release");
    }
    try (InputStream schema =
        new InflaterInputStream(new ByteArrayInputStream(LengthPrefixedBytes.read(in)))) {
      written = new Schema.Parser().parse(schema);
    }
    SchemaCompatibilityResult result = compatibility();
    if (result.getCompatibility() != SchemaCompatibilityType.COMPATIBLE) {
      throw new UnreadableStateException(
          what,
          result.getIncompatibilities().stream()
              .map(StateSnapshot::sentence)
              .collect(Collectors.joining("; ")));
    }
  }

  private SchemaCompatibilityResult compatibility() {
    return SchemaCompatibility.checkReaderWriterCompatibility(own, written).getResult();
  }

  private static String sentence(Incompatibility found) {
    return switch (found.getType()) {
      case READER_FIELD_MISSING_DEFAULT_VALUE ->
          "the field " + found.getMessage() + " is missing and has no default";
      default ->
          found.getType().name().toLowerCase(Locale.ROOT).replace('_', ' ')
              + " at "
              + found.getLocation()
              + ": "
              + found.getMessage();
    };
  }

  @Override
  public final TypeSerializer<T> restoreSerializer() {
    return serializers.apply(written);
  }

  /** Returns whether this build can read the state of an older snapshot. */
  @Override
  public final TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
      TypeSerializerSnapshot<T> older) {
    if (!(older instanceof StateSnapshot<T> that) || older.getClass() != getClass()) {
      return TypeSerializerSchemaCompatibility.incompatible();
    }
    if (SchemaNormalization.parsingFingerprint64(that.written)
        == SchemaNormalization.parsingFingerprint64(own)) {
      return TypeSerializerSchemaCompatibility.compatibleAsIs();
    }
    return that.compatibility().getCompatibility() == SchemaCompatibilityType.COMPATIBLE
        ? TypeSerializerSchemaCompatibility.compatibleAfterMigration()
        : TypeSerializerSchemaCompatibility.incompatible();
  }
}
