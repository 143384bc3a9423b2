package io.longhaul.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.specific.SpecificData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The messages of the last release, {@code released/0.1.0}. Its generators can work in a run that
 * this version leads, so both must be able to read each other's messages. To make the folder of a
 * new release:
 *
 * <pre>
 * mvn test -pl control -am -Dtest=ReleasedControlSchemasTest -Dlonghaul.schemas.into=FOLDER
 * </pre>
 */
class ReleasedControlSchemasTest {
  private static final String LAST_RELEASE = "0.1.0";
  private static final int PROTOCOL_OF_LAST_RELEASE = 2;

  /** The last release ignores the messages of kinds that it does not know. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"SAMPLER_PRESENT", "SAMPLER_JOINED"})
  void theLastReleaseAndThisVersionReadEachOthersMessages(ControlMessageKind kind)
      throws IOException {
    Schema own = SpecificData.get().getSchema(kind.recordClass());
    Schema last;
    String resource = "released/" + LAST_RELEASE + "/" + kind.name() + ".avsc";
    try (InputStream in = getClass().getResourceAsStream(resource)) {
      last = new Schema.Parser().parse(in);
    }

    assertThat(SchemaCompatibility.checkReaderWriterCompatibility(own, last).getType())
        .as("this version reads the last release")
        .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
    assertThat(SchemaCompatibility.checkReaderWriterCompatibility(last, own).getType())
        .as("the last release reads this version")
        .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
  }

  @Test
  void theProtocolOfTheLastReleaseIsSupported() {
    assertThat(ControlProtocol.supports(PROTOCOL_OF_LAST_RELEASE)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  @EnabledIfSystemProperty(named = "longhaul.schemas.into", matches = ".+")
  void theSchemasOfThisReleaseAreWritten(ControlMessageKind kind) throws IOException {
    Path folder = Files.createDirectories(Path.of(System.getProperty("longhaul.schemas.into")));
    Schema own = SpecificData.get().getSchema(kind.recordClass());

    Files.writeString(folder.resolve(kind.name() + ".avsc"), own + "\n", UTF_8);
  }
}
