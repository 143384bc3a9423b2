package io.longhaul.load.keep;

import io.longhaul.load.plan.server.Redaction;
import io.longhaul.load.plan.server.Secret;
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
 * Stores the exchanges of each lane in a file of one folder. If a lane's file cannot be created,
 * the lane stores nothing and logs that, because measurements do not depend on it.
 */
public final class FileExchangeStores implements ExchangeStores, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FileExchangeStores.class);

  private final Path folder;
  private final Set<StoredContent> contents;
  private final Redaction redaction;
  private final List<LaneExchangeFile> files = new CopyOnWriteArrayList<>();

  /**
   * Uses a folder, which is created if it does not exist and is accessible only by its owner.
   *
   * @param contents parts to store; not empty
   * @param secretHeaders secrets to redact
   */
  public FileExchangeStores(
      Path folder, Set<StoredContent> contents, Map<String, Secret> secretHeaders)
      throws IOException {
    this.folder = PrivateFiles.folder(folder);
    this.contents = Set.copyOf(contents);
    this.redaction = Redaction.of(secretHeaders);
  }

  @Override
  public LaneExchangeStore open(String laneId, ClockAnchor anchor) {
    try {
      LaneExchangeFile file =
          new LaneExchangeFile(folder, laneId, anchor, contents, redaction, StoreLimits.DEFAULTS);
      files.add(file);
      return file;
    } catch (IOException e) {
      LOG.warn("Cannot store requests and responses of {}: {}", laneId, e.getMessage());
      return LaneExchangeStore.NONE;
    }
  }

  /**
   * Waits until every complete exchange is written.
   *
   * @return whether that happened within the timeout
   */
  public boolean flush(Duration timeout) {
    boolean written = true;
    for (LaneExchangeFile file : files) {
      written &= file.flush(timeout);
    }
    return written;
  }

  /** Writes all complete exchanges and closes the files. */
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
