package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class KafkaOptionsTest {

  @Test
  void aChildReadsTheAddressThatItsParentWrites() throws Exception {
    KafkaOptions options = with(ParentOptions.KAFKA_FROM_PARENT);

    assertThat(options.completeFrom(input("127.0.0.1:9092\n"))).isTrue();
    assertThat(options.kafka).isEqualTo("127.0.0.1:9092");
  }

  @Test
  void aParentThatEndsBeforeItWritesTheAddressIsNoticed() throws Exception {
    assertThat(with(ParentOptions.KAFKA_FROM_PARENT).completeFrom(input(""))).isFalse();
  }

  @Test
  void anAddressOfTheCommandLineIsUsedWithoutReading() throws Exception {
    KafkaOptions options = with("broker:9092");

    assertThat(options.completeFrom(InputStream.nullInputStream())).isTrue();
    assertThat(options.kafka).isEqualTo("broker:9092");
  }

  private static KafkaOptions with(String kafka) {
    KafkaOptions options = new KafkaOptions();
    options.kafka = kafka;
    return options;
  }

  private static InputStream input(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }
}
