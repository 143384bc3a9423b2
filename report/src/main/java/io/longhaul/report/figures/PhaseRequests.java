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
import io.longhaul.sinks.parquet.ParquetColumn;
import io.longhaul.sinks.parquet.ParquetFooters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongBiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one phase of a run, read column by column. Start, end and validity of every
 * request stay in memory; the values of a metric are read on demand and belong to the caller, so
 * that memory holds one metric at a time.
 */
final class PhaseRequests {
  static final long NONE = RequestFacts.NONE;

  private final ParquetFooters footers;
  private final List<Path> files;
  private final long[] firstRowOfFile;
  private final int rows;

  /** Rows of this phase up to the last slice. */
  private final BitSet ran = new BitSet();

  private final Map<Validity, BitSet> byValidity = new EnumMap<>(Validity.class);
  private final BitSet refused = new BitSet();
  private long[] starts = {};
  private long[] ends = {};

  private PhaseRequests(ParquetFooters footers, List<Path> files, long[] firstRowOfFile, int rows) {
    this.footers = footers;
    this.files = files;
    this.firstRowOfFile = firstRowOfFile;
    this.rows = rows;
    for (Validity validity : Validity.values()) {
      byValidity.put(validity, new BitSet());
    }
  }

  /**
   * Returns the requests of the profiling phase in some files.
   *
   * @param lastSlice requests that ended after this slice are excluded: after a crash they belong
   *     to slices that were never finished
   */
  static PhaseRequests profiling(List<Path> files, long lastSlice) throws IOException {
    return of(files, RowPhase.PROFILING, lastSlice);
  }

  /** Returns the requests of the warm-up in some files. */
  static PhaseRequests warmup(List<Path> files) throws IOException {
    return of(files, RowPhase.WARMUP, Long.MAX_VALUE);
  }

  private static PhaseRequests of(List<Path> files, RowPhase phase, long lastSlice)
      throws IOException {
    ParquetFooters footers = new ParquetFooters();
    long[] firstRowOfFile = new long[files.size()];
    long rows = 0;
    for (int i = 0; i < files.size(); i++) {
      firstRowOfFile[i] = rows;
      rows += footers.rows(files.get(i));
    }
    PhaseRequests requests =
        new PhaseRequests(footers, files, firstRowOfFile, Math.toIntExact(rows));
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

  /** Returns the earliest start of a completed request; 0 if there is none. */
  long firstStartEpochNanos() {
    long first = Long.MAX_VALUE;
    for (int row = 0; row < rows; row++) {
      first = isCompleted(row) ? Math.min(first, starts[row]) : first;
    }
    return first == Long.MAX_VALUE ? 0 : first;
  }

  /**
   * Returns the time from the first start to the last end of completed requests; 0 if there are
   * none.
   */
  long spanNanos() {
    long first = firstStartEpochNanos();
    long last = first;
    for (int row = 0; row < rows; row++) {
      last = isCompleted(row) ? Math.max(last, ends[row]) : last;
    }
    return last - first;
  }

  /**
   * Returns the stored value of a metric for each row, {@link #NONE} if there is none or the metric
   * does not apply to the request.
   */
  long[] values(Metric metric) throws IOException {
    return values(metric, RequestFormulas::value);
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
   * Reports the chunks of every valid request with at least two chunks, except of requests with a
   * timestamp that went backwards.
   */
  void forEachChunks(ChunkReader reader) throws IOException {
    for (int i = 0; i < files.size(); i++) {
      ChunksOfFile chunks = new ChunksOfFile(firstRowOfFile[i], reader);
      ParquetColumn.readNumbers(footers, files.get(i), "chunk_after_start_ns", chunks);
      chunks.endRow();
    }
  }

  /** Receives the chunks of one request after another. */
  interface ChunkReader {
    /**
     * @param afterStart nanoseconds since the request's start, ascending; reused for the next
     *     request
     * @param count number of chunks in the array
     */
    void chunks(int row, long[] afterStart, int count);
  }

  /** Collects the chunks of one row and reports them at the end of the row. */
  private final class ChunksOfFile implements ParquetColumn.Numbers {
    private final long firstRow;
    private final ChunkReader reader;
    private long row = -1;
    private long[] chunks = new long[64];
    private int size;

    ChunksOfFile(long firstRow, ChunkReader reader) {
      this.firstRow = firstRow;
      this.reader = reader;
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
        reader.chunks(position, chunks, size);
      }
      size = 0;
    }
  }

  private void classify(RowPhase wanted, long lastSlice) throws IOException {
    long[] slices = slices();
    forEachText(
        "phase", (row, phase) -> ran.set(row, wanted.matches(phase) && slices[row] <= lastSlice));
    Outcome[] outcomes = new Outcome[rows];
    forEachText(
        "outcome", (row, outcome) -> outcomes[row] = Outcome.ofRow(requireNonNull(outcome)));
    Cursor request = new Cursor();
    ends = request.column(RequestColumn.ENDED);
    starts = request.column(RequestColumn.HANDED); // each value is replaced after its last use
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
    private final long[][] columns = new long[RequestRow.getClassSchema().getFields().size()][];
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
      if (columns[column.position()] == null) {
        try {
          columns[column.position()] = numbers(column.columnName());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return columns[column.position()];
    }
  }

  private long[] numbers(String column) throws IOException {
    long[] values = new long[rows];
    Arrays.fill(values, NONE);
    for (int i = 0; i < files.size(); i++) {
      if (!isOlderThan(column, files.get(i))) {
        int first = (int) firstRowOfFile[i];
        ParquetColumn.readNumbers(
            footers, files.get(i), column, (row, value) -> values[first + (int) row] = value);
      }
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
    for (int i = 0; i < files.size(); i++) {
      int first = (int) firstRowOfFile[i];
      ParquetColumn.readTexts(
          footers, files.get(i), column, (row, text) -> reader.value(first + (int) row, text));
    }
  }
}
