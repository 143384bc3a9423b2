package io.longhaul.sinks;

import io.longhaul.export.GpuSampleRow;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.HandshakeRow;
import io.longhaul.export.LateRow;
import io.longhaul.export.LedgerRow;
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
 * @param rowClass class of its rows
 * @param runId returns the run of a row; empty for rows without a run
 * @param epochMillis returns the time that determines the day of a row: the time of an event or the
 *     log-append time, never the clock of the job
 */
public record Dataset<T extends SpecificRecordBase>(
    String name, Class<T> rowClass, RunIdOf<T> runId, TimeOf<T> epochMillis)
    implements Serializable {

  /** Returns the run of a row. */
  @FunctionalInterface
  public interface RunIdOf<T> extends Serializable {
    String of(T row);
  }

  /** Returns the time of a row. */
  @FunctionalInterface
  public interface TimeOf<T> extends Serializable {
    long of(T row);
  }

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long MILLIS_PER_DAY = 86_400_000;

  public static final Dataset<RequestRow> REQUESTS =
      ofNanos("requests", RequestRow.class, RequestRow::getRunId, RequestRow::getEndedEpochNs);

  public static final Dataset<SliceRow> SLICES =
      ofNanos("slices", SliceRow.class, SliceRow::getRunId, SliceRow::getStartEpochNs);

  public static final Dataset<GpuSampleRow> GPU_SAMPLES =
      ofNanos(
          "gpu_samples", GpuSampleRow.class, GpuSampleRow::getRunId, GpuSampleRow::getAtEpochNs);

  public static final Dataset<ServerSampleRow> SERVER_SAMPLES =
      ofNanos(
          "server_samples",
          ServerSampleRow.class,
          ServerSampleRow::getRunId,
          ServerSampleRow::getAtEpochNs);

  public static final Dataset<HandshakeRow> HANDSHAKES =
      ofNanos("handshakes", HandshakeRow.class, HandshakeRow::getRunId, HandshakeRow::getAtEpochNs);

  public static final Dataset<GpuSliceRow> GPU_SLICES =
      ofNanos("gpu_slices", GpuSliceRow.class, GpuSliceRow::getRunId, GpuSliceRow::getStartEpochNs);

  public static final Dataset<RunRow> RUNS =
      ofNanos("runs", RunRow.class, RunRow::getRunId, RunRow::getRunStartEpochNs);

  public static final Dataset<LedgerRow> LEDGER =
      ofNanos("ledger", LedgerRow.class, LedgerRow::getRunId, LedgerRow::getLaneStartEpochNs);

  public static final Dataset<LateRow> LATE =
      new Dataset<>("late", LateRow.class, LateRow::getRunId, LateRow::getAppendEpochMs);

  public static final Dataset<RejectedRow> REJECTED =
      new Dataset<>(
          "rejected", RejectedRow.class, RejectedRow::getRunId, RejectedRow::getAppendEpochMs);

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
          LEDGER,
          LATE,
          REJECTED);

  private static <T extends SpecificRecordBase> Dataset<T> ofNanos(
      String name, Class<T> rowClass, RunIdOf<T> runId, TimeOf<T> epochNanos) {
    return new Dataset<>(name, rowClass, runId, row -> epochNanos.of(row) / NANOS_PER_MILLI);
  }

  /** Returns the day of a row in UTC, for the column {@code dt}. */
  public LocalDate dayOf(T row) {
    return LocalDate.ofEpochDay(Math.floorDiv(epochMillis.of(row), MILLIS_PER_DAY));
  }

  public static Optional<Dataset<?>> named(String name) {
    return ALL.stream().filter(dataset -> dataset.name().equals(name)).findFirst();
  }

  @Override
  public String toString() {
    return name;
  }
}
