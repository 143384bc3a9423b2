package io.longhaul.load.scrape.nvml;

import io.longhaul.load.scrape.nvml.GpuDriver.Gpu;
import io.longhaul.load.scrape.nvml.GpuDriver.Reading;
import io.longhaul.load.scrape.result.DcgmField;
import io.longhaul.load.scrape.result.GpuScrape;
import io.longhaul.load.scrape.result.GpuValues;
import io.longhaul.load.scrape.result.ScrapeException;
import io.longhaul.load.scrape.result.ScrapedGpu;
import io.longhaul.load.scrape.result.ScrapedPage;
import io.longhaul.load.time.RunClock;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads the GPUs of this machine with NVML. Values have the names and units of a DCGM exporter; the
 * fields that only DCGM measures, such as {@link DcgmField#SM_ACTIVE}, are absent. MIG instances
 * are not listed separately. Not thread-safe.
 */
public final class LocalGpus implements ScrapedPage {
  private static final String SCHEME = "pynvml";

  /** Identifies this source where the URL of an exporter is expected; the name is AIPerf's. */
  public static final URI URL = URI.create(SCHEME + "://localhost");

  private final URI url;
  private final DriverSource drivers;
  private final String hostname;
  private final RunClock clock;
  private @Nullable GpuDriver driver;

  /** Loads a driver. */
  interface DriverSource {
    /** Loads the driver, or fails if this machine has none. */
    GpuDriver load() throws ScrapeException;
  }

  /**
   * Reads GPUs with the NVML of this machine, which is loaded by the first scrape.
   *
   * @param url {@link #URL}, or one of {@link #urlOf}
   */
  public LocalGpus(URI url, RunClock clock) {
    this(
        url,
        NativeNvml::load,
        url.equals(URL) ? HostName.ofThisMachine() : url.getAuthority(),
        clock);
  }

  LocalGpus(DriverSource drivers, String hostname, RunClock clock) {
    this(URL, drivers, hostname, clock);
  }

  private LocalGpus(URI url, DriverSource drivers, String hostname, RunClock clock) {
    this.url = url;
    this.drivers = drivers;
    this.hostname = hostname;
    this.clock = clock;
  }

  /**
   * Returns the URL that identifies the GPUs of this machine among those of other machines.
   *
   * @param machine name of this machine: letters, digits, dots, underscores and hyphens
   */
  public static URI urlOf(String machine) {
    return URI.create(SCHEME + "://" + machine);
  }

  /** Returns whether a URL identifies the GPUs of this machine. */
  public static boolean isUrl(URI url) {
    return SCHEME.equals(url.getScheme());
  }

  /**
   * Checks whether this machine has GPUs that can be read.
   *
   * @throws ScrapeException if not, with the reason
   */
  public static void requireGpus() throws ScrapeException {
    try (GpuDriver driver = NativeNvml.load()) {
      requireSome(driver.gpus());
    }
  }

  @Override
  public URI url() {
    return url;
  }

  @Override
  public GpuScrape scrape() throws ScrapeException {
    if (driver == null) {
      driver = drivers.load();
    }
    long before = clock.nowNanos();
    List<GpuValues> readings = new ArrayList<>();
    List<Gpu> gpus = requireSome(driver.gpus());
    for (int index = 0; index < gpus.size(); index++) {
      readings.add(valuesOf(gpus.get(index), index));
    }
    long half = (clock.nowNanos() - before) / 2;
    return new GpuScrape(url, before + half, half, List.copyOf(readings));
  }

  private static List<Gpu> requireSome(List<Gpu> gpus) throws ScrapeException {
    if (gpus.isEmpty()) {
      throw ScrapeException.nvml("no_gpus", "it lists no GPU");
    }
    return gpus;
  }

  private GpuValues valuesOf(Gpu gpu, int index) throws ScrapeException {
    ScrapedGpu identity =
        new ScrapedGpu(
            gpu.uuid(), index, gpu.model(), hostname, gpu.pciBusId(), "nvidia" + index, "", "");
    Map<DcgmField, Double> values = new EnumMap<>(DcgmField.class);
    for (Reading reading : Reading.values()) {
      OptionalLong value = gpu.read(reading);
      if (value.isPresent()) {
        values.put(reading.field(), value.getAsLong() * reading.scale());
      }
    }
    return new GpuValues(identity, values, Map.of(), 0).withAge(0);
  }

  @Override
  public void close() {
    if (driver != null) {
      driver.close();
      driver = null;
    }
  }
}
