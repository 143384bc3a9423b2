package io.longhaul.report.servers;

import static java.util.Objects.requireNonNull;

import io.longhaul.export.ServerSampleRow;
import io.longhaul.sinks.servers.SeriesId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Aggregates a counter: its growth from the last reading before the window, or else the first in
 * it, to the last reading; at least 0, so that a counter that was reset is too small, as in AIPerf.
 * In a slice, the growth from the last reading before its start to the last reading before its end.
 */
final class CounterFold extends SeriesFold {
  private final List<SeriesSlice> slices = new ArrayList<>();
  private double reference;
  private long referenceAt;
  private boolean hasReference;
  private double last = Double.NaN;
  private long lastAt;
  private final SliceCursor cursor = new SliceCursor(this::closeSlice);
  private double atSliceStart;

  CounterFold(SeriesId id, SeriesBudget budget) {
    super(id, budget);
  }

  @Override
  boolean before(ServerSampleRow row) {
    boolean isNew = Double.compare(row.getValue(), last) != 0;
    setReference(row);
    last = reference;
    return isNew;
  }

  private void setReference(ServerSampleRow row) {
    reference = row.getValue();
    referenceAt = row.getAtEpochNs();
    hasReference = true;
  }

  @Override
  boolean in(ServerSampleRow row, SliceGrid grid) {
    double value = row.getValue();
    long at = row.getAtEpochNs();
    boolean isNew = Double.compare(value, last) != 0;
    if (!hasReference) {
      setReference(row);
    }
    if (!cursor.hasStarted()) {
      cursor.start(grid);
      last = at == grid.startEpochNanos() ? value : reference;
      atSliceStart = last;
    }
    cursor.reach(at);
    last = value;
    lastAt = at;
    return isNew;
  }

  private void closeSlice(long start, long end, boolean complete) {
    if (budget().keepsSlices()) {
      double total = Math.max(last - atSliceStart, 0);
      Map<String, Number> figures = new LinkedHashMap<>();
      figures.put("total", total);
      figures.put("rate", total / ((end - start) / NANOS_PER_SECOND));
      slices.add(new SeriesSlice(start, end, complete, figures, Map.of()));
      budget().slice();
    }
    atSliceStart = last;
  }

  @Override
  Optional<SeriesFigures> finish(long windowEnd) {
    if (!cursor.hasStarted()) {
      return Optional.empty();
    }
    double total = Math.max(last - reference, 0);
    double seconds = (lastAt - referenceAt) / NANOS_PER_SECOND;
    Map<String, Number> statistics = new LinkedHashMap<>();
    statistics.put("total", total);
    statistics.put("rate", seconds > 0 ? total / seconds : 0.0);
    cursor.finish(windowEnd);
    boolean several = referenceAt < lastAt;
    if (budget().keepsSlices() && several) {
      addRates(statistics);
    }
    return Optional.of(figures(statistics, Map.of(), several ? slices : List.of()));
  }

  private void addRates(Map<String, Number> statistics) {
    double[] rates =
        slices.stream()
            .filter(SeriesSlice::complete)
            .mapToDouble(complete -> requireNonNull(complete.figures().get("rate")).doubleValue())
            .toArray();
    if (rates.length == 0) {
      return;
    }
    double sum = 0;
    for (double rate : rates) {
      sum += rate;
    }
    double mean = sum / rates.length;
    double squares = 0;
    for (double rate : rates) {
      squares += (rate - mean) * (rate - mean);
    }
    statistics.put("rate_avg", mean);
    statistics.put("rate_min", Arrays.stream(rates).min().orElseThrow());
    statistics.put("rate_max", Arrays.stream(rates).max().orElseThrow());
    statistics.put("rate_std", rates.length > 1 ? Math.sqrt(squares / (rates.length - 1)) : 0.0);
  }
}
