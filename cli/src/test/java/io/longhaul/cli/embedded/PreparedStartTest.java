package io.longhaul.cli.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;

class PreparedStartTest {
  private final Properties properties = new Properties();

  @Test
  void withoutAPreparationChildrenHaveNoFurtherOptions() {
    assertThat(PreparedStart.jvmOptions(ProcessKind.BROKER, properties)).isEmpty();
  }

  @Test
  void allChildrenUseTheArchiveOfTheirParent() {
    properties.setProperty("longhaul.archive", "/dist/classes.jsa");
    assertThat(PreparedStart.jvmOptions(ProcessKind.GENERATOR, properties))
        .contains("-XX:SharedArchiveFile=/dist/classes.jsa", "-XX:ArchiveRelocationMode=0")
        .isEqualTo(PreparedStart.jvmOptions(ProcessKind.BROKER, properties));
  }

  @Test
  void eachKindOfChildUsesItsCache() {
    properties.setProperty("longhaul.caches", "/dist/caches");
    assertThat(PreparedStart.jvmOptions(ProcessKind.MOCK_SERVER, properties))
        .contains("-XX:AOTCache=/dist/caches/mock-server.aot");
    assertThat(PreparedStart.jvmOptions(ProcessKind.GENERATOR, properties))
        .contains("-XX:AOTCache=/dist/caches/generator.aot");
  }

  @Test
  void eachKindOfChildRecordsItsTraining() {
    properties.setProperty("longhaul.training", "/target/training");
    assertThat(PreparedStart.jvmOptions(ProcessKind.BROKER, properties))
        .contains("-XX:AOTMode=record", "-XX:AOTConfiguration=/target/training/broker.conf");
  }
}
