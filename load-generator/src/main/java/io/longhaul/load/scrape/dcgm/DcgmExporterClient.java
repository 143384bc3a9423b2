package io.longhaul.load.scrape.dcgm;

import io.longhaul.load.scrape.prometheus.MetricsPage;
import io.longhaul.load.scrape.prometheus.MetricsPageClient;
import io.longhaul.load.scrape.prometheus.PrometheusSample;
import io.longhaul.load.scrape.prometheus.PrometheusText;
import io.longhaul.load.scrape.result.DcgmField;
import io.longhaul.load.scrape.result.GpuScrape;
import io.longhaul.load.scrape.result.GpuValues;
import io.longhaul.load.scrape.result.ScrapeException;
import io.longhaul.load.scrape.result.ScrapedGpu;
import io.longhaul.load.scrape.result.ScrapedPage;
import io.longhaul.load.scrape.result.SeriesLimit;
import io.longhaul.load.time.RunClock;
import java.net.URI;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Scrapes one DCGM exporter. Not thread-safe. */
public final class DcgmExporterClient implements ScrapedPage {
  /** Index of a GPU whose label is not a number. */
  private static final int UNKNOWN_INDEX = -1;

  private final URI url;
  private final Set<String> requestedFields;
  private final MetricsPageClient pages;
  private final RunClock clock;
  private final SampleAges ages = new SampleAges(InstantSource.system());

  /**
   * @param requestedFields names of additional fields to report under the exporter's name and in
   *     its unit
   */
  public DcgmExporterClient(
      URI url, Set<String> requestedFields, MetricsPageClient pages, RunClock clock) {
    this.url = url;
    this.requestedFields = Set.copyOf(requestedFields);
    this.pages = pages;
    this.clock = clock;
  }

  @Override
  public URI url() {
    return url;
  }

  @Override
  public GpuScrape scrape() throws ScrapeException, InterruptedException {
    long before = clock.nowNanos();
    byte[] page = pages.get(url);
    long after = clock.nowNanos();
    long half = (after - before) / 2;
    long at = before + half;
    return new GpuScrape(url, at, half, readings(page, at));
  }

  /** Returns the GPU values of a page that was scraped at this time. */
  public List<GpuValues> readings(byte[] page, long atNanos) throws ScrapeException {
    Map<GpuKey, GpuValues> gpus = new LinkedHashMap<>();
    Map<ScrapedGpu, Long> newestEpochMillis = new HashMap<>();
    for (PrometheusSample sample : PrometheusText.parse(page).samples()) {
      Optional<DcgmField> field = DcgmField.named(sample.name());
      boolean isRequested = requestedFields.contains(sample.name());
      boolean isNamed = SeriesLimit.isShort(sample.name(), sample.labels());
      if (isOfGpu(sample) && isNamed && (field.isPresent() || isRequested)) {
        GpuValues gpu = gpuOf(sample, gpus);
        if (DcgmBlankValues.isValue(sample.value())) {
          field.ifPresent(known -> add(known, sample, gpu));
          if (sample.timestampEpochMillis() != null) {
            newestEpochMillis.merge(gpu.gpu(), sample.timestampEpochMillis(), Math::max);
          }
          if (isRequested) {
            gpu.asScraped().putIfAbsent(sample.name(), sample.value());
          }
        }
      }
    }
    if (gpus.isEmpty()) {
      throw ScrapeException.noGpus();
    }
    return ages.withAges(List.copyOf(gpus.values()), newestEpochMillis, atNanos);
  }

  /** Returns whether a page comes from a DCGM exporter. */
  public static boolean hasGpuMetrics(MetricsPage page) {
    return page.samples().stream()
        .anyMatch(sample -> isOfGpu(sample) && DcgmField.named(sample.name()).isPresent());
  }

  /** Pages also contain series of switches and CPUs. */
  private static boolean isOfGpu(PrometheusSample sample) {
    return sample.labels().containsKey("gpu") || sample.labels().containsKey("UUID");
  }

  /** A GPU without a value for a field is still reported. */
  private static GpuValues gpuOf(PrometheusSample sample, Map<GpuKey, GpuValues> gpus) {
    return gpus.computeIfAbsent(
        GpuKey.of(sample.labels()),
        key ->
            new GpuValues(
                identity(sample.labels()), new EnumMap<>(DcgmField.class), new HashMap<>(), 0));
  }

  /**
   * If a field has several series (for example, one for each pod that shares the GPU), the first
   * one with a value is used.
   */
  private static void add(DcgmField field, PrometheusSample sample, GpuValues gpu) {
    gpu.values().putIfAbsent(field, sample.value() * field.scale());
  }

  private static ScrapedGpu identity(Map<String, String> labels) {
    return new ScrapedGpu(
        labels.getOrDefault("UUID", ""),
        index(labels.getOrDefault("gpu", "")),
        labels.getOrDefault("modelName", ""),
        labels.getOrDefault("Hostname", ""),
        labels.getOrDefault("pci_bus_id", ""),
        labels.getOrDefault("device", ""),
        labels.getOrDefault("GPU_I_PROFILE", ""),
        labels.getOrDefault("GPU_I_ID", ""));
  }

  private static int index(String label) {
    return label.matches("[0-9]{1,6}") ? Integer.parseInt(label) : UNKNOWN_INDEX;
  }

  /** Identifies a GPU by its UUID, or by its index if the exporter has no UUIDs. */
  private record GpuKey(String uuid, String migInstanceId) {

    static GpuKey of(Map<String, String> labels) {
      String uuid = labels.getOrDefault("UUID", "");
      return new GpuKey(
          uuid.isEmpty() ? labels.getOrDefault("gpu", "") : uuid,
          labels.getOrDefault("GPU_I_ID", ""));
    }
  }
}
