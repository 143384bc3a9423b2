package io.longhaul.load.gpu;

import java.util.List;

/**
 * Cumulative observations of a histogram since its server started.
 *
 * @param sum sum of all observations
 * @param count number of all observations
 * @param bounds upper bounds of the buckets, ascending; the last is infinite
 * @param counts number of observations up to each bound (cumulative)
 */
public record ServerHistogram(double sum, double count, List<Double> bounds, List<Double> counts) {}
