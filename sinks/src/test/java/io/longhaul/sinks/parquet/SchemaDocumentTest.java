package io.longhaul.sinks.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/schema.md} is up to date. To write it after a change of {@code export.avdl}:
 *
 * <pre>
 * mvn test -pl sinks -am -Dtest=SchemaDocumentTest -Dsurefire.failIfNoSpecifiedTests=false -Dlonghaul.schema.write=true
 * </pre>
 */
class SchemaDocumentTest {
  private final Path document = Path.of(System.getProperty("longhaul.root"), "docs/schema.md");

  @Test
  void thePageDescribesEveryColumnOfEveryFile() throws IOException {
    if (Boolean.getBoolean("longhaul.schema.write")) {
      Files.writeString(document, SchemaDocument.text());
    }
    assertThat(document).hasContent(SchemaDocument.text());
  }
}
