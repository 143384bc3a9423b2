package io.longhaul.pipeline.retention;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetPages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks the committed files of a lake: each file is read once, with its footer and the checksums
 * of its pages. For one thread.
 */
final class CommittedFiles {
  /** The lake may be on a file server whose clock differs from that of the brokers. */
  private static final Duration MAX_CLOCK_DIFFERENCE = Duration.ofMinutes(10);

  private final Lake lake;
  private final String runId;
  private final Map<Path, Long> intactSinceMillis = new HashMap<>();

  /**
   * @param runId run whose files are checked; empty for all
   */
  CommittedFiles(Lake lake, String runId) {
    this.lake = lake;
    this.runId = runId;
  }

  /**
   * Checks the files that were written since a time, except for those that were intact earlier and
   * have not changed.
   *
   * @param epochMillis earliest time, in milliseconds since the epoch
   * @return sentences about damaged files
   * @throws IOException if a folder cannot be read
   */
  List<String> damages(long epochMillis) throws IOException {
    long earliest = epochMillis - MAX_CLOCK_DIFFERENCE.toMillis();
    intactSinceMillis.values().removeIf(written -> written < earliest);
    List<String> damages = new ArrayList<>();
    for (Dataset<?> dataset : Dataset.ALL) {
      for (Path file : runId.isEmpty() ? lake.files(dataset) : lake.files(dataset, runId)) {
        check(file, earliest, damages);
      }
    }
    return damages;
  }

  private void check(Path file, long earliest, List<String> damages) throws IOException {
    try {
      long written = Files.getLastModifiedTime(file).toMillis();
      Long intact = intactSinceMillis.get(file);
      if (written < earliest || (intact != null && intact == written)) {
        return;
      }
      List<ParquetPages.Damage> found = ParquetPages.damages(file);
      if (found.isEmpty()) {
        intactSinceMillis.put(file, written);
      }
      found.forEach(
          damage ->
              damages.add(
                  "%s, byte %,d: %s"
                      .formatted(lake.folder().relativize(file), damage.offset(), damage.what())));
    } catch (NoSuchFileException e) {
      // A user has deleted the files of a run.
    }
  }
}
