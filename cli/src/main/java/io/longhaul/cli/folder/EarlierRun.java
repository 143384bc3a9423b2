package io.longhaul.cli.folder;

import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What an earlier run, or several of one command, have left in a folder. */
public final class EarlierRun {
  private static final String EARLIER = "earlier";

  private EarlierRun() {}

  /**
   * Moves it aside, into {@code earlier/1}, {@code earlier/2} …: two runs in one log or one lake
   * would be read as one, and results are not thrown away. To be called while the folder is held.
   *
   * @return where it is now; empty when there was none
   */
  public static Optional<Path> moveAside(ExportLayout layout) throws IOException {
    boolean found =
        Stream.of(layout.lake(), layout.log(), layout.profileRuns(), layout.sweepJson())
            .anyMatch(Files::exists);
    if (!found) {
      return Optional.empty();
    }
    List<Path> leftovers = leftovers(layout);
    Path target = firstFree(layout.folder().resolve(EARLIER));
    Files.createDirectories(target);
    for (Path leftover : leftovers) {
      Files.move(leftover, target.resolve(leftover.getFileName()));
    }
    return Optional.of(target);
  }

  private static List<Path> leftovers(ExportLayout layout) throws IOException {
    List<Path> leftovers = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(layout.folder())) {
      for (Path each : all) {
        if (!each.equals(layout.lock()) && !each.getFileName().toString().equals(EARLIER)) {
          leftovers.add(each);
        }
      }
    }
    return leftovers;
  }

  private static Path firstFree(Path folder) {
    int number = 1;
    while (Files.exists(folder.resolve(Integer.toString(number)))) {
      number++;
    }
    return folder.resolve(Integer.toString(number));
  }
}
