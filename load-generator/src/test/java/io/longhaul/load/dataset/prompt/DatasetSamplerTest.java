package io.longhaul.load.dataset.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.check.SamplingStrategy;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetSamplerTest {
  @Test
  void sequentialSamplingRestartsAfterTheLastEntry() {
    assertThat(round(SamplingStrategy.SEQUENTIAL, 3, 0)).containsExactly(0, 1, 2);
    assertThat(round(SamplingStrategy.SEQUENTIAL, 3, 7)).containsExactly(0, 1, 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 17, 100, 1_000, 4_096, 4_097})
  void aShuffledRoundContainsEachEntryOnce(int entries) {
    for (long round = 0; round < 3; round++) {
      assertThat(round(SamplingStrategy.SHUFFLE, entries, round))
          .containsExactlyInAnyOrderElementsOf(IntStream.range(0, entries).boxed().toList());
    }
  }

  @Test
  void everyRoundHasItsOwnOrder() {
    assertThat(round(SamplingStrategy.SHUFFLE, 100, 0))
        .isNotEqualTo(round(SamplingStrategy.SHUFFLE, 100, 1));
    assertThat(round(SamplingStrategy.SHUFFLE, 100, 5))
        .isEqualTo(round(SamplingStrategy.SHUFFLE, 100, 5));
  }

  @Test
  void shufflingCanPutEveryEntryAtEveryPosition() {
    int[] first = new int[10];
    for (long round = 0; round < 20_000; round++) {
      first[round(SamplingStrategy.SHUFFLE, 10, round).get(0)]++;
    }

    // Chi-squared with 9 degrees of freedom exceeds 27.9 once in a thousand times.
    double chiSquared = 0;
    for (int count : first) {
      chiSquared += Math.pow(count - 2_000, 2) / 2_000;
    }
    assertThat(chiSquared).isLessThan(27.9);
  }

  @Test
  void randomSamplingIsUniform() {
    List<Integer> drawn = round(SamplingStrategy.RANDOM, 10, 0);

    assertThat(LongStream.range(0, 1_000).mapToObj(i -> round(SamplingStrategy.RANDOM, 10, i)))
        .anyMatch(round -> round.stream().distinct().count() < 10);
    assertThat(drawn).allMatch(entry -> entry >= 0 && entry < 10);
  }

  private static List<Integer> round(SamplingStrategy sampling, int entries, long round) {
    RunPlan plan = RunPlanBuilder.plan("run-1").model("m").seed(9).sampling(sampling).build();
    DatasetSampler sampler = DatasetSampler.of(plan, entries);
    return LongStream.range(round * entries, (round + 1) * entries)
        .mapToObj(sampler::entryFor)
        .toList();
  }
}
