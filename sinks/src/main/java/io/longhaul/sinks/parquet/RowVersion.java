package io.longhaul.sinks.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.parquet.hadoop.ParquetFileReader;

/** The version of the schema of rows, which the footer of each file names. */
public final class RowVersion {
  /** Name of the version in a footer. */
  static final String KEY = "longhaul.schema.version";

  /** The version that this release writes. */
  public static final String CURRENT = RowWriters.SCHEMA_VERSION;

  private RowVersion() {}

  /**
   * Returns the version of a finished file; empty if it names none.
   *
   * @throws IOException if the footer cannot be read
   */
  public static Optional<String> of(Path file) throws IOException {
    try (ParquetFileReader footer =
        ParquetFileReader.open(InputFiles.of(file), ReadOptions.ofFooters())) {
      return Optional.ofNullable(footer.getFileMetaData().getKeyValueMetaData().get(KEY));
    } catch (IOException | RuntimeException e) {
      throw ReadFailure.of(file, e);
    }
  }
}
