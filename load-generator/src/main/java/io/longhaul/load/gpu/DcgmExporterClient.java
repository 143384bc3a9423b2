package io.longhaul.load.gpu;

import io.longhaul.load.time.RunClock;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Scrapes one DCGM exporter. One thread at a time. */
public final class DcgmExporterClient implements ScrapedPage {

  private final URI url;
  private final Set<String> requestedFields;
  private final MetricsPageClient pages;
  private final RunClock clock;
  private final SampleAges ages = new SampleAges(InstantSource.system());

  /**
   * @param requestedFields names of fields that are wanted as they stand on the page
   */
  DcgmExporterClient(
      URI url, Set<String> requestedFields, MetricsPageClient pages, RunClock clock) {
    this.url = url;
    this.requestedFields = Set.copyOf(requestedFields);
    this.pages = pages;
    this.clock = clock;
  }

  /**
   * Scrapes an exporter once, to learn whether it is there and which GPUs it has.
   *
   * @throws ScrapeException when the page cannot be had in time, or is malformed, or tells of no
   *     GPU
   */
  public static GpuScrape scrapeOnce(URI url, Duration timeout, RunClock clock)
      throws ScrapeException, InterruptedException {
    try (MetricsPageClient pages =
        new MetricsPageClient(timeout, MetricsPageClient.MAX_PAGE_BYTES)) {
      return new DcgmExporterClient(url, Set.of(), pages, clock).scrape();
    }
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

  /** What a page says of GPUs that was scraped at this time. */
  List<GpuValues> readings(byte[] page, long atNanos) throws ScrapeException {
    Map<GpuKey, GpuValues> gpus = new LinkedHashMap<>();
    Map<ScrapedGpu, Long> newestEpochMillis = new HashMap<>();
    for (PrometheusSample sample : MetricsPageClient.parsed(page).samples()) {
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
    List<GpuValues> readings =
        gpus.values().stream()
            .map(
                gpu ->
                    new GpuValues(
                        gpu.gpu(),
                        Collections.unmodifiableMap(gpu.values()),
                        Collections.unmodifiableMap(gpu.asScraped()),
                        0))
            .toList();
    return ages.withAges(readings, newestEpochMillis, atNanos);
  }

  /** Whether a page is one of a DCGM exporter. */
  static boolean hasGpuMetrics(MetricsPage page) {
    return page.samples().stream()
        .anyMatch(sample -> isOfGpu(sample) && DcgmField.named(sample.name()).isPresent());
  }

  /** Pages also tell of switches and CPUs. */
  private static boolean isOfGpu(PrometheusSample sample) {
    return sample.labels().containsKey("gpu") || sample.labels().containsKey("UUID");
  }

  /** A GPU without a value for a field is a GPU nevertheless. */
  private static GpuValues gpuOf(PrometheusSample sample, Map<GpuKey, GpuValues> gpus) {
    return gpus.computeIfAbsent(
        GpuKey.of(sample.labels()),
        key ->
            new GpuValues(
                identity(sample.labels()), new EnumMap<>(DcgmField.class), new HashMap<>(), 0));
  }

  /**
   * Of several series of a field (one a pod that shares the GPU, say) the first one that has a
   * value is taken.
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
    return label.matches("[0-9]{1,6}") ? Integer.parseInt(label) : -1;
  }

  /** A GPU is known by its UUID; where an exporter has none, by its number on the page. */
  private record GpuKey(String uuid, String migInstanceId) {

    static GpuKey of(Map<String, String> labels) {
      String uuid = labels.getOrDefault("UUID", "");
      return new GpuKey(
          uuid.isEmpty() ? labels.getOrDefault("gpu", "") : uuid,
          labels.getOrDefault("GPU_I_ID", ""));
    }
  }
}
