package io.longhaul.sinks;

import io.longhaul.export.GpuSampleRow;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.HandshakeRow;
import io.longhaul.export.LateRow;
import io.longhaul.export.LedgerRow;
import io.longhaul.export.MarkRow;
import io.longhaul.export.RejectedRow;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.ServerSampleRow;
import io.longhaul.export.SliceRow;
import java.io.Serializable;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A dataset of the lake.
 *
 * @param name name of its folder
 * @param rowClass class of its rows, which have a column {@code run_id}
 * @param timeColumn column with the time that determines the day of a row: the time of an event in
 *     nanoseconds or the log-append time in milliseconds, never the clock of the job
 */
public record Dataset<T extends SpecificRecordBase>(
    String name, Class<T> rowClass, String timeColumn) implements Serializable {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long MILLIS_PER_DAY = 86_400_000;

  public static final Dataset<RequestRow> REQUESTS =
      new Dataset<>("requests", RequestRow.class, "ended_epoch_ns");
  public static final Dataset<SliceRow> SLICES =
      new Dataset<>("slices", SliceRow.class, "start_epoch_ns");
  public static final Dataset<GpuSampleRow> GPU_SAMPLES =
      new Dataset<>("gpu_samples", GpuSampleRow.class, "at_epoch_ns");
  public static final Dataset<ServerSampleRow> SERVER_SAMPLES =
      new Dataset<>("server_samples", ServerSampleRow.class, "at_epoch_ns");
  public static final Dataset<HandshakeRow> HANDSHAKES =
      new Dataset<>("handshakes", HandshakeRow.class, "at_epoch_ns");
  public static final Dataset<MarkRow> MARKS = new Dataset<>("marks", MarkRow.class, "at_epoch_ns");
  public static final Dataset<GpuSliceRow> GPU_SLICES =
      new Dataset<>("gpu_slices", GpuSliceRow.class, "start_epoch_ns");
  public static final Dataset<RunRow> RUNS =
      new Dataset<>("runs", RunRow.class, "run_start_epoch_ns");
  public static final Dataset<LedgerRow> LEDGER =
      new Dataset<>("ledger", LedgerRow.class, "lane_start_epoch_ns");
  public static final Dataset<LateRow> LATE =
      new Dataset<>("late", LateRow.class, "append_epoch_ms");
  public static final Dataset<RejectedRow> REJECTED =
      new Dataset<>("rejected", RejectedRow.class, "append_epoch_ms");

  /** All datasets, the most important first. */
  public static final List<Dataset<?>> ALL =
      List.of(
          RUNS,
          SLICES,
          REQUESTS,
          GPU_SLICES,
          GPU_SAMPLES,
          SERVER_SAMPLES,
          HANDSHAKES,
          MARKS,
          LEDGER,
          LATE,
          REJECTED);

  /** Returns the run of a row; empty for rows without a run. */
  public String runOf(T row) {
    return (String) row.get("run_id");
  }

  /** Returns the time of a row, in the unit of its column. */
  public long timeOf(T row) {
    return (Long) row.get(timeColumn);
  }

  /** Returns the day of a row in UTC, for the column {@code dt}. */
  public LocalDate dayOf(T row) {
    long time = timeOf(row);
    long epochMillis = timeColumn.endsWith("_ms") ? time : time / NANOS_PER_MILLI;
    return LocalDate.ofEpochDay(Math.floorDiv(epochMillis, MILLIS_PER_DAY));
  }

  public static Optional<Dataset<?>> named(String name) {
    return ALL.stream().filter(dataset -> dataset.name().equals(name)).findFirst();
  }

  @Override
  public String toString() {
    return name;
  }
}
