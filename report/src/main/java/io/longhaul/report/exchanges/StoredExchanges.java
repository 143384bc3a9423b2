package io.longhaul.report.exchanges;

import io.longhaul.kept.KeptExchange;
import io.longhaul.schema.StoredExchangeFile;
import io.longhaul.schema.WireCodec;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The stored exchanges in the files of a folder. A file is scanned once, when its first exchange is
 * requested; the positions are in a temporary file next to it, so that memory does not grow with
 * the run.
 */
public final class StoredExchanges implements Closeable {
  private final Path folder;
  private final Map<String, Optional<StoredLane>> lanes = new HashMap<>();
  private final WireCodec<KeptExchange> codec = new WireCodec<>(KeptExchange.class);

  /**
   * @param folder need not exist if nothing was stored
   */
  public StoredExchanges(Path folder) {
    this.folder = folder;
  }

  /**
   * Returns the exchange of a request.
   *
   * @return empty if it was not stored
   * @throws IOException if its file cannot be read
   */
  public Optional<KeptExchange> of(String laneId, long planIndex) throws IOException {
    Optional<StoredLane> lane = lanes.get(laneId);
    if (lane == null) {
      Path file = folder.resolve(StoredExchangeFile.nameOf(laneId));
      lane = Files.exists(file) ? Optional.of(new StoredLane(file, codec)) : Optional.empty();
      lanes.put(laneId, lane);
    }
    return lane.isPresent() ? lane.get().at(planIndex) : Optional.empty();
  }

  @Override
  public void close() throws IOException {
    for (Optional<StoredLane> lane : lanes.values()) {
      if (lane.isPresent()) {
        lane.get().close();
      }
    }
  }
}
