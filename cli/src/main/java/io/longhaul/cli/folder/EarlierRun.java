package io.longhaul.cli.folder;

import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What an earlier run, or several of one command, have left in a folder. */
public final class EarlierRun {
  private static final String EARLIER = "earlier";

  private EarlierRun() {}

  /**
   * Moves it aside, into {@code earlier/1}, {@code earlier/2} …: two runs in one log or one lake
   * would be read as one, and results are not thrown away. What no run has claimed stays where it
   * is. To be called while the folder is held.
   *
   * @return where it is now; empty when there were no results
   */
  public static Optional<Path> moveAside(ExportLayout layout) throws IOException {
    List<Path> leftovers = leftovers(layout);
    if (leftovers.stream().allMatch(left -> isBeginning(left, layout))) {
      return Optional.empty();
    }
    Path target = firstFree(layout.folder().resolve(EARLIER));
    Files.createDirectories(target);
    for (Path leftover : leftovers) {
      Files.move(leftover, target.resolve(leftover.getFileName()));
    }
    return Optional.of(target);
  }

  private static List<Path> leftovers(ExportLayout layout) throws IOException {
    Set<String> claimed = new ClaimedNames(layout).read();
    List<Path> leftovers = new ArrayList<>();
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(
            layout.folder(), each -> claimed.contains(ExportLayout.claimOf(each)))) {
      all.forEach(leftovers::add);
    }
    return leftovers;
  }

  /** Whether it is written by a run that has not even reached its server, too. */
  private static boolean isBeginning(Path left, ExportLayout layout) {
    return left.equals(layout.claims()) || left.equals(layout.processLogs());
  }

  private static Path firstFree(Path folder) {
    int number = 1;
    while (Files.exists(folder.resolve(Integer.toString(number)))) {
      number++;
    }
    return folder.resolve(Integer.toString(number));
  }
}
