package io.longhaul.pipeline.reslice;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.FilePart;
import io.longhaul.sinks.parquet.ParquetColumn;
import io.longhaul.sinks.parquet.ParquetFooters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The lanes with samples of GPUs, read from three columns.
 *
 * @param rows number of samples by lane
 * @param intervalNanos planned time between two samples of a GPU: the median of the first times
 *     between samples, in whole milliseconds, as it is given
 */
record SampleLanes(Map<String, Long> rows, long intervalNanos) {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int MOST_TIMES = 10_000;

  /**
   * Reads the lanes.
   *
   * @param ifUnknown the interval if no lane has two scrapes
   */
  static SampleLanes of(Lake lake, String runId, long ifUnknown) throws IOException {
    ParquetFooters footers = new ParquetFooters();
    Map<String, Long> rows = new TreeMap<>();
    Map<String, Long> newest = new HashMap<>();
    List<Long> times = new ArrayList<>();
    for (Path file : lake.files(Dataset.GPU_SAMPLES, runId)) {
      FilePart whole = footers.whole(file);
      String[] gpus = new String[Math.toIntExact(whole.rows())];
      ParquetColumn.readTexts(
          footers,
          whole,
          "lane_id",
          (row, lane) -> {
            String name = String.valueOf(lane);
            gpus[(int) row] = name;
            rows.merge(name, 1L, Long::sum);
          });
      // Other exporters of a lane are scraped at other times.
      ParquetColumn.readTexts(
          footers, whole, "gpu_uuid", (row, gpu) -> gpus[(int) row] += " " + gpu);
      newest.clear(); // files may have any order
      ParquetColumn.readNumbers(
          footers,
          whole,
          Dataset.GPU_SAMPLES.timeColumn(),
          (row, at) -> {
            Long before = newest.put(gpus[(int) row], at);
            if (before != null && at > before && times.size() < MOST_TIMES) {
              times.add(at - before);
            }
          });
    }
    if (times.isEmpty()) {
      return new SampleLanes(rows, ifUnknown);
    }
    Collections.sort(times);
    long median = times.get(times.size() / 2);
    return new SampleLanes(
        rows, Math.max(1, Math.round((double) median / NANOS_PER_MILLI)) * NANOS_PER_MILLI);
  }
}
