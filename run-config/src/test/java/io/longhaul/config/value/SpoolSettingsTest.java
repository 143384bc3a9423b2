package io.longhaul.config.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class SpoolSettingsTest {

  @Test
  void generatorsOnOneDiskShareATenthOfItsFreeSpace() {
    assertThat(SpoolSettings.DEFAULT.onOneDisk(4, 400_000_000_000L).generatorOptions())
        .containsExactly("--spool-size", "10000000.000kB");
  }

  @Test
  void aShareIsNotSmallerThanTheMinimum() {
    assertThat(SpoolSettings.DEFAULT.onOneDisk(4, 1_000_000).maxBytes()).contains(1_000_000L);
  }

  @Test
  void aGivenSizeIsThatOfEachGenerator() {
    SpoolSettings given = new SpoolSettings(Optional.of(2_000_000_000L), true);

    assertThat(given.onOneDisk(4, 400_000_000_000L)).isEqualTo(given);
  }
}
