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
    String name, Class<T> rowClass, RunIdOf<T> runId, EpochMillisOf<T> epochMillis)
    implements Serializable {

  /** Returns the run of a row. */
  @FunctionalInterface
  public interface RunIdOf<T> extends Serializable {
    String of(T row);
  }

  /** Returns the time of a row. */
  @FunctionalInterface
  public interface EpochMillisOf<T> extends Serializable {
    long of(T row);
  }

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long MILLIS_PER_DAY = 86_400_000;

  public static final Dataset<RequestRow> REQUESTS =
      new Dataset<>(
          "requests",
          RequestRow.class,
          RequestRow::getRunId,
          r -> r.getEndedEpochNs() / NANOS_PER_MILLI);

  public static final Dataset<SliceRow> SLICES =
      new Dataset<>(
          "slices", SliceRow.class, SliceRow::getRunId, r -> r.getStartEpochNs() / NANOS_PER_MILLI);

  public static final Dataset<GpuSampleRow> GPU_SAMPLES =
      new Dataset<>(
          "gpu_samples",
          GpuSampleRow.class,
          GpuSampleRow::getRunId,
          r -> r.getAtEpochNs() / NANOS_PER_MILLI);

  public static final Dataset<ServerSampleRow> SERVER_SAMPLES =
      new Dataset<>(
          "server_samples",
          ServerSampleRow.class,
          ServerSampleRow::getRunId,
          r -> r.getAtEpochNs() / NANOS_PER_MILLI);

  public static final Dataset<HandshakeRow> HANDSHAKES =
      new Dataset<>(
          "handshakes",
          HandshakeRow.class,
          HandshakeRow::getRunId,
          r -> r.getAtEpochNs() / NANOS_PER_MILLI);

  public static final Dataset<GpuSliceRow> GPU_SLICES =
      new Dataset<>(
          "gpu_slices",
          GpuSliceRow.class,
          GpuSliceRow::getRunId,
          r -> r.getStartEpochNs() / NANOS_PER_MILLI);

  public static final Dataset<RunRow> RUNS =
      new Dataset<>(
          "runs", RunRow.class, RunRow::getRunId, r -> r.getRunStartEpochNs() / NANOS_PER_MILLI);

  public static final Dataset<LedgerRow> LEDGER =
      new Dataset<>(
          "ledger",
          LedgerRow.class,
          LedgerRow::getRunId,
          r -> r.getLaneStartEpochNs() / NANOS_PER_MILLI);

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
