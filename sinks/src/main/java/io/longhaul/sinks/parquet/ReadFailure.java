package io.longhaul.sinks.parquet;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Names the file that cannot be read, which most exceptions of Parquet's library do not. */
final class ReadFailure {
  private ReadFailure() {}

  /** Returns the failure as an exception whose message contains the file. */
  static IOException of(Path file, Exception failure) {
    if (failure instanceof FileNotFoundException || failure instanceof NoSuchFileException) {
      return (IOException) failure;
    }
    String message = String.valueOf(failure.getMessage());
    return failure instanceof IOException named && message.contains(file.toString())
        ? named
        : new IOException("Cannot read " + file + ": " + message, failure);
  }
}
