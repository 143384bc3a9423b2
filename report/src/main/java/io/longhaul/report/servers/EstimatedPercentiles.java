package io.longhaul.report.servers;

import io.longhaul.metrics.stats.Percentiles;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Percentiles of a histogram as AIPerf 0.13 estimates them: the observations of each bucket are
 * placed around its known mean, those above the last bound so that the total equals the histogram's
 * sum; then all observations are shifted slightly to match the sum.
 *
 * @param counts counts by bucket; the last bucket is above all bounds
 */
record EstimatedPercentiles(List<Double> bounds, double[] counts, BucketMeans means) {
  private static final int[] PERCENTILES = {1, 5, 10, 25, 50, 75, 90, 95, 99};
  private static final double MOST_OBSERVATIONS = 100_000;
  private static final double DOMINANT_SHARE = 0.95;
  private static final double POINT_COVERAGE = 0.01;
  private static final double TIGHT_COVERAGE = 0.2;
  private static final double NEAR_MIDDLE = 0.3;
  private static final double MOST_DEVIATIONS = 3;
  private static final double BEYOND_LAST_BOUND = 1.5;
  private static final double CLOSE_ENOUGH = 0.001;
  private static final double MOST_SHIFT = 0.4;

  /**
   * Returns the values by percentile; empty if there is no finite bound.
   *
   * @param upToBound growth of the cumulative buckets
   * @param sum sum of the observations
   */
  static Map<Integer, Double> of(
      List<Double> bounds, double[] upToBound, double sum, BucketMeans means) {
    if (bounds.size() < 2) {
      return Map.of();
    }
    if (sum == 0) {
      return percentiles(new double[] {0});
    }
    double[] counts = new double[upToBound.length];
    double total = 0;
    for (int i = 0; i < counts.length; i++) {
      counts[i] = upToBound[i] - (i == 0 ? 0 : upToBound[i - 1]);
      total += counts[i];
    }
    double scale = total > MOST_OBSERVATIONS ? MOST_OBSERVATIONS / total : 1;
    for (int i = 0; i < counts.length; i++) {
      counts[i] *= scale;
    }
    return percentiles(new EstimatedPercentiles(bounds, counts, means).observations(sum * scale));
  }

  private static Map<Integer, Double> percentiles(double[] observations) {
    if (observations.length == 0) {
      return Map.of();
    }
    Arrays.sort(observations);
    Map<Integer, Double> percentiles = new LinkedHashMap<>();
    for (int percentile : PERCENTILES) {
      percentiles.put(percentile, Percentiles.ofSorted(percentile, observations));
    }
    return percentiles;
  }

  private double[] observations(double sum) {
    double[] beyond = beyondLastBound(sum);
    double[] within = withinBounds(sum - Arrays.stream(beyond).sum());
    double[] all = Arrays.copyOf(within, within.length + beyond.length);
    System.arraycopy(beyond, 0, all, within.length, beyond.length);
    return all;
  }

  private int finiteBuckets() {
    return bounds.size() - 1;
  }

  private double lower(int bucket) {
    return bucket == 0 ? 0 : bounds.get(bucket - 1);
  }

  private double upper(int bucket) {
    return bounds.get(bucket);
  }

  private double middle(int bucket) {
    return (lower(bucket) + upper(bucket)) / 2;
  }

  /** Returns the known mean of a bucket, if it lies within the bucket. */
  private OptionalDouble learnedMean(int bucket) {
    OptionalDouble mean = means.mean(bounds.get(bucket));
    boolean inside =
        mean.isPresent()
            && lower(bucket) < mean.getAsDouble()
            && mean.getAsDouble() < upper(bucket);
    return inside ? mean : OptionalDouble.empty();
  }

  /** Places the observations of the infinite bucket, which have the rest of the sum. */
  private double[] beyondLastBound(double sum) {
    int count = (int) Math.ceil(Math.max(counts[finiteBuckets()], 0));
    if (count == 0) {
      return new double[0];
    }
    double within = 0;
    for (int i = 0; i < finiteBuckets(); i++) {
      within += Math.max(counts[i], 0) * learnedMean(i).orElse(middle(i));
    }
    double last = bounds.get(finiteBuckets() - 1);
    double mean = (sum - within) / count;
    if (mean <= last) {
      mean = BEYOND_LAST_BOUND * last;
    }
    if (count == 1) {
      return new double[] {mean};
    }
    double farthest = 2 * mean - last;
    double[] observations = new double[count];
    for (int i = 0; i < count; i++) {
      observations[i] = last + (farthest - last) * i / (count - 1);
    }
    return observations;
  }

  private double[] withinBounds(double sum) {
    double total = 0;
    double most = 0;
    int size = 0;
    for (int i = 0; i < finiteBuckets(); i++) {
      total += counts[i];
      most = Math.max(most, counts[i]);
      size += (int) counts[i];
    }
    double[] observations = new double[size];
    int at = 0;
    for (int i = 0; i < finiteBuckets(); i++) {
      boolean dominant = counts[i] == most && most / total >= DOMINANT_SHARE;
      int count = (int) counts[i];
      layOut(i, count, dominant ? sum / total : Double.NaN, observations, at);
      at += count;
    }
    moveToSum(observations, sum);
    return observations;
  }

  /** Places the observations of one bucket. */
  private void layOut(int bucket, int count, double overallMean, double[] out, int at) {
    double width = upper(bucket) - lower(bucket);
    OptionalDouble mean = learnedMean(bucket);
    OptionalDouble variance = means.variance(bounds.get(bucket));
    boolean shaped = mean.isPresent() && variance.isPresent() && variance.getAsDouble() > 0;
    if (!shaped) {
      boolean centred = lower(bucket) < overallMean && overallMean < upper(bucket);
      double center = centred ? overallMean : mean.orElse(middle(bucket));
      for (int i = 0; i < count; i++) {
        out[at + i] = uniform(bucket, center, fraction(i, count));
      }
      return;
    }
    double deviation = Math.sqrt(variance.getAsDouble());
    double coverage = 4 * deviation / width;
    double offset = Math.abs(mean.getAsDouble() - middle(bucket)) / width;
    if (coverage < POINT_COVERAGE) {
      layOutTwoPoints(bucket, count, mean.getAsDouble(), variance.getAsDouble(), out, at);
      return;
    }
    boolean blended = coverage < TIGHT_COVERAGE && offset < NEAR_MIDDLE;
    for (int i = 0; i < count; i++) {
      double fraction = fraction(i, count);
      double spread = spread(bucket, mean.getAsDouble(), deviation, fraction);
      out[at + i] = blended ? (uniform(bucket, mean.getAsDouble(), fraction) + spread) / 2 : spread;
    }
  }

  private static double fraction(int i, int count) {
    return (i + 0.5) / count;
  }

  private double uniform(int bucket, double center, double fraction) {
    double width = upper(bucket) - lower(bucket);
    return inside(bucket, lower(bucket) + width * fraction + center - middle(bucket));
  }

  private double spread(int bucket, double mean, double deviation, double fraction) {
    double down = Math.min((mean - lower(bucket)) / deviation, MOST_DEVIATIONS) * deviation;
    double up = Math.min((upper(bucket) - mean) / deviation, MOST_DEVIATIONS) * deviation;
    return inside(
        bucket, fraction < 0.5 ? mean - down * (1 - 2 * fraction) : mean + up * (2 * fraction - 1));
  }

  private void layOutTwoPoints(
      int bucket, int count, double mean, double variance, double[] out, int at) {
    double distance = mean - lower(bucket);
    double share = variance / (variance + distance * distance);
    int low = (int) (count * share);
    Arrays.fill(out, at, at + low, lower(bucket));
    Arrays.fill(out, at + low, at + count, inside(bucket, mean + variance / distance));
  }

  private double inside(int bucket, double value) {
    return Math.min(Math.max(value, lower(bucket)), upper(bucket));
  }

  /** Shifts the observations of each bucket by its share of the difference to the sum. */
  private void moveToSum(double[] observations, double sum) {
    double laidOut = Arrays.stream(observations).sum();
    double missing = sum - laidOut;
    if (laidOut <= 0 || sum <= 0 || Math.abs(missing) / sum < CLOSE_ENOUGH) {
      return;
    }
    int at = 0;
    for (int bucket = 0; bucket < finiteBuckets(); bucket++) {
      int count = (int) counts[bucket];
      double inBucket = Arrays.stream(observations, at, at + count).sum();
      double most = MOST_SHIFT * (upper(bucket) - lower(bucket));
      double shift = count == 0 ? 0 : missing * inBucket / laidOut / count;
      double bounded = Math.min(Math.max(shift, -most), most);
      for (int i = at; i < at + count; i++) {
        observations[i] = inside(bucket, observations[i] + bounded);
      }
      at += count;
    }
  }
}
