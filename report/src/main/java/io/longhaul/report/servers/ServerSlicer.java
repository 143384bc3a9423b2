package io.longhaul.report.servers;

import io.longhaul.export.RunRow;
import io.longhaul.export.ServerSampleRow;
import io.longhaul.export.ServerSliceRow;
import io.longhaul.sinks.lake.RowReader;
import io.longhaul.sinks.servers.SeriesId;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Divides server metrics into the slices of the run. For one thread. */
public final class ServerSlicer {
  private final RunSlices slices;
  private final RowReader<ServerSliceRow> out;
  private final Map<SeriesId, SeriesSlicer> series = new HashMap<>();

  /**
   * @param out receives the rows of complete slices, with series in no particular order, and those
   *     of the whole run at the end
   */
  public ServerSlicer(RunRow run, RowReader<ServerSliceRow> out) {
    this.slices = RunSlices.of(run);
    this.out = out;
  }

  /** Adds the next reading, in order of time. */
  public void add(ServerSampleRow row) throws IOException {
    series.computeIfAbsent(SeriesId.of(row), id -> new SeriesSlicer(id, slices, out)).add(row);
  }

  /** Ends the readings. */
  public void finish() throws IOException {
    for (SeriesSlicer each : new TreeMap<>(series).values()) {
      each.finish();
    }
  }
}
