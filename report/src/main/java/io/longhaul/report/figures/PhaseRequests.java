package io.longhaul.report.figures;

import static java.util.Objects.requireNonNull;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.RequestFacts;
import io.longhaul.metrics.RequestFormulas;
import io.longhaul.metrics.Validity;
import io.longhaul.schema.FailureReason;
import io.longhaul.sinks.RowPhase;
import io.longhaul.sinks.parquet.FilePart;
import io.longhaul.sinks.parquet.ParquetColumn;
import io.longhaul.sinks.parquet.ParquetFooters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongBiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one phase of a run, read column by column. Start, end and validity of every
 * request stay in memory; the values of a metric are read on demand, so that memory holds one
 * metric at a time.
 */
final class PhaseRequests {
  static final long NONE = RequestFacts.NONE;

  private final ParquetFooters footers;
  private final List<FilePart> parts;
  private final long[] firstRowOfPart;
  private final int rows;

  /** Columns and metrics that were read, if they stay in memory; otherwise null. */
  private final @Nullable Map<String, long[]> columns;

  private final Map<Metric, long[]> metrics = new EnumMap<>(Metric.class);

  /** Rows of this phase up to the last slice. */
  private final BitSet ran = new BitSet();

  private final Map<Validity, BitSet> byValidity = new EnumMap<>(Validity.class);
  private final BitSet refused = new BitSet();
  private long[] starts = {};
  private long[] ends = {};
  private @Nullable ChunkTimes chunks;

  private PhaseRequests(
      ParquetFooters footers, List<FilePart> parts, @Nullable Map<String, long[]> columns) {
    this.footers = footers;
    this.parts = parts;
    this.columns = columns;
    this.firstRowOfPart = new long[parts.size()];
    long before = 0;
    for (int i = 0; i < firstRowOfPart.length; i++) {
      firstRowOfPart[i] = before;
      before += parts.get(i).rows();
    }
    this.rows = Math.toIntExact(before);
    for (Validity validity : Validity.values()) {
      byValidity.put(validity, new BitSet());
    }
  }

  /**
   * Returns the requests of a phase in some files.
   *
   * @param lastSlice requests that ended after this slice are excluded: after a crash they belong
   *     to slices that were never finished
   */
  static PhaseRequests of(
      ParquetFooters footers, List<FilePart> parts, RowPhase phase, long lastSlice)
      throws IOException {
    return classified(new PhaseRequests(footers, parts, null), phase, lastSlice);
  }

  /** Returns the same for few requests, whose columns and metrics stay in memory once read. */
  static PhaseRequests ofFew(
      ParquetFooters footers, List<FilePart> parts, RowPhase phase, long lastSlice)
      throws IOException {
    return classified(new PhaseRequests(footers, parts, new HashMap<>()), phase, lastSlice);
  }

  private static PhaseRequests classified(PhaseRequests requests, RowPhase phase, long lastSlice)
      throws IOException {
    try {
      requests.classify(phase, lastSlice);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return requests;
  }

  /** Returns the number of rows, those of other phases included. */
  int rows() {
    return rows;
  }

  /** Returns whether there is no request of this phase. */
  boolean isEmpty() {
    return ran.isEmpty();
  }

  boolean isValid(int row) {
    return of(Validity.VALID).get(row);
  }

  private BitSet of(Validity validity) {
    return requireNonNull(byValidity.get(validity));
  }

  /** Returns whether the request belongs to this phase, whatever its outcome. */
  boolean ran(int row) {
    return ran.get(row);
  }

  boolean isError(int row) {
    return of(Validity.ERROR).get(row) || of(Validity.ERROR_BEFORE_SENDING).get(row);
  }

  /** Returns whether the request failed because a server refused its connection. */
  boolean isRefused(int row) {
    return refused.get(row);
  }

  /** Returns whether the request succeeded or failed: whether AIPerf would have a record of it. */
  boolean isCompleted(int row) {
    return isValid(row) || isError(row);
  }

  /** Returns {@link RequestFacts#startOrHandedNanos} in epoch nanoseconds. */
  long startEpochNanos(int row) {
    return starts[row];
  }

  long endEpochNanos(int row) {
    return ends[row];
  }

  /** Returns the times of completed requests. */
  Span span() {
    Span span = Span.NONE;
    for (int row = 0; row < rows; row++) {
      span = isCompleted(row) ? span.with(starts[row], ends[row]) : span;
    }
    return span;
  }

  /** The time from the first start to the last end of some requests; both are 0 without any. */
  record Span(long startEpochNanos, long endEpochNanos) {
    static final Span NONE = new Span(0, 0);

    Span with(long start, long end) {
      return equals(NONE)
          ? new Span(start, end)
          : new Span(Math.min(start, startEpochNanos), Math.max(end, endEpochNanos));
    }

    Span with(Span other) {
      return other.equals(NONE) ? this : with(other.startEpochNanos, other.endEpochNanos);
    }

    long nanos() {
      return endEpochNanos - startEpochNanos;
    }
  }

  /**
   * Returns the stored value of a metric for each row, {@link #NONE} if there is none or the metric
   * does not apply to the request.
   */
  long[] values(Metric metric) throws IOException {
    long[] stored = metrics.get(metric);
    if (stored != null) {
      return stored;
    }
    long[] values = values(metric, RequestFormulas::value);
    if (columns != null) {
      metrics.put(metric, values);
    }
    return values;
  }

  /** Returns the same as AIPerf defines it. */
  long[] aiperfValues(Metric metric) throws IOException {
    return values(metric, RequestFormulas::aiperfValue);
  }

  private long[] values(Metric metric, ToLongBiFunction<Metric, RequestFacts> formula)
      throws IOException {
    BitSet applies = new BitSet();
    byValidity.forEach((validity, all) -> applies.or(validity.has(metric) ? all : new BitSet()));
    Cursor request = new Cursor();
    long[] values = new long[rows];
    try {
      for (int row = 0; row < rows; row++) {
        request.row = row;
        values[row] = applies.get(row) ? formula.applyAsLong(metric, request) : NONE;
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return values;
  }

  /** Returns how much later than planned each valid request started, in nanoseconds. */
  long[] offsetsFromSchedule() throws IOException {
    long[] scheduled = numbers("scheduled_epoch_ns");
    return IntStream.range(0, rows())
        .filter(this::isValid)
        .mapToLong(row -> starts[row] - scheduled[row])
        .toArray();
  }

  /** Returns the slice in which each request ended. */
  long[] slices() throws IOException {
    return numbers("slice_index");
  }

  /** Returns whether each request met every SLO: 1, 0, or {@link #NONE} if it was not evaluated. */
  long[] good() throws IOException {
    return numbers("good");
  }

  /**
   * Returns the chunks of every valid request with at least two chunks, except of requests with a
   * timestamp that went backwards. If there are too many, reading ends early.
   */
  ChunkTimes chunks() throws IOException {
    if (chunks == null) {
      ChunkTimes read = new ChunkTimes(rows);
      for (int i = 0; i < parts.size() && read.isComplete(); i++) {
        ChunksOfFile ofFile = new ChunksOfFile(firstRowOfPart[i], read);
        ParquetColumn.readNumbers(footers, parts.get(i), "chunk_after_start_ns", ofFile);
        ofFile.endRow();
      }
      chunks = read;
    }
    return chunks;
  }

  /** Collects the chunks of one row after another. */
  private final class ChunksOfFile implements ParquetColumn.Numbers {
    private final long firstRow;
    private final ChunkTimes into;
    private long row = -1;
    private long[] chunks = new long[64];
    private int size;

    ChunksOfFile(long firstRow, ChunkTimes into) {
      this.firstRow = firstRow;
      this.into = into;
    }

    @Override
    public void value(long ofRow, long chunk) {
      if (ofRow != row) {
        endRow();
        row = ofRow;
      }
      if (size == chunks.length) {
        chunks = Arrays.copyOf(chunks, 2 * size);
      }
      chunks[size++] = chunk;
    }

    void endRow() {
      int position = (int) (firstRow + row);
      if (size > 1 && isValid(position) && RequestFormulas.isAscending(chunks, size)) {
        into.add(position, chunks, size);
      }
      size = 0;
    }
  }

  private void classify(RowPhase wanted, long lastSlice) throws IOException {
    long[] slices = slices();
    forEachText(
        "phase", (row, phase) -> ran.set(row, wanted.matches(phase) && slices[row] <= lastSlice));
    if (isEmpty()) {
      starts = new long[rows];
      ends = starts;
      return;
    }
    Outcome[] outcomes = new Outcome[rows];
    forEachText(
        "outcome", (row, outcome) -> outcomes[row] = Outcome.ofRow(requireNonNull(outcome)));
    Cursor request = new Cursor();
    ends = request.column(RequestColumn.ENDED);
    // A column that is not stored is replaced value by value, after the last use of each.
    starts = columns == null ? request.column(RequestColumn.HANDED) : new long[rows];
    for (int row = 0; row < rows; row++) {
      request.row = row;
      request.outcome = outcomes[row];
      if (ran.get(row)) {
        of(Validity.of(request)).set(row);
      }
      starts[row] = request.startOrHandedNanos();
    }
    forEachText(
        "reason",
        (row, reason) ->
            refused.set(row, isError(row) && FailureReason.CONNECT_FAILED.matches(reason)));
  }

  /** The facts of one row after another; a column is read when its first cell is needed. */
  private final class Cursor extends RequestColumn.Facts {
    private final long[][] read = new long[RequestRow.getClassSchema().getFields().size()][];
    private int row;
    private @Nullable Outcome outcome;

    @Override
    public Outcome outcome() {
      return requireNonNull(outcome);
    }

    @Override
    long cell(RequestColumn column) {
      return column(column)[row];
    }

    long[] column(RequestColumn column) {
      if (read[column.position()] == null) {
        try {
          read[column.position()] = numbers(column.columnName());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return read[column.position()];
    }
  }

  private long[] numbers(String column) throws IOException {
    long[] stored = columns == null ? null : columns.get(column);
    if (stored != null) {
      return stored;
    }
    long[] values = new long[rows];
    Arrays.fill(values, NONE);
    for (int i = 0; i < parts.size(); i++) {
      if (!isOlderThan(column, parts.get(i).file())) {
        int first = (int) firstRowOfPart[i];
        ParquetColumn.readNumbers(
            footers, parts.get(i), column, (row, value) -> values[first + (int) row] = value);
      }
    }
    if (columns != null) {
      columns.put(column, values);
    }
    return values;
  }

  /** Returns whether a file lacks a column that was added later; such columns have a default. */
  private boolean isOlderThan(String column, Path file) throws IOException {
    return RequestRow.getClassSchema().getField(column).hasDefaultValue()
        && !footers.hasColumn(file, column);
  }

  /** Reports the message of each failed request; null if there is none. */
  void forEachErrorText(TextReader reader) throws IOException {
    forEachText(
        "message",
        (row, text) -> {
          if (isError(row)) {
            reader.value(row, text);
          }
        });
  }

  /** Receives a text of each row. */
  interface TextReader {
    void value(int row, @Nullable String text);
  }

  private void forEachText(String column, TextReader reader) throws IOException {
    for (int i = 0; i < parts.size(); i++) {
      int first = (int) firstRowOfPart[i];
      ParquetColumn.readTexts(
          footers, parts.get(i), column, (row, text) -> reader.value(first + (int) row, text));
    }
  }
}
