package io.longhaul.sinks.compact;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.manifest.Manifest;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A new lake that is being written. It is hidden until it is complete, and it is deleted when it is
 * closed before that.
 *
 * @param lake the hidden lake
 * @param into folder of the complete lake
 */
public record LakeDraft(Lake lake, Path into) implements Closeable {

  /** Starts a lake; what a killed process left of its draft is deleted. */
  public static LakeDraft of(Path into) throws IOException {
    Path draft = into.resolveSibling("." + into.getFileName() + ".draft");
    deleteTree(draft);
    return new LakeDraft(new Lake(draft), into);
  }

  /** Lists the files of the run in the manifest, and gives the lake its final name. */
  public void publish(String runId) throws IOException {
    Manifest.open(lake, runId).catchUp();
    Files.move(lake.folder(), into, ATOMIC_MOVE);
  }

  /** Deletes the lake unless it was published. */
  @Override
  public void close() throws IOException {
    deleteTree(lake.folder());
  }

  private static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path file : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
