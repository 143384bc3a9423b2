package io.longhaul.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.util.RandomData;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Reads what released versions wrote. To make the folder of a new release:
 *
 * <pre>
 * mvn test -pl schemas -Dtest=ReleasedSchemasTest -Dlonghaul.schemas.into=FOLDER
 * </pre>
 */
class ReleasedSchemasTest {
  private static final int EVENTS = 20;

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "MARK") // newer than the last release
  void theEventsOfEveryReleaseAreRead(EventKind kind) throws Exception {
    EventCodecs codecs = new EventCodecs();
    List<Schema> released = ReleasedSchemas.of(kind);

    assertThat(released).hasSizeGreaterThanOrEqualTo(2);
    for (Schema schema : released) {
      for (Object event : new RandomData(schema, EVENTS, 5)) {
        ByteBuffer encoded = new BinaryMessageEncoder<>(GenericData.get(), schema).encode(event);
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);

        assertThat(codecs.decode(kind, bytes)).isInstanceOf(kind.recordClass());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @EnabledIfSystemProperty(named = "longhaul.schemas.into", matches = ".+")
  void theSchemasOfThisReleaseAreWritten(EventKind kind) throws Exception {
    Path folder = Files.createDirectories(Path.of(System.getProperty("longhaul.schemas.into")));
    Schema own = SpecificData.get().getSchema(kind.recordClass());

    Files.writeString(
        folder.resolve(kind.word() + ".avsc"),
        SchemaNormalization.toParsingForm(own) + "\n",
        UTF_8);
  }
}
