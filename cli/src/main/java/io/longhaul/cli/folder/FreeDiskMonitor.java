package io.longhaul.cli.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every second, from a thread of its own, how much may still be written where the folders of
 * a run are, and says once when it is too little.
 */
public final class FreeDiskMonitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FreeDiskMonitor.class);
  private static final long CHECK_INTERVAL_MILLIS = 1_000;

  private final PeriodicCheck periodicCheck;

  private FreeDiskMonitor(PeriodicCheck periodicCheck) {
    this.periodicCheck = periodicCheck;
  }

  /**
   * Begins to look.
   *
   * @param tooLittle told at most once, in a sentence, on the looking thread
   */
  public static FreeDiskMonitor over(
      List<Path> folders, long minBytes, Consumer<String> onShortage) {
    List<Path> watched = List.copyOf(folders);
    return new FreeDiskMonitor(
        PeriodicCheck.start(
            "free-disk-watch",
            CHECK_INTERVAL_MILLIS,
            () -> {
              Optional<String> shortage = shortage(watched, minBytes);
              shortage.ifPresent(onShortage);
              return shortage.isEmpty();
            }));
  }

  /**
   * Why a bound is not kept now, in a sentence; empty when it is, or when nobody can tell.
   *
   * @param folder judged by the one in which it would be made when it is not there
   */
  public static Optional<String> shortage(Path folder, long minBytes) {
    OptionalLong free = freeBytes(folder);
    if (free.isEmpty() || free.getAsLong() >= minBytes) {
      return Optional.empty();
    }
    return Optional.of(
        "only "
            + ByteText.of(free.getAsLong())
            + " may still be written to the disk of "
            + folder
            + ", less than "
            + ByteText.of(minBytes));
  }

  private static OptionalLong freeBytes(Path folder) {
    Path existing = folder.toAbsolutePath();
    while (!Files.exists(existing)) {
      existing = existing.getParent();
    }
    try {
      return OptionalLong.of(Files.getFileStore(existing).getUsableSpace());
    } catch (IOException e) {
      LOG.warn("Cannot see how much is free at {}: {}", existing, e.getMessage());
      return OptionalLong.empty();
    }
  }

  private static Optional<String> shortage(List<Path> folders, long minBytes) {
    return folders.stream().flatMap(folder -> shortage(folder, minBytes).stream()).findFirst();
  }

  @Override
  public void close() {
    periodicCheck.close();
  }
}
