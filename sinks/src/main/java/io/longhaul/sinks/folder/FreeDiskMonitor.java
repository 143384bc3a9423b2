package io.longhaul.sinks.folder;

import static java.util.Objects.requireNonNull;

import io.longhaul.sinks.store.ObjectStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks every second, on its own thread, the free disk space of a run's folders, and reports once
 * if it is too little.
 */
public final class FreeDiskMonitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FreeDiskMonitor.class);
  private static final long CHECK_INTERVAL_MILLIS = 1_000;

  private final PeriodicCheck periodicCheck;

  private FreeDiskMonitor(PeriodicCheck periodicCheck) {
    this.periodicCheck = periodicCheck;
  }

  /**
   * Starts to check the disk space.
   *
   * @param onShortage receives a sentence at most once, on the checking thread
   */
  public static FreeDiskMonitor over(
      List<Path> folders, long minBytes, Consumer<String> onShortage) {
    Map<Path, DiskTrend> watched = new LinkedHashMap<>();
    folders.forEach(folder -> watched.put(folder, new DiskTrend()));
    return new FreeDiskMonitor(
        new PeriodicCheck(
            "free-disk-watch",
            CHECK_INTERVAL_MILLIS,
            () -> {
              Optional<String> shortage =
                  watched.entrySet().stream()
                      .flatMap(each -> shortage(each.getKey(), each.getValue(), minBytes).stream())
                      .findFirst();
              shortage.ifPresent(onShortage);
              return shortage.isEmpty();
            }));
  }

  /** Returns the same as the public method, and how long the rest would last. */
  private static Optional<String> shortage(Path folder, DiskTrend trend, long minBytes) {
    freeBytes(folder).ifPresent(free -> trend.add(System.nanoTime(), free));
    return shortage(folder, minBytes)
        .map(
            text ->
                text
                    + trend
                        .timeLeft()
                        .map(
                            left ->
                                "; at the rate of the last hour, it is full in " + inWords(left))
                        .orElse(""));
  }

  private static String inWords(Duration left) {
    return left.toHours() >= 2 ? left.toHours() + " h" : Math.max(1, left.toMinutes()) + " min";
  }

  /**
   * Returns a sentence if less than the given space is free; empty if enough is free or it cannot
   * be determined, as in an object store.
   *
   * @param folder folder; if it does not exist, its nearest existing parent is checked
   */
  public static Optional<String> shortage(Path folder, long minBytes) {
    OptionalLong free = freeBytes(folder);
    if (free.isEmpty() || free.getAsLong() >= minBytes) {
      return Optional.empty();
    }
    return Optional.of(
        "only %s is free on the disk of %s, less than %s"
            .formatted(ByteText.of(free.getAsLong()), folder, ByteText.of(minBytes)));
  }

  /** Returns whether both folders, or their nearest existing parents, are on the same disk. */
  public static boolean areOnOneDisk(Path folder, Path other) {
    if (ObjectStores.contains(folder) || ObjectStores.contains(other)) {
      return false;
    }
    try {
      return Files.getFileStore(existing(folder)).equals(Files.getFileStore(existing(other)));
    } catch (IOException e) {
      return false;
    }
  }

  private static Path existing(Path folder) {
    Path existing = folder.toAbsolutePath();
    while (!Files.exists(existing)) {
      existing = requireNonNull(existing.getParent()); // the root exists
    }
    return existing;
  }

  private static OptionalLong freeBytes(Path folder) {
    if (ObjectStores.contains(folder)) {
      return OptionalLong.empty();
    }
    Path existing = existing(folder);
    try {
      return OptionalLong.of(Files.getFileStore(existing).getUsableSpace());
    } catch (IOException e) {
      LOG.warn("Cannot see how much is free at {}: {}", existing, e.getMessage());
      return OptionalLong.empty();
    }
  }

  @Override
  public void close() {
    periodicCheck.close();
  }
}
