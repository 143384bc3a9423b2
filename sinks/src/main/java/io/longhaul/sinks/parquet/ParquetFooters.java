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
 * Footers of finished files, which never change: who reads one column after the other parses each
 * footer once. So many are kept that they have {@link #MOST_CHUNKS} column chunks together (some
 * tens of megabytes); those of further files are parsed whenever they are needed. For one thread.
 */
public final class ParquetFooters {
  static final int MOST_CHUNKS = 100_000;

  /** They hold decompressors, which two threads must not share. */
  private final ParquetReadOptions verifying =
      ParquetReadOptions.builder().usePageChecksumVerification(true).build();

  private final int mostChunks;
  private final Map<Path, ParquetMetadata> kept = new HashMap<>();
  private long chunks;

  public ParquetFooters() {
    this(MOST_CHUNKS);
  }

  ParquetFooters(int mostChunks) {
    this.mostChunks = mostChunks;
  }

  /** Rows of a finished file. */
  public long rows(Path file) throws IOException {
    try (ParquetFileReader reader = open(file)) {
      return reader.getRecordCount();
    }
  }

  /** Whether a finished file has this column. */
  public boolean hasColumn(Path file, String column) throws IOException {
    try (ParquetFileReader reader = open(file)) {
      return reader.getFileMetaData().getSchema().containsField(column);
    }
  }

  /** How many footers are kept. */
  int kept() {
    return kept.size();
  }

  /** A reader of the file, which verifies the checksum of every page. */
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
    if (chunks + more <= mostChunks) {
      chunks += more;
      kept.put(file, footer);
    }
  }
}
