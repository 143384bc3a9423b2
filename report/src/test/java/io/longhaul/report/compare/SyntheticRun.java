package io.longhaul.report.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.longhaul.metrics.Metric;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * A run at 20 requests/s whose latencies have noise per request and, with AR(1), per period of ten
 * seconds.
 *
 * @param seconds length
 * @param coefficient standard deviation of the noise of a period, relative to the latency
 * @param phi correlation of the noise of neighbouring periods
 * @param ttftFactor factor of all times to first token
 */
public record SyntheticRun(int seconds, double coefficient, double phi, double ttftFactor) {
  private static final double REQUESTS_PER_SECOND = 20;
  private static final double PERIOD_SECONDS = 10;
  private static final double TTFT_MS = 80;
  private static final double ITL_MS = 12;

  /** Returns the run as it would be read from a folder. */
  public ComparedRun run(String name, long seed, String model) {
    RunBins bins = bins(seed);
    int[] once = new int[bins.size()];
    Arrays.fill(once, 1);
    Map<ComparedFigure, Double> figures = new EnumMap<>(ComparedFigure.class);
    for (ComparedFigure figure : ComparedFigure.values()) {
      figures.put(figure, bins.figure(figure, once));
    }
    JsonNode configuration = JsonNodeFactory.instance.objectNode().put("models", model);
    ComparedRun.Facts facts =
        new ComparedRun.Facts(
            "longhaul 0.1.0",
            seconds,
            (long) bins.values(ComparedFigure.REQUEST_THROUGHPUT),
            128,
            64.5,
            configuration,
            MissingNode.getInstance(),
            List.of());
    return new ComparedRun(name, facts, figures, bins);
  }

  RunBins bins(long seed) {
    Random random = new Random(new SplittableRandom(seed).nextLong());
    double[] noise = noise(random);
    RunBins.Builder run = new RunBins.Builder(0, seconds * 1_000_000_000L);
    for (double second = wait(random); second < seconds; second += wait(random)) {
      double factor = Math.exp(noise[(int) (second / PERIOD_SECONDS)]);
      double ttft = ttftFactor * factor * TTFT_MS * Math.exp(0.25 * random.nextGaussian());
      double itl = factor * ITL_MS * Math.exp(0.1 * random.nextGaussian());
      int tokens = 32 + random.nextInt(65);
      double latency = ttft + itl * (tokens - 1);
      long ended = (long) (second * 1e9);
      if (random.nextDouble() < 0.005) {
        run.addFailed(ended);
      } else {
        run.addValid(ended, tokens);
        run.addJudged(ended, ttft < 120 && latency < 1500);
        run.addLatency(Metric.TIME_TO_FIRST_TOKEN, ended, ttft);
        run.addLatency(Metric.INTER_TOKEN_LATENCY, ended, itl);
        run.addLatency(Metric.REQUEST_LATENCY, ended, latency);
      }
    }
    for (int second = 0; second < seconds; second++) {
      double watts = 450 * Math.exp(noise[(int) (second / PERIOD_SECONDS)]);
      run.addEnergy(second * 1_000_000_000L, (second + 1) * 1_000_000_000L, watts);
    }
    return run.build();
  }

  private static double wait(Random random) {
    return -Math.log(1 - random.nextDouble()) / REQUESTS_PER_SECOND;
  }

  private double[] noise(Random random) {
    double[] noise = new double[(int) Math.ceil(seconds / PERIOD_SECONDS) + 1];
    double before = coefficient * random.nextGaussian();
    for (int i = 0; i < noise.length; i++) {
      noise[i] = before;
      before = phi * before + Math.sqrt(1 - phi * phi) * coefficient * random.nextGaussian();
    }
    return noise;
  }
}
