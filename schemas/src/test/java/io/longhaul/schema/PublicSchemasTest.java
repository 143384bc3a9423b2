package io.longhaul.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.export.SliceRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaFormatter;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.SchemaValidationException;
import org.apache.avro.SchemaValidator;
import org.apache.avro.SchemaValidatorBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.util.RandomData;
import org.junit.jupiter.api.Test;

/**
 * The promise of {@code docs/slices-topic.md}. To write {@code docs/slices.avsc} after a change of
 * {@code export.avdl}:
 *
 * <pre>
 * mvn test -pl schemas -Dtest=PublicSchemasTest -Dlonghaul.schema.write=true
 * </pre>
 *
 * <p>Each release adds its schema to the folder {@code slices} of the test resources.
 */
class PublicSchemasTest {
  private static final Path DOCUMENT =
      Path.of(System.getProperty("longhaul.root"), "docs/slices.avsc");
  private static final Path RELEASED =
      Path.of(
          System.getProperty("longhaul.root"),
          "schemas/src/test/resources/io/longhaul/schema/slices");
  private static final int RECORDS = 20;

  /** Readers with either schema can read what the other has written. */
  private static final SchemaValidator BOTH_WAYS =
      new SchemaValidatorBuilder().mutualReadStrategy().validateAll();

  private final Schema current = new Schema.Parser().parse(PublicSchemas.slices());

  @Test
  void theDocumentIsTheSchemaOfTheTopic() throws IOException {
    String json = SchemaFormatter.format("json/pretty", current) + "\n";
    if (Boolean.getBoolean("longhaul.schema.write")) {
      Files.writeString(DOCUMENT, json);
    }
    assertThat(DOCUMENT).hasContent(json);
    assertThat(json).contains("From 0; -1 in the totals of a run.").doesNotContain("avro.java");
    assertThat(SchemaNormalization.parsingFingerprint64(current))
        .isEqualTo(SchemaNormalization.parsingFingerprint64(SliceRow.getClassSchema()));
  }

  @Test
  void readersOfEveryReleaseReadNewRecordsAndTheOtherWayRound() throws Exception {
    List<Schema> released = released();
    assertThat(released).isNotEmpty();
    BOTH_WAYS.validate(current, released);

    for (Schema earlier : released) {
      assertThatRecordsAreRead(earlier, current);
      assertThatRecordsAreRead(current, earlier);
    }
  }

  @Test
  void aFieldMayBeAddedWithADefaultButNeitherRemovedNorChanged() throws Exception {
    Schema before = schema("{'name': 'a', 'type': 'long'}");
    Schema extended =
        schema("{'name': 'a', 'type': 'long'}, {'name': 'b', 'type': 'long', 'default': 0}");
    Schema changed = schema("{'name': 'a', 'type': 'string'}");

    BOTH_WAYS.validate(extended, List.of(before));
    assertThatThrownBy(() -> BOTH_WAYS.validate(changed, List.of(before)))
        .isInstanceOf(SchemaValidationException.class);
    assertThatThrownBy(() -> BOTH_WAYS.validate(schema(""), List.of(before)))
        .isInstanceOf(SchemaValidationException.class);
  }

  private static List<Schema> released() throws IOException {
    try (Stream<Path> files = Files.list(RELEASED)) {
      return files.sorted().map(PublicSchemasTest::parse).toList();
    }
  }

  private static Schema parse(Path file) {
    try {
      return new Schema.Parser().parse(Files.readString(file));
    } catch (IOException e) {
      throw new AssertionError("Cannot read " + file + " (it belongs to the project)", e);
    }
  }

  private static Schema schema(String fields) {
    return new Schema.Parser()
        .parse(
            "{'type': 'record', 'name': 'Row', 'fields': [%s]}"
                .formatted(fields)
                .replace('\'', '"'));
  }

  private static void assertThatRecordsAreRead(Schema written, Schema read) throws IOException {
    BinaryMessageDecoder<GenericRecord> reader =
        new BinaryMessageDecoder<>(GenericData.get(), read);
    reader.addSchema(written);
    for (Object record : new RandomData(written, RECORDS, 5)) {
      ByteBuffer encoded = new BinaryMessageEncoder<>(GenericData.get(), written).encode(record);

      assertThat(reader.decode(encoded).get("run_id"))
          .hasToString(((GenericRecord) record).get("run_id").toString());
    }
  }
}
