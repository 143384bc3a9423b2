package io.longhaul.config.options;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.load.scrape.nvml.LocalGpus;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a process samples that only samples the GPUs of a machine. */
public final class GpuSources {
  /** Time between two samples, as in a run. */
  public static final long DEFAULT_INTERVAL_NANOS = MeasureOptions.DEFAULT_SAMPLE_INTERVAL_NANOS;

  private GpuSources() {}

  /**
   * Returns the URLs of DCGM exporters, or that of the GPUs of this machine.
   *
   * @param option the option with the sources
   * @param typed URLs, or {@code pynvml} alone; none for {@code pynvml}
   * @param machine name of this machine in the samples
   */
  public static List<URI> parse(
      String option, List<String> typed, String machine, OptionProblems problems) {
    List<String> exporters = new ArrayList<>(typed);
    boolean isLocal = typed.isEmpty() || exporters.removeIf(MeasureOptions::isNvml);
    if (isLocal && !exporters.isEmpty()) {
      problems.invalid(
          option,
          String.join(",", typed),
          "either local GPUs or DCGM exporters, so that no GPU counts twice");
    }
    if (isLocal) {
      return List.of(LocalGpus.urlOf(machine));
    }
    Set<URI> urls = new LinkedHashSet<>();
    exporters.forEach(
        text -> MetricsPageUrl.of(option, text, "a DCGM exporter", problems).ifPresent(urls::add));
    return List.copyOf(urls);
  }
}
