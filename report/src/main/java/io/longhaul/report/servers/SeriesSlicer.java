package io.longhaul.report.servers;

import io.longhaul.export.ServerSampleRow;
import io.longhaul.export.ServerSliceRow;
import io.longhaul.sinks.lake.RowReader;
import io.longhaul.sinks.servers.SeriesId;
import java.io.IOException;
import java.util.List;

/**
 * Divides one series into the slices of the run, in the same way as GPU samples: a gauge keeps its
 * value until the next reading, but for at most three intervals, after which there is a gap; the
 * growth of a counter or histogram between two readings is distributed evenly over the time between
 * them. The row of a slice is emitted as soon as a reading follows it. For one thread.
 */
final class SeriesSlicer {
  private static final long WHOLE_RUN = -1;

  private final SeriesId id;
  private final RunSlices slices;
  private final RowReader<ServerSliceRow> out;
  private final SeriesPart whole = new SeriesPart();
  private SeriesPart part = new SeriesPart();
  private String help = "";
  private List<Double> bounds = List.of();
  private long index;
  private boolean started;
  private long lastAt;
  private long lastHoldsUntil;
  private double lastValue;
  private double[] lastNumbers = {};

  SeriesSlicer(SeriesId id, RunSlices slices, RowReader<ServerSliceRow> out) {
    this.id = id;
    this.slices = slices;
    this.out = out;
  }

  /** Adds the next reading, in order of time. */
  void add(ServerSampleRow row) throws IOException {
    long at = row.getAtEpochNs();
    double[] numbers = numbersOf(row);
    if (!started) {
      started = true;
      index = Math.max(0, slices.indexOf(at));
    } else if (at > lastAt) {
      // different buckets: another histogram starts under the same name
      boolean alike = bounds.equals(row.getBucketBounds());
      pass(at, alike ? growth(numbers) : new double[0]);
    } else {
      return; // out of order: its row is kept, but it cannot be weighted by time
    }
    if (at >= slices.startEpochNanos() && at < slices.endEpochNanos()) {
      part.sampled();
    }
    help = row.getHelp();
    bounds = row.getBucketBounds();
    lastAt = at;
    lastHoldsUntil = row.getHoldsUntilEpochNs();
    lastValue = isGauge() ? row.getValue() : Double.NaN;
    lastNumbers = numbers;
  }

  private boolean isGauge() {
    return !id.type().equals(SeriesId.COUNTER) && !id.type().equals(SeriesId.HISTOGRAM);
  }

  /** Returns the numbers of a reading that only grow. */
  private double[] numbersOf(ServerSampleRow row) {
    if (id.type().equals(SeriesId.COUNTER)) {
      return new double[] {row.getValue()};
    }
    if (!id.type().equals(SeriesId.HISTOGRAM)) {
      return new double[0];
    }
    double[] numbers = new double[2 + row.getBucketCounts().size()];
    numbers[0] = row.getHistogramSum();
    numbers[1] = row.getHistogramCount();
    for (int i = 2; i < numbers.length; i++) {
      numbers[i] = row.getBucketCounts().get(i - 2);
    }
    return numbers;
  }

  /** Returns the growth; if the count decreased, the server restarted from 0. */
  private double[] growth(double[] numbers) {
    int count = numbers.length > 1 ? 1 : 0;
    if (numbers.length == 0 || numbers[count] < lastNumbers[count]) {
      return numbers;
    }
    double[] growth = new double[numbers.length];
    for (int i = 0; i < growth.length; i++) {
      growth[i] = numbers[i] - lastNumbers[i];
    }
    return growth;
  }

  /** Advances from the last reading to a time and adds to the slices in between. */
  private void pass(long untilEpochNanos, double[] growth) throws IOException {
    double nanos = (double) (untilEpochNanos - lastAt);
    long from = Math.max(lastAt, slices.startEpochNanos());
    long until = Math.min(untilEpochNanos, slices.endEpochNanos());
    while (from < until) {
      long pieceEnd = Math.min(until, slices.endOf(index));
      part.grew(growth, (pieceEnd - from) / nanos);
      long heldUntil = Math.min(pieceEnd, lastHoldsUntil);
      if (isGauge() && heldUntil > from) {
        part.hold(lastValue, heldUntil - from);
      }
      from = pieceEnd;
      if (pieceEnd == slices.endOf(index)) {
        emit();
      }
    }
  }

  private void emit() throws IOException {
    out.row(part.row(id, help, bounds, slices, index, slices.startOf(index), slices.endOf(index)));
    whole.add(part);
    part = new SeriesPart();
    index++;
  }

  /** Emits the remaining slices and the totals of the run. */
  void finish() throws IOException {
    pass(slices.endEpochNanos(), new double[0]);
    out.row(
        whole.row(
            id, help, bounds, slices, WHOLE_RUN, slices.startEpochNanos(), slices.endEpochNanos()));
  }
}
