package io.longhaul.report.figures;

import io.longhaul.export.Objective;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.slo.Slo;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The attainment of each SLO, and the output tokens of requests that met all SLOs: over the run and
 * for each slice, where a request counts in the slice in which it ended.
 *
 * @param objectives attainment over the run, in the order of the plan
 * @param slices the same by slice, with its good tokens; without slices that have no valid request
 */
public record Goodput(List<SloAttainment> objectives, Map<Long, OfSlice> slices) {
  /** The goodput of a run without SLOs. */
  static final Goodput NONE = new Goodput(List.of(), Map.of());

  /**
   * @param goodOutputTokens output tokens of requests that met every SLO
   */
  public record OfSlice(List<SloAttainment> objectives, long goodOutputTokens) {}

  static Goodput of(PhaseRequests requests, List<Objective> plannedObjectives) throws IOException {
    Fold fold = new Fold(plannedObjectives);
    fold.add(requests);
    return fold.finish();
  }

  /** Computes the goodput of a run from its requests, block by block. For one thread. */
  static final class Fold {
    private final List<Slo> slos = new ArrayList<>();
    private final Sums whole;
    private final Map<Long, Sums> sums = new HashMap<>();

    Fold(List<Objective> plannedObjectives) {
      for (Objective objective : plannedObjectives) {
        Metric.ofTag(objective.getTag())
            .filter(RequestColumn::isInRows)
            .map(metric -> Slo.ofDisplay(metric, BigDecimal.valueOf(objective.getThreshold())))
            .ifPresent(slos::add);
      }
      this.whole = new Sums(slos.size());
    }

    void add(PhaseRequests requests) throws IOException {
      if (slos.isEmpty()) {
        return;
      }
      long[] slices = requests.slices();
      for (int i = 0; i < slos.size(); i++) {
        long[] values = requests.values(slos.get(i).metric());
        for (int row = 0; row < values.length; row++) {
          if (requests.isValid(row) && values[row] != PhaseRequests.NONE) {
            boolean met = slos.get(i).isMetBy(values[row]);
            whole.add(i, met);
            sums.computeIfAbsent(slices[row], any -> new Sums(slos.size())).add(i, met);
          }
        }
      }
      addTokens(requests, slices);
    }

    private void addTokens(PhaseRequests requests, long[] slices) throws IOException {
      long[] good = requests.good();
      long[] lengths = requests.values(Metric.OUTPUT_SEQUENCE_LENGTH);
      for (int row = 0; row < good.length; row++) {
        if (good[row] == 1 && requests.isValid(row) && sums.containsKey(slices[row])) {
          sums.get(slices[row]).goodTokens += Math.max(lengths[row], 0);
        }
      }
    }

    Goodput finish() {
      if (slos.isEmpty()) {
        return NONE;
      }
      Map<Long, OfSlice> ofSlices = new HashMap<>();
      sums.forEach(
          (slice, all) -> ofSlices.put(slice, new OfSlice(all.attainments(slos), all.goodTokens)));
      return new Goodput(whole.attainments(slos), Map.copyOf(ofSlices));
    }
  }

  /** The counts of a window. */
  private static final class Sums {
    private final long[] met;
    private final long[] judged;
    private long goodTokens;

    Sums(int slos) {
      met = new long[slos];
      judged = new long[slos];
    }

    void add(int slo, boolean isMet) {
      judged[slo]++;
      met[slo] += isMet ? 1 : 0;
    }

    List<SloAttainment> attainments(List<Slo> slos) {
      SloAttainment[] all = new SloAttainment[slos.size()];
      Arrays.setAll(all, i -> new SloAttainment(slos.get(i), met[i], judged[i]));
      return List.of(all);
    }
  }
}
