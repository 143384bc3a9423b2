package io.longhaul.metrics.stability;

import java.util.Random;

/**
 * Synthetic values of one figure per slice, with a mean of 100. The seed determines the noise, the
 * phase of the season, the direction of a change, and the place of a shift between 20 and 80 % of
 * the run.
 *
 * @param slices number of slices of {@link #SLICE_SECONDS}
 * @param noisePercent standard deviation of the noise, in percent of the mean
 * @param autocorrelation of neighbouring values (AR(1)), from 0 to less than 1
 * @param seasonPercent amplitude of a sine with a period of a day, in percent of the mean
 * @param shiftPercent size of a shift, in percent of the mean
 * @param driftPercentPerHour slope, in percent of the mean
 */
public record SyntheticSoak(
    int slices,
    double noisePercent,
    double autocorrelation,
    double seasonPercent,
    double shiftPercent,
    double driftPercentPerHour) {
  public static final double SLICE_SECONDS = 10;
  public static final int SLICES_OF_A_DAY = 8_640;
  private static final double MEAN = 100;
  private static final double USUAL_NOISE_PERCENT = 10;
  private static final double SLICES_PER_HOUR = 360;

  /** Returns a day with a noise of 10 %, without season, shift and drift. */
  public static SyntheticSoak day(double autocorrelation) {
    return new SyntheticSoak(SLICES_OF_A_DAY, USUAL_NOISE_PERCENT, autocorrelation, 0, 0, 0);
  }

  public SyntheticSoak of(int otherSlices) {
    return new SyntheticSoak(
        otherSlices,
        noisePercent,
        autocorrelation,
        seasonPercent,
        shiftPercent,
        driftPercentPerHour);
  }

  public SyntheticSoak withNoise(double percent) {
    return new SyntheticSoak(
        slices, percent, autocorrelation, seasonPercent, shiftPercent, driftPercentPerHour);
  }

  public SyntheticSoak withSeason(double percent) {
    return new SyntheticSoak(
        slices, noisePercent, autocorrelation, percent, shiftPercent, driftPercentPerHour);
  }

  public SyntheticSoak withShift(double percent) {
    return new SyntheticSoak(
        slices, noisePercent, autocorrelation, seasonPercent, percent, driftPercentPerHour);
  }

  public SyntheticSoak withDrift(double percentPerHour) {
    return new SyntheticSoak(
        slices, noisePercent, autocorrelation, seasonPercent, shiftPercent, percentPerHour);
  }

  /** Returns the slice of the shift with this seed. */
  public int shiftSlice(long seed) {
    return (int) (slices * (0.2 + 0.6 * placesOf(seed).nextDouble()));
  }

  /** Neighbouring seeds of {@link Random} start alike; therefore they are spread. */
  private static Random placesOf(long seed) {
    return new Random(seed * 0x9E3779B97F4A7C15L);
  }

  /** Returns the values with this seed. */
  public SliceSeries series(long seed) {
    Random places = placesOf(seed);
    places.nextDouble(); // the place of the shift
    double phase = 2 * Math.PI * places.nextDouble();
    double direction = places.nextBoolean() ? 1 : -1;
    Random random = new Random(places.nextLong());
    int shift = shiftSlice(seed);
    double innovation = Math.sqrt(1 - autocorrelation * autocorrelation);
    double noise = random.nextGaussian();
    double[] values = new double[slices];
    for (int slice = 0; slice < slices; slice++) {
      double season = seasonPercent * StrictMath.sin(phase + 2 * Math.PI * slice / SLICES_OF_A_DAY);
      double shifted = slice >= shift ? shiftPercent : 0;
      double drifted = driftPercentPerHour * slice / SLICES_PER_HOUR;
      double percent = season + direction * (shifted + drifted);
      values[slice] = MEAN * (1 + percent / 100) + MEAN * noisePercent / 100 * noise;
      noise = autocorrelation * noise + innovation * random.nextGaussian();
    }
    return new SliceSeries(SLICE_SECONDS, values);
  }
}
