package io.longhaul.load.keep;

import io.longhaul.load.plan.Redaction;
import io.longhaul.load.plan.Secret;
import io.longhaul.load.time.ClockAnchor;
import io.longhaul.schema.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps every lane's requests and answers in a file of its own in one folder. A lane whose file
 * cannot be made keeps nothing, and the log says so: what is measured does not depend on it.
 */
public final class KeptFiles implements Keepers, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KeptFiles.class);

  private final Path folder;
  private final Set<Keeping> what;
  private final Redaction redaction;
  private final List<LaneFile> files = new CopyOnWriteArrayList<>();

  /**
   * Files in a folder, which is made if need be, and which only its owner may look into.
   *
   * @param what is kept; not empty
   * @param secretHeaders what must not get into a file
   */
  public KeptFiles(Path folder, Set<Keeping> what, Map<String, Secret> secretHeaders)
      throws IOException {
    this.folder = PrivateFiles.folder(folder);
    this.what = Set.copyOf(what);
    this.redaction = Redaction.of(secretHeaders);
  }

  @Override
  public LaneKeeper open(String laneId, ClockAnchor anchor) {
    try {
      LaneFile file =
          LaneFile.start(folder, laneId, anchor, what, redaction, KeepingLimits.DEFAULTS);
      files.add(file);
      return file;
    } catch (IOException e) {
      LOG.warn("Cannot keep requests and answers of {}: {}", laneId, e.getMessage());
      return LaneKeeper.NONE;
    }
  }

  /** Whether everything that has ended was written in time. */
  public boolean flush(Duration atMost) {
    boolean written = true;
    for (LaneFile file : files) {
      written &= file.flush(atMost);
    }
    return written;
  }

  /** Writes what has ended, and ends the files. */
  @Override
  public void close() {
    try {
      for (LaneFile file : files) {
        file.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
