package io.longhaul.report.genaiperf;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.genaiperf.RecordedRequest;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.FilePart;
import io.longhaul.sinks.parquet.ParquetColumn;
import io.longhaul.sinks.parquet.ParquetFooters;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The names of the sessions of a run. GenAI-Perf uses each conversation once; our runs may repeat a
 * conversation, and then each repetition is a separate session.
 */
enum SessionNames {
  /** Every session has one turn, so that requests have no session. */
  NONE,
  /** Every conversation is used once, and its name is that of the session. */
  OF_ONE_CONVERSATION_EACH,
  OF_REPEATED_CONVERSATIONS;

  private static final long ABSENT = -1;

  /** Reads all turns of the profiling phase; uses one bit of memory per conversation. */
  static SessionNames of(Lake lake, String runId) throws IOException {
    ParquetFooters footers = new ParquetFooters();
    BitSet started = new BitSet();
    boolean repeated = false;
    boolean severalTurns = false;
    for (FilePart file : footers.whole(lake.files(Dataset.REQUESTS, runId))) {
      long[] slices = numbers(footers, file, "slice_index");
      long[] turns = numbers(footers, file, "turn_index");
      long[] entries = numbers(footers, file, "entry_index");
      for (int row = 0; row < turns.length; row++) {
        boolean ofWarmup = slices[row] < 0;
        if (!ofWarmup && turns[row] > 0) {
          severalTurns = true;
        } else if (!ofWarmup) {
          int entry = Math.toIntExact(entries[row]);
          repeated |= started.get(entry);
          started.set(entry);
        }
      }
    }
    if (!severalTurns) {
      return NONE;
    }
    return repeated ? OF_REPEATED_CONVERSATIONS : OF_ONE_CONVERSATION_EACH;
  }

  private static long[] numbers(ParquetFooters footers, FilePart file, String column)
      throws IOException {
    long[] numbers = new long[Math.toIntExact(file.rows())];
    Arrays.fill(numbers, ABSENT);
    ParquetColumn.readNumbers(footers, file, column, (row, value) -> numbers[(int) row] = value);
    return numbers;
  }

  /** Returns the session of a request; sessions of repeated conversations sort by their start. */
  String of(RequestRow row) {
    return switch (this) {
      case NONE -> RecordedRequest.NO_SESSION;
      case OF_ONE_CONVERSATION_EACH -> row.getSessionId();
      case OF_REPEATED_CONVERSATIONS -> row.getCorrelationId() + "_" + row.getSessionId();
    };
  }
}
