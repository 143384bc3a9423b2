package io.longhaul.report.figures;

import static java.util.Objects.requireNonNull;

import io.longhaul.export.DistrustCause;
import io.longhaul.export.ErrorCount;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.GpuJoules;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.Distribution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The totals of slices, for a run without a summary and to check the summary of any other.
 * Depending on the name of a column, its values are added, or their maximum or minimum is taken;
 * distributions are merged bucket by bucket. The order of the slices does not matter. For one
 * thread.
 */
public final class MergedSlices {
  /** Maximum number of sample requests per error. */
  private static final int SAMPLES = 10;

  /** Maximum number of reasons for distrust: a long run could have a million. */
  private static final int MOST_REASONS = 20;

  /** Index of a row that covers the whole run. */
  static final long WHOLE_RUN = -1;

  /** A mean over time, which is weighted instead of added. */
  private static final String GPU_POWER = "gpu_power_watts";

  private static final String GPU_ENERGY = "gpu_energy_joules";

  private @Nullable SliceRow totals;
  private double gpuWattNanos;
  private long gpuObservedNanos;
  private long goodTokensWithEnergy;
  private final Map<Metric, Distribution> distributions = new EnumMap<>(Metric.class);
  private final Map<ErrorKind, ErrorCount> errors = new LinkedHashMap<>();
  private final TreeSet<String> distrust = new TreeSet<>();
  private final TreeMap<String, DistrustCause> causes = new TreeMap<>();

  private record ErrorKind(String outcome, Integer status, String reason) {}

  /** Adds a slice, which is not changed. */
  public void add(SliceRow slice) {
    for (Metric metric : SliceColumn.metrics()) {
      SliceColumn.column(slice, metric)
          .ifPresent(
              row ->
                  distributions
                      .computeIfAbsent(metric, Metric::newDistribution)
                      .merge(SliceColumn.mergeable(row, metric)));
    }
    slice.getErrors().forEach(this::addError);
    addDistrust(slice.getDistrust());
    slice.getDistrustCauses().forEach(this::addCause);
    if (slice.getGpuPowerWatts() != null) {
      gpuWattNanos += slice.getGpuPowerWatts() * slice.getCoveredNs();
      gpuObservedNanos += slice.getCoveredNs();
    }
    if (slice.getGpuEnergyJoules() != null) {
      goodTokensWithEnergy += slice.getGoodOutputTokens();
    }
    SliceRow sums = totals;
    if (sums == null) {
      totals = SliceRow.newBuilder(slice).build();
    } else {
      slice.getSchema().getFields().forEach(field -> addColumn(field, slice, sums));
    }
  }

  private void addColumn(Schema.Field field, SliceRow slice, SliceRow sums) {
    Object sum = sums.get(field.pos());
    Object value = slice.get(field.pos());
    String name = field.name();
    if (value == null || name.equals(GPU_POWER)) {
      return;
    }
    if (name.equals("start_epoch_ns")) {
      sums.put(field.pos(), Math.min((Long) value, (Long) sum));
    } else if (name.equals("end_epoch_ns")) {
      sums.put(field.pos(), Math.max((Long) value, (Long) sum));
    } else if (value instanceof Boolean truth) {
      sums.put(field.pos(), truth && (Boolean) sum);
    } else if (name.equals(GPU_ENERGY)) {
      sums.put(field.pos(), (Double) value + (sum == null ? 0 : (Double) sum));
    } else if (value instanceof Double real) {
      boolean isMinimum = name.contains("_min_");
      double before = sum == null ? real : (Double) sum;
      sums.put(field.pos(), isMinimum ? Math.min(real, before) : Math.max(real, before));
    } else if (value instanceof Integer count) {
      sums.put(field.pos(), Math.max(count, (Integer) sum));
    } else if (value instanceof Long number) {
      long before = sum == null ? 0 : (Long) sum;
      boolean isMaximum = name.endsWith("_max") || name.endsWith("_max_ns");
      sums.put(field.pos(), isMaximum ? Math.max(number, before) : number + before);
    }
  }

  private void addDistrust(List<String> reasons) {
    distrust.addAll(reasons);
    while (distrust.size() > MOST_REASONS) {
      distrust.pollLast();
    }
  }

  /** Keeps the cause of each kind that is farthest from its limit. */
  private void addCause(DistrustCause cause) {
    causes.merge(
        cause.getCode() + " " + cause.getLaneId(),
        cause,
        (one, other) -> excess(other) > excess(one) ? other : one);
    while (causes.size() > MOST_REASONS) {
      causes.pollLastEntry();
    }
  }

  private static double excess(DistrustCause cause) {
    return cause.getValue() == null || cause.getLimit() == null
        ? 0
        : Math.abs(cause.getValue() - cause.getLimit());
  }

  private void addError(ErrorCount error) {
    errors.merge(
        new ErrorKind(error.getOutcome(), error.getStatus(), error.getReason()),
        error,
        MergedSlices::both);
  }

  /** Samples are the first of an error: those of later slices follow those of earlier ones. */
  private static ErrorCount both(ErrorCount one, ErrorCount other) {
    boolean inOrder = one.getFirstEpochNs() <= other.getFirstEpochNs();
    ErrorCount earlier = inOrder ? one : other;
    ErrorCount later = inOrder ? other : one;
    List<String> samples = new ArrayList<>(earlier.getSampleRequestIds());
    later.getSampleRequestIds().stream()
        .limit(Math.max(0, SAMPLES - samples.size()))
        .forEach(samples::add);
    return ErrorCount.newBuilder(earlier)
        .setCount(earlier.getCount() + later.getCount())
        .setFirstEpochNs(Math.min(earlier.getFirstEpochNs(), later.getFirstEpochNs()))
        .setLastEpochNs(Math.max(earlier.getLastEpochNs(), later.getLastEpochNs()))
        .setSampleRequestIds(samples)
        .build();
  }

  /** Returns the merged distribution of a metric; empty if there are no values. */
  Optional<Distribution> distribution(Metric metric) {
    return Optional.ofNullable(distributions.get(metric));
  }

  /** Returns the totals; at least one slice must have been added. */
  public SliceRow totals() {
    SliceRow row = SliceRow.newBuilder(requireNonNull(totals)).build();
    row.put("slice_index", WHOLE_RUN);
    row.put("errors", sortedErrors());
    row.put(GPU_POWER, gpuObservedNanos == 0 ? null : gpuWattNanos / gpuObservedNanos);
    row.put("distrust", List.copyOf(distrust));
    row.put("distrust_causes", List.copyOf(causes.values()));
    row.put(
        "joules_per_good_token",
        GpuJoules.perToken(row.getGpuEnergyJoules(), goodTokensWithEnergy));
    distributions.forEach(
        (metric, merged) -> SliceColumn.put(row, metric, SliceColumn.row(merged)));
    Distribution sendLag = distributions.get(Metric.SEND_LAG);
    row.put("send_lag_p99_ns", sendLag == null ? null : Math.round(sendLag.percentile(99)));
    row.put("send_lag_max_ns", sendLag == null ? null : sendLag.max());
    return row;
  }

  private List<ErrorCount> sortedErrors() {
    List<ErrorCount> sorted = new ArrayList<>(errors.values());
    sorted.sort(
        Comparator.comparing(ErrorCount::getOutcome)
            .thenComparing(ErrorCount::getStatus, Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(ErrorCount::getReason));
    return sorted;
  }
}
