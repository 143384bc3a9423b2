package io.longhaul.sinks.parquet;

import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;

/**
 * Options of readers. Without a configuration, each of them would parse Hadoop's XML files, which
 * takes longer than reading a footer.
 */
final class ReadOptions {
  private ReadOptions() {}

  /** Returns options for reading footers. */
  static ParquetReadOptions ofFooters() {
    return ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
  }

  /**
   * Returns options for reading pages and verifying their checksums. They contain decompressors,
   * which two threads must not share.
   */
  static ParquetReadOptions verifying() {
    return ParquetReadOptions.builder(new PlainParquetConfiguration())
        .usePageChecksumVerification(true)
        .build();
  }
}
