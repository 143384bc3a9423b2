package io.longhaul.benchmarks.subject;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that is deleted with its content when it is closed. */
public final class TemporaryFolder implements AutoCloseable {
  private final Path path;

  private TemporaryFolder(Path path) {
    this.path = path;
  }

  public static TemporaryFolder create() throws IOException {
    return in(Path.of(System.getProperty("java.io.tmpdir")));
  }

  /** Returns an existing folder. */
  public static TemporaryFolder of(Path path) {
    return new TemporaryFolder(path);
  }

  /** Creates a folder in this one. */
  public static TemporaryFolder in(Path parent) throws IOException {
    return new TemporaryFolder(Files.createTempDirectory(parent, "longhaul-benchmark"));
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() {
    try (Stream<Path> walk = Files.walk(path)) {
      List<Path> deepestFirst = walk.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete " + path, e);
    }
  }
}
