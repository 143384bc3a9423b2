package io.longhaul.cli.folder;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.json.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What in a folder is of Longhaul's runs, by name. A run claims the names that it may write before
 * it writes them: those that are taken then are somebody else's, and stay so.
 */
public final class ClaimedNames {
  private final ExportLayout layout;

  public ClaimedNames(ExportLayout layout) {
    this.layout = layout;
  }

  /** All of them, of whichever run; empty when none ever wrote here. */
  Set<String> read() throws IOException {
    if (!Files.exists(layout.claims())) {
      return Set.of();
    }
    return new TreeSet<>(Files.readAllLines(layout.claims()));
  }

  /** Claims those of these names that are free. */
  public void claim(Collection<String> names) throws IOException {
    Set<String> claimed = new TreeSet<>(read());
    claimed.add(layout.claims().getFileName().toString());
    names.stream().filter(name -> !isTaken(name)).forEach(claimed::add);
    AtomicFile.replace(
        layout.claims(), out -> out.write((String.join("\n", claimed) + "\n").getBytes(UTF_8)));
  }

  /**
   * Claims names of which none may be somebody else's.
   *
   * @throws ForeignFilesException naming all that are; none is claimed then
   */
  public void claimExclusively(Collection<String> names) throws IOException {
    Set<String> claimed = read();
    List<String> foreign =
        names.stream()
            .filter(this::isTaken)
            .filter(name -> !claimed.contains(name) && !isShared(name))
            .sorted()
            .toList();
    if (!foreign.isEmpty()) {
      boolean one = foreign.size() == 1;
      throw new ForeignFilesException(
          "Cannot write into "
              + layout.folder()
              + ": its "
              + String.join(", ", foreign)
              + (one ? " is" : " are")
              + " of no run that is known (move "
              + (one ? "it" : "them")
              + ", or give another --artifact-dir)");
    }
    claim(names);
  }

  /** A link that leads nowhere takes a name, too. */
  private boolean isTaken(String name) {
    return Files.exists(inFolder(name), LinkOption.NOFOLLOW_LINKS);
  }

  /** Logs are only added to, and lie in a folder in which others may have theirs. */
  private boolean isShared(String name) {
    return inFolder(name).equals(layout.processLogs())
        && Files.isDirectory(layout.processLogs(), LinkOption.NOFOLLOW_LINKS);
  }

  private Path inFolder(String name) {
    return layout.folder().resolve(name);
  }
}
