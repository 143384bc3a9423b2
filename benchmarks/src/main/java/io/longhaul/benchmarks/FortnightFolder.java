package io.longhaul.benchmarks;

import io.longhaul.benchmarks.subject.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folders of a {@link Fortnight}. */
record FortnightFolder(Path path) {
  private static final Pattern CHECKPOINT = Pattern.compile("chk-\\d+");

  Path log() {
    return path.resolve("log");
  }

  Path brokerLog() {
    return path.resolve("broker.log");
  }

  Path lake() {
    return path.resolve("lake");
  }

  Path checkpoints() {
    return path.resolve("checkpoints");
  }

  Path temporary() {
    return path.resolve("tmp");
  }

  /**
   * Returns the size of the job's newest checkpoint in bytes. Flink may be deleting older ones,
   * which are therefore only listed.
   */
  long newestCheckpointBytes() throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path job : list(checkpoints())) {
      list(job).stream()
          .filter(folder -> CHECKPOINT.matcher(folder.getFileName().toString()).matches())
          .forEach(found::add);
    }
    return bytes(Collections.max(found, Comparator.comparingLong(FortnightFolder::number)));
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    }
  }

  private static long number(Path checkpoint) {
    return Long.parseLong(checkpoint.getFileName().toString().substring("chk-".length()));
  }

  /** Returns the size of all files in a folder. */
  static long bytes(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(FortnightFolder::size).sum();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the files in the lake that no checkpoint has committed. */
  List<Path> unfinishedFiles() throws IOException {
    try (Stream<Path> files = Files.walk(lake())) {
      return files.filter(file -> file.getFileName().toString().contains(".inprogress.")).toList();
    }
  }

  /** Deletes a savepoint that a newer one has replaced. */
  static void delete(Path savepoint) {
    TemporaryFolder.of(savepoint).close();
  }
}
