package io.longhaul.load.gpu;

import java.util.Map;

/**
 * What one GPU, or one MIG instance of it, showed.
 *
 * @param gpu which one
 * @param values its fields, each in the unit of {@link DcgmField#wireName}; a field without a value
 *     is absent, never 0
 * @param asScraped the fields that a person asked for by name, each in the exporter's unit;
 *     likewise
 * @param ageNanos how old the values were when they were scraped, as far as that can be seen
 */
public record GpuValues(
    ScrapedGpu gpu, Map<DcgmField, Double> values, Map<String, Double> asScraped, long ageNanos) {

  GpuValues withAge(long nanos) {
    return new GpuValues(gpu, values, asScraped, nanos);
  }
}
