package io.longhaul.sinks.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.SeekableInputStream;

/**
 * Caches the footers of finished files, which never change, so that reading one column after
 * another parses each footer once. Caches up to {@link #MAX_CHUNKS} column chunks in total (some
 * tens of megabytes); further footers are parsed whenever they are needed. For one thread.
 */
public final class ParquetFooters {
  static final int MAX_CHUNKS = 100_000;

  /** The options contain decompressors, which two threads must not share. */
  private final ParquetReadOptions verifying =
      ParquetReadOptions.builder().usePageChecksumVerification(true).build();

  private final int maxChunks;
  private final Map<Path, ParquetMetadata> kept = new HashMap<>();
  private long chunks;

  public ParquetFooters() {
    this(MAX_CHUNKS);
  }

  ParquetFooters(int maxChunks) {
    this.maxChunks = maxChunks;
  }

  /** Returns the number of rows of a finished file. */
  public long rows(Path file) throws IOException {
    try (ParquetFileReader reader = open(file)) {
      return reader.getRecordCount();
    }
  }

  /** Returns whether a finished file has this column. */
  public boolean hasColumn(Path file, String column) throws IOException {
    try (ParquetFileReader reader = open(file)) {
      return reader.getFileMetaData().getSchema().containsField(column);
    }
  }

  /** Returns the number of cached footers. */
  int kept() {
    return kept.size();
  }

  /** Opens a reader of the file that verifies the checksum of every page. */
  ParquetFileReader open(Path file) throws IOException {
    LocalInputFile input = new LocalInputFile(file);
    ParquetMetadata footer = kept.get(file);
    if (footer == null) {
      ParquetFileReader reader = ParquetFileReader.open(input, verifying);
      keep(file, reader.getFooter());
      return reader;
    }
    SeekableInputStream stream = input.newStream();
    try {
      return ParquetFileReader.open(input, footer, verifying, stream);
    } catch (IOException | RuntimeException e) {
      stream.close();
      throw e;
    }
  }

  private void keep(Path file, ParquetMetadata footer) {
    long more = footer.getBlocks().stream().mapToLong(block -> block.getColumns().size()).sum();
    if (chunks + more <= maxChunks) {
      chunks += more;
      kept.put(file, footer);
    }
  }
}
