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
public final class FileExchangeStores implements ExchangeStores, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FileExchangeStores.class);

  private final Path folder;
  private final Set<StoredContent> contents;
  private final Redaction redaction;
  private final List<LaneExchangeFile> files = new CopyOnWriteArrayList<>();

  /**
   * Files in a folder, which is made if need be, and which only its owner may look into.
   *
   * @param contents is kept; not empty
   * @param secretHeaders what must not get into a file
   */
  public FileExchangeStores(Path folder, Set<StoredContent> contents, Map<String, Secret> secretHeaders)
      throws IOException {
    this.folder = PrivateFiles.folder(folder);
    this.contents = Set.copyOf(contents);
    this.redaction = Redaction.of(secretHeaders);
  }

  @Override
  public LaneExchangeStore open(String laneId, ClockAnchor anchor) {
    try {
      LaneExchangeFile file =
          LaneExchangeFile.start(folder, laneId, anchor, contents, redaction, StoreLimits.DEFAULTS);
      files.add(file);
      return file;
    } catch (IOException e) {
      LOG.warn("Cannot keep requests and answers of {}: {}", laneId, e.getMessage());
      return LaneExchangeStore.NONE;
    }
  }

  /** Whether everything that has ended was written in time. */
  public boolean flush(Duration atMost) {
    boolean written = true;
    for (LaneExchangeFile file : files) {
      written &= file.flush(atMost);
    }
    return written;
  }

  /** Writes what has ended, and ends the files. */
  @Override
  public void close() {
    try {
      for (LaneExchangeFile file : files) {
        file.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
