package io.longhaul.load.record;

import io.longhaul.load.scrape.result.DcgmField;
import io.longhaul.load.scrape.result.GpuScrape;
import io.longhaul.load.scrape.result.GpuValues;
import io.longhaul.load.scrape.result.ScrapedGpu;
import io.longhaul.wire.GpuSample;
import java.util.HashMap;
import java.util.Map;

/** Converts GPU readings to their wire format. */
final class GpuSamples {
  private GpuSamples() {}

  static GpuSample toWire(GpuScrape scrape, GpuValues reading, long laneStartNanos) {
    ScrapedGpu gpu = reading.gpu();
    Map<String, Double> other = new HashMap<>();
    GpuSample sample =
        GpuSample.newBuilder()
            .setAtNs(scrape.atNanos() - laneStartNanos)
            .setUncertaintyNs(scrape.uncertaintyNanos())
            .setAgeNs(reading.ageNanos())
            .setExporterUrl(scrape.url().toString())
            .setGpuUuid(gpu.uuid())
            .setGpuIndex(gpu.index())
            .setGpuModel(gpu.model())
            .setHostname(gpu.hostname())
            .setPciBusId(gpu.pciBusId())
            .setDevice(gpu.device())
            .setMigInstance(gpu.migInstanceId())
            .setOther(other)
            .build();
    reading
        .values()
        .forEach(
            (field, value) -> {
              if (field.hasColumn()) {
                sample.put(columnOf(field), value);
              } else {
                other.put(field.dcgmName(), value);
              }
            });
    other.putAll(reading.asScraped());
    return sample;
  }

  private static int columnOf(DcgmField field) {
    return GpuSample.getClassSchema().getField(field.wireName()).pos();
  }
}
