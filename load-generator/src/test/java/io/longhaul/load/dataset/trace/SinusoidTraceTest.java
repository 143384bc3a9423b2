package io.longhaul.load.dataset.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.load.dataset.trace.SinusoidTrace.Lengths;
import io.longhaul.load.dataset.trace.SinusoidTrace.Wave;
import io.longhaul.load.plan.dataset.FileType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SinusoidTraceTest {
  private static final SinusoidTrace TRACE =
      new SinusoidTrace(
          600,
          1,
          new Wave(5, 20, 150),
          new Lengths(3_000, 150),
          new Lengths(100, 20),
          new Wave(0.2, 0.8, 10),
          512,
          100);

  @Test
  void theSameSeedYieldsTheSameTrace() throws IOException {
    assertThat(text(7)).isEqualTo(text(7)).isNotEqualTo(text(8));
  }

  @Test
  void theRateIsLowestAtTheStartAndHighestHalfAPeriodLater() throws Exception {
    int[] perTenSeconds = new int[60];
    for (TraceLine line : lines()) {
      perTenSeconds[(int) (line.timestampNanos() / 10_000_000_000L)]++;
    }

    // Four standard deviations of a Poisson count.
    assertThat((double) perTenSeconds[0]).isCloseTo(51, within(4 * Math.sqrt(51)));
    assertThat((double) perTenSeconds[7]).isCloseTo(200, within(4 * Math.sqrt(200)));
    assertThat((double) lines().size()).isCloseTo(12.5 * 600, within(4 * Math.sqrt(7_500)));
  }

  @Test
  void timestampsNeverDecreaseAndBothShapesOccur() throws Exception {
    List<TraceLine> lines = lines();
    Map<Integer, Integer> byLength = new TreeMap<>();
    lines.forEach(line -> byLength.merge(line.inputLength(), 1, Integer::sum));

    assertThat(lines).extracting(TraceLine::timestampNanos).isSorted();
    assertThat(byLength.keySet()).containsExactly(100, 3_000);
    // The mean share is one half.
    assertThat((double) byLength.get(100) / lines.size()).isCloseTo(0.5, within(0.03));
  }

  @Test
  void promptsShareAnIdOnlyIfTheyShareAllPrecedingIds() throws Exception {
    Map<Long, Long> before = new TreeMap<>();
    int shared = 0;
    for (TraceLine line : lines()) {
      long last = -1;
      for (long id : line.hashIds()) {
        Long known = before.putIfAbsent(id, last);
        shared += known == null ? 0 : 1;
        assertThat(known == null ? last : known).isEqualTo(last);
        last = id;
      }
    }
    assertThat(shared).isGreaterThan(1_000);
  }

  private static List<TraceLine> lines() throws Exception {
    List<TraceLine> lines = new ArrayList<>();
    for (String line : text(7).split("\n", -1)) {
      if (!line.isEmpty()) {
        lines.add(TraceLine.parse(line, FileType.MOONCAKE_TRACE, 512));
      }
    }
    return lines;
  }

  private static String text(long seed) throws IOException {
    StringBuilder out = new StringBuilder();
    TRACE.writeTo(out, seed);
    return out.toString();
  }
}
