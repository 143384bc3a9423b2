package io.longhaul.load.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IssuedCountsTest {
  @TempDir Path folder;

  @Test
  void latestCountCanBeReadFromTheFile() throws Exception {
    IssuedCounts counts = IssuedCounts.in(file("g0"), 3);
    IssuedCounts.Lane warmup = counts.lane("g0.k2.0.w", SharePosition.START);
    IssuedCounts.Lane profiling = counts.lane("g0.k2.0.p", SharePosition.START);
    warmup.issued(10, 0);
    profiling.issued(1, 0);
    profiling.issued(4_000_000_000L, 0);

    assertThat(IssuedCounts.readAll(folder))
        .containsOnly(Map.entry("g0.k2.0.w", 10L), Map.entry("g0.k2.0.p", 4_000_000_000L));
  }

  @Test
  void filesOfAllProcessesAreRead() throws Exception {
    IssuedCounts.in(file("g0"), 1).lane("g0.p", SharePosition.START).issued(1, 0);
    IssuedCounts.in(file("g1"), 1).lane("g1.p", SharePosition.START).issued(2, 0);
    Files.writeString(folder.resolve("generator-g0.log"), "something else");

    assertThat(IssuedCounts.readAll(folder)).hasSize(2).containsEntry("g1.p", 2L);
  }

  @Test
  void laneWithoutRequestsHasACountOfZero() throws Exception {
    IssuedCounts.in(file("g0"), 2).lane("g0.p", SharePosition.START);

    assertThat(IssuedCounts.readAll(folder)).containsOnlyKeys("g0.p").containsEntry("g0.p", 0L);
  }

  @Test
  void aSuccessorContinuesAfterAllOfItsPredecessors() throws Exception {
    Path file = file("g1");
    IssuedCounts first = IssuedCounts.in(file, 3);
    first.lane("g1.k2.0.w", SharePosition.START).issued(70, 70);
    first.lane("g1.k2.0.p", SharePosition.START).issued(5, 3);
    first.lane("g1.k2.1.p", SharePosition.START).issued(4, 4);
    first.close();
    IssuedCounts second = IssuedCounts.addedTo(file, 3);
    second.lane("g1.k9.0.p", new SharePosition(8, 6)).issued(2, 1);
    second.close();

    assertThat(IssuedCounts.positions(file, "g1").orElseThrow())
        .containsOnly(
            Map.entry(0, new SharePosition(10, 7)), Map.entry(1, new SharePosition(4, 4)));
    assertThat(IssuedCounts.readAllOf(file))
        .containsEntry("g1.k2.0.p", 5L)
        .containsEntry("g1.k9.0.p", 2L);
    assertThat(IssuedCounts.positions(file("g0"), "g0")).isEmpty();
  }

  @Test
  void incompleteOrEmptyFileContainsNoCounts() throws Exception {
    Files.write(file("cut"), new byte[100]);
    Files.write(file("empty"), new byte[128]);

    assertThat(IssuedCounts.readAll(folder)).isEmpty();
    assertThat(IssuedCounts.readAll(folder.resolve("nowhere"))).isEmpty();
  }

  @Test
  void countsAreFinalWhenTheirProcessHasEnded() throws Exception {
    Files.write(file("ended"), new byte[128]);
    assertThat(IssuedCounts.areFinal(folder)).isTrue();
    assertThat(IssuedCounts.areFinal(folder.resolve("nowhere"))).isTrue();

    IssuedCounts counts = IssuedCounts.in(file("g0"), 1);
    assertThat(IssuedCounts.areFinal(folder)).isFalse();
    counts.lane("g0.p", SharePosition.START).issued(1, 0);
    assertThat(IssuedCounts.readAll(folder)).containsEntry("g0.p", 1L);
  }

  @Test
  void tooLongLaneIdIsRejected() throws Exception {
    IssuedCounts counts = IssuedCounts.in(file("g0"), 1);

    assertThatThrownBy(() -> counts.lane("g".repeat(104), SharePosition.START))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 103 bytes");
  }

  private Path file(String name) {
    return folder.resolve(name + IssuedCounts.SUFFIX);
  }
}
