package io.longhaul.load.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IssuedCountsTest {
  @TempDir Path folder;

  @Test
  void latestCountCanBeReadFromTheFile() throws Exception {
    IssuedCounts counts = IssuedCounts.in(file("g0"), 3);
    LongConsumer warmup = counts.lane("g0.k2.0.w");
    LongConsumer profiling = counts.lane("g0.k2.0.p");
    warmup.accept(10);
    profiling.accept(1);
    profiling.accept(4_000_000_000L);

    assertThat(IssuedCounts.readAll(folder))
        .containsOnly(Map.entry("g0.k2.0.w", 10L), Map.entry("g0.k2.0.p", 4_000_000_000L));
  }

  @Test
  void filesOfAllProcessesAreRead() throws Exception {
    IssuedCounts.in(file("g0"), 1).lane("g0.p").accept(1);
    IssuedCounts.in(file("g1"), 1).lane("g1.p").accept(2);
    Files.writeString(folder.resolve("generator-g0.log"), "something else");

    assertThat(IssuedCounts.readAll(folder)).hasSize(2).containsEntry("g1.p", 2L);
  }

  @Test
  void laneWithoutRequestsHasACountOfZero() throws Exception {
    IssuedCounts.in(file("g0"), 2).lane("g0.p");

    assertThat(IssuedCounts.readAll(folder)).containsOnlyKeys("g0.p").containsEntry("g0.p", 0L);
  }

  @Test
  void incompleteOrEmptyFileContainsNoCounts() throws Exception {
    Files.write(file("cut"), new byte[40]);
    Files.write(file("empty"), new byte[64]);

    assertThat(IssuedCounts.readAll(folder)).isEmpty();
    assertThat(IssuedCounts.readAll(folder.resolve("nowhere"))).isEmpty();
  }

  @Test
  void countsAreFinalWhenTheirProcessHasEnded() throws Exception {
    Files.write(file("ended"), new byte[64]);
    assertThat(IssuedCounts.areFinal(folder)).isTrue();
    assertThat(IssuedCounts.areFinal(folder.resolve("nowhere"))).isTrue();

    IssuedCounts counts = IssuedCounts.in(file("g0"), 1);
    assertThat(IssuedCounts.areFinal(folder)).isFalse();
    counts.lane("g0.p").accept(1);
    assertThat(IssuedCounts.readAll(folder)).containsEntry("g0.p", 1L);
  }

  @Test
  void tooLongLaneIdIsRejected() throws Exception {
    IssuedCounts counts = IssuedCounts.in(file("g0"), 1);

    assertThatThrownBy(() -> counts.lane("g".repeat(56)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 55 bytes");
  }

  private Path file(String name) {
    return folder.resolve(name + IssuedCounts.SUFFIX);
  }
}
