package io.longhaul.benchmarks;

import io.longhaul.metrics.stability.MinimumEffect;
import io.longhaul.metrics.stability.SliceSeries;
import io.longhaul.metrics.stability.Stability;
import io.longhaul.metrics.stability.StabilityAnalysis;
import io.longhaul.metrics.stability.StabilityState;
import io.longhaul.metrics.stability.SyntheticSoak;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Counts how often the stability of a synthetic soak of a day is recognised: noise of 10 % with and
 * without autocorrelation and a daily season, alone, with a shift, and with a drift.
 */
@Command(name = "SoakVerdicts", mixinStandardHelpOptions = true)
public final class SoakVerdicts implements Callable<Integer> {
  private static final double[] AUTOCORRELATIONS = {0, 0.5};
  private static final double[] SEASONS = {0, 10};
  private static final double SHIFT_PERCENT = 5;
  private static final double DRIFT_PERCENT_PER_HOUR = 1;
  private static final int SLICES_PER_MEAN = 30;
  private static final double NANOS_PER_MILLI = 1e6;

  @Option(names = "--seeds", defaultValue = "1000", description = "Seeds from 1 to this number")
  private int seeds;

  @Option(
      names = "--slices",
      defaultValue = "" + SyntheticSoak.SLICES_OF_A_DAY,
      description = "Slices of 10 s; shifts and drifts are only added to a day or more")
  private int slices;

  @Option(
      names = "--write",
      description =
          "Also write the means of five minutes of each series to this file, a line for each, for a"
              + " comparison with other tools")
  private @Nullable Path file;

  /** A kind of series and the state that it should have. */
  private record Scenario(String name, SyntheticSoak soak, StabilityState expected) {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new SoakVerdicts()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    List<Scenario> scenarios = scenarios();
    Table table =
        new Table(
            "series",
            "as expected %",
            "steady",
            "drift",
            "shift",
            "no steady state",
            "off by s",
            "ms");
    for (Scenario scenario : scenarios) {
      table.add(judge(scenario).toArray());
    }
    System.out.print(table);
    if (file != null) {
      write(scenarios, file);
    }
    return 0;
  }

  private List<Scenario> scenarios() {
    List<Scenario> scenarios = new ArrayList<>();
    boolean isADay = slices >= SyntheticSoak.SLICES_OF_A_DAY;
    for (double autocorrelation : AUTOCORRELATIONS) {
      for (double season : isADay ? SEASONS : new double[] {0}) {
        SyntheticSoak soak = SyntheticSoak.day(autocorrelation).of(slices).withSeason(season);
        String name =
            String.format(Locale.ROOT, "AR(1) %.1f, season %.0f %%", autocorrelation, season);
        scenarios.add(new Scenario(name, soak, StabilityState.STEADY));
        if (isADay) {
          scenarios.add(
              new Scenario(
                  name + ", shift 5 %", soak.withShift(SHIFT_PERCENT), StabilityState.SHIFT));
          scenarios.add(
              new Scenario(
                  name + ", drift 1 %/h",
                  soak.withDrift(DRIFT_PERCENT_PER_HOUR),
                  StabilityState.DRIFT));
        }
      }
    }
    return scenarios;
  }

  private List<Object> judge(Scenario scenario) {
    Map<StabilityState, Integer> found = new EnumMap<>(StabilityState.class);
    List<Double> distances = new ArrayList<>();
    long nanos = 0;
    for (int seed = 1; seed <= seeds; seed++) {
      SliceSeries series = scenario.soak().series(seed);
      long start = System.nanoTime();
      Stability stability = StabilityAnalysis.of(series, MinimumEffect.USUAL);
      nanos += System.nanoTime() - start;
      found.merge(stability.state(), 1, Integer::sum);
      if (scenario.expected() == StabilityState.SHIFT && !stability.shifts().isEmpty()) {
        int distance =
            Math.abs(stability.shifts().get(0).slice() - scenario.soak().shiftSlice(seed));
        distances.add(distance * SyntheticSoak.SLICE_SECONDS);
      }
    }
    List<Object> line = new ArrayList<>();
    line.add(scenario.name());
    line.add(100.0 * found.getOrDefault(scenario.expected(), 0) / seeds);
    line.add(found.getOrDefault(StabilityState.STEADY, 0));
    line.add(found.getOrDefault(StabilityState.DRIFT, 0));
    line.add(found.getOrDefault(StabilityState.SHIFT, 0));
    line.add(found.getOrDefault(StabilityState.NO_STEADY_STATE, 0));
    line.add(distances.isEmpty() ? "" : SortedSample.median(distances, Double::doubleValue));
    line.add(nanos / NANOS_PER_MILLI / seeds);
    return line;
  }

  /** Writes the name, the seed, the mean before which a shift is, and all means. */
  private void write(List<Scenario> scenarios, Path to) throws IOException {
    try (BufferedWriter writer = Files.newBufferedWriter(to)) {
      for (Scenario scenario : scenarios) {
        for (int seed = 1; seed <= seeds; seed++) {
          StringBuilder line = new StringBuilder(scenario.name().replace(',', ';'));
          line.append(',').append(seed);
          line.append(',').append(scenario.soak().shiftSlice(seed) / SLICES_PER_MEAN);
          double[] values = scenario.soak().series(seed).values();
          for (int from = 0; from + SLICES_PER_MEAN <= values.length; from += SLICES_PER_MEAN) {
            double mean =
                Arrays.stream(values, from, from + SLICES_PER_MEAN).average().orElseThrow();
            line.append(String.format(Locale.ROOT, ",%.4f", mean));
          }
          writer.append(line).append('\n');
        }
      }
    }
  }
}
