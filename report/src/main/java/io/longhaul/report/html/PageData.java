package io.longhaul.report.html;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.report.figures.HeatMap;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.SliceDisturbance;
import io.longhaul.report.figures.SliceDisturbance.Severity;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * What the script of the page draws, as JSON. Numbers have four significant digits, more than a
 * screen shows.
 */
record PageData(
    RunReport report,
    JsonNode run,
    TimeBuckets buckets,
    List<TimeChart> charts,
    Map<Metric, HeatMap> heatMaps,
    List<CdfChart> distributions,
    List<Scatter> scatters) {

  private static final int DIGITS = 4;
  private static final double NANOS_PER_SECOND = 1e9;

  byte[] json() throws IOException {
    return JsonDocument.compact(this::write);
  }

  private void write(JsonDocument json) throws IOException {
    json.number("end", buckets.endSeconds());
    json.number("bucket", buckets.bucketSeconds());
    json.integer("buckets", buckets.count());
    json.numbers("untrusted", disturbed(Severity.LIGHT));
    json.numbers("heavy", disturbed(Severity.HEAVY));
    json.numbers("partial", partial());
    json.objects("events", new RunEvents(run).all(), event -> event.write(json));
    json.objects("charts", charts, chart -> chart.writeData(json));
    json.objects("heat", heatMaps.entrySet(), heat -> writeHeatMap(json, heat));
    json.objects("cdf", distributions, chart -> chart.writeData(json));
    json.numbers("percents", CdfChart.PERCENTS);
    json.objects("scatter", scatters, scatter -> scatter.write(json));
  }

  private void writeHeatMap(JsonDocument json, Map.Entry<Metric, HeatMap> heat) throws IOException {
    HeatMap map = heat.getValue();
    json.text("id", SliceCharts.distributionId(heat.getKey()));
    json.text("unit", heat.getKey().unit().display());
    json.number(
        "width", map.slicesPerColumn() * (report.run().getSliceDurationNs() / NANOS_PER_SECOND));
    numbers(json, "edges", map.edges());
    json.plainIntegers(
        "counts", Arrays.stream(map.counts()).flatMapToLong(Arrays::stream).toArray());
  }

  /** Returns the start and the end of each period with slices of at least this severity. */
  private double[] disturbed(Severity least) {
    BitSet marked = new BitSet();
    for (SliceRow slice : report.slices()) {
      if (SliceDisturbance.of(slice).severity().compareTo(least) >= 0) {
        marked.set(buckets.indexOf(slice.getSliceIndex()));
      }
    }
    List<double[]> periods = new ArrayList<>();
    for (int from = marked.nextSetBit(0); from >= 0; ) {
      int until = marked.nextClearBit(from);
      periods.add(new double[] {buckets.startSeconds(from), buckets.endSeconds(until - 1)});
      from = marked.nextSetBit(until);
    }
    return periods.stream().flatMapToDouble(Arrays::stream).toArray();
  }

  /** Returns the periods in which the load rises or ends: the first slice, and those after it. */
  private double[] partial() {
    double end = run.path("window").path("sending_end_seconds").asDouble();
    DoubleStream first =
        buckets.slicesPerBucket() == 1 && buckets.count() > 2
            ? DoubleStream.of(0, buckets.endSeconds(0))
            : DoubleStream.empty();
    DoubleStream last =
        end < buckets.endSeconds()
            ? DoubleStream.of(end, buckets.endSeconds())
            : DoubleStream.empty();
    return DoubleStream.concat(first, last).toArray();
  }

  static void numbers(JsonDocument json, String name, double[] values) throws IOException {
    json.numbersOrNull(name, Arrays.stream(values).map(PageData::rounded).toArray());
  }

  private static double rounded(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return value;
    }
    int exponent = DIGITS - 1 - (int) Math.floor(Math.log10(Math.abs(value)));
    double scale = Math.pow(10, Math.abs(exponent));
    return exponent >= 0 ? Math.rint(value * scale) / scale : Math.rint(value / scale) * scale;
  }
}
