package io.longhaul.load.scrape.result;

import java.util.Collections;
import java.util.Map;

/**
 * The values of one GPU or MIG instance at one time.
 *
 * @param gpu identity of the GPU
 * @param values values by field, in the unit of {@link DcgmField#wireName}; a field without a value
 *     is absent, never 0
 * @param asScraped values of the fields that the user requested by name, in the exporter's unit; a
 *     field without a value is absent
 * @param ageNanos age of the values when they were scraped, as far as it is known
 */
public record GpuValues(
    ScrapedGpu gpu, Map<DcgmField, Double> values, Map<String, Double> asScraped, long ageNanos) {

  /** Returns these values with an age, now unmodifiable. */
  public GpuValues withAge(long nanos) {
    return new GpuValues(
        gpu, Collections.unmodifiableMap(values), Collections.unmodifiableMap(asScraped), nanos);
  }
}
