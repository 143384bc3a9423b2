package io.longhaul.sinks.servers;

import io.longhaul.export.ServerSampleRow;
import java.io.IOException;
import java.util.List;

/**
 * Cuts one series into the run's slices as GPUs are cut: a gauge holds its value until the next
 * reading, for at most three intervals, and what comes then is a gap; what a counter or a histogram
 * grew by between two readings is spread evenly over the time between them. A slice's row goes out
 * as soon as a reading lies behind it. For one thread.
 */
final class SeriesSlicer {
  private static final long WHOLE_RUN = -1;

  private final SeriesId id;
  private final RunSlices slices;
  private final SliceConsumer out;
  private final SeriesPart whole = new SeriesPart();
  private SeriesPart part = new SeriesPart();
  private String help = "";
  private List<Double> bounds = List.of();
  private long index;
  private boolean begun;
  private long lastAt;
  private long lastHoldsUntil;
  private double lastValue;
  private double[] lastNumbers = {};

  SeriesSlicer(SeriesId id, RunSlices slices, SliceConsumer out) {
    this.id = id;
    this.slices = slices;
    this.out = out;
  }

  /** The next reading, in the order of time. */
  void add(ServerSampleRow row) throws IOException {
    long at = row.getAtEpochNs();
    double[] numbers = numbersOf(row);
    if (!begun) {
      begun = true;
      index = Math.max(0, slices.indexOf(at));
    } else if (at > lastAt) {
      // other buckets than before: another histogram under the same name begins
      boolean alike = bounds.equals(row.getBucketBounds());
      pass(at, alike ? growth(numbers) : new double[0]);
    } else {
      return; // told in the wrong order: the row keeps it, the weighing cannot
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

  /** What of a reading only grows. */
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

  /** What numbers grew by; when the count fell they began anew, and grew by what they show. */
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

  /** Time goes on from the last reading to then: its slices get their shares. */
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
    out.take(part.row(id, help, bounds, slices, index, slices.startOf(index), slices.endOf(index)));
    whole.add(part);
    part = new SeriesPart();
    index++;
  }

  /** The run is over: what is left of its slices goes out, and the whole. */
  void finish() throws IOException {
    pass(slices.endEpochNanos(), new double[0]);
    out.take(
        whole.row(
            id, help, bounds, slices, WHOLE_RUN, slices.startEpochNanos(), slices.endEpochNanos()));
  }
}
