package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LanePartitionsTest {
  @Test
  void lanesOfARunHaveDifferentPartitionsWhilePartitionsSuffice() {
    LanePartitions run = new LanePartitions("20261123-081236-fb88", 12);

    assertThat(lanesOf(run, 3, 2)).hasSize(7).doesNotHaveDuplicates();
    assertThat(new HashSet<>(lanesOf(run, 4, 4))).as("all partitions are used").hasSize(12);
    assertThat(lanesOf(run, 4, 4)).allMatch(partition -> 0 <= partition && partition < 12);
  }

  @Test
  void successiveRunsUseAllPartitions() {
    Set<Integer> used = new HashSet<>();
    for (int run = 0; run < 200; run++) {
      used.add(new LanePartitions("run-" + run, 12).ofGenerator(0, 1, 0));
    }

    assertThat(used).hasSize(12);
  }

  @Test
  void everyProcessComputesTheSamePartitionsFromTheRunsName() {
    assertThat(lanesOf(new LanePartitions("run-7", 12), 2, 1))
        .isEqualTo(lanesOf(new LanePartitions("run-7", 12), 2, 1))
        .isEqualTo(List.of(2, 3, 4));
    assertThat(lanesOf(new LanePartitions("run-7", 1), 2, 1)).containsOnly(0);
  }

  private static List<Integer> lanesOf(LanePartitions run, int generators, int loops) {
    List<Integer> partitions = new ArrayList<>(List.of(run.ofCoordinator()));
    for (int generator = 0; generator < generators; generator++) {
      for (int loop = 0; loop < loops; loop++) {
        partitions.add(run.ofGenerator(generator, generators, loop));
      }
    }
    return partitions;
  }
}
