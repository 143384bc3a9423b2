package io.longhaul.load.gpu;

import java.util.List;

/**
 * What a histogram has observed since its server began.
 *
 * @param bounds upper bounds of the buckets, rising; the last one is infinite
 * @param counts observations up to each bound, those of the buckets before included
 */
public record ServerHistogram(double sum, double count, List<Double> bounds, List<Double> counts) {}
