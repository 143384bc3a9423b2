package io.longhaul.report.figures;

import io.longhaul.metrics.Metric;
import io.longhaul.sinks.RowPhase;
import io.longhaul.sinks.parquet.FilePart;
import io.longhaul.sinks.parquet.ParquetFooters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The requests of a run in blocks that fit into memory. Threads of its own read the next blocks
 * ahead while the caller's thread uses the current one.
 */
final class RequestBlocks {
  /** About 70 MB per block in memory. */
  static final long MAX_ROWS_OF_BLOCK = 100_000;

  private static final int MAX_THREADS = 4;

  private final ParquetFooters footers;
  private final List<List<FilePart>> blocks;

  private RequestBlocks(ParquetFooters footers, List<List<FilePart>> blocks) {
    this.footers = footers;
    this.blocks = blocks;
  }

  /**
   * @param maxRows maximum number of rows of a block, unless a row group has more
   */
  static RequestBlocks of(ParquetFooters footers, List<Path> files, long maxRows)
      throws IOException {
    return new RequestBlocks(footers, footers.blocks(files, maxRows));
  }

  /** Receives the next block. */
  @FunctionalInterface
  interface BlockReader {
    void block(PhaseRequests block) throws IOException;
  }

  /**
   * Reads all blocks in order.
   *
   * @param lastSlice as in {@link PhaseRequests#of}
   * @param metrics metrics that the reader needs; their values are read ahead
   * @throws IOException if a file cannot be read, or the reader fails
   */
  void forEach(RowPhase phase, long lastSlice, Set<Metric> metrics, BlockReader reader)
      throws IOException {
    int threads = Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
    ReadAhead.forEach(
        blocks, threads, block -> read(block, phase, lastSlice, metrics), reader::block);
  }

  private PhaseRequests read(
      List<FilePart> block, RowPhase phase, long lastSlice, Set<Metric> metrics)
      throws IOException {
    PhaseRequests requests =
        PhaseRequests.ofFew(footers.forAnotherThread(), block, phase, lastSlice);
    if (!requests.isEmpty()) {
      for (Metric metric : metrics) {
        requests.values(metric);
      }
    }
    return requests;
  }
}
