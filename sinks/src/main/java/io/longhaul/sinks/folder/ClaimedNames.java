package io.longhaul.sinks.folder;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Names of the files in a folder that belong to Longhaul's runs. A run claims the names of its
 * files before it writes them; a file that exists at that time belongs to someone else and is never
 * overwritten.
 */
public record ClaimedNames(ExportLayout layout) {
  /** Returns the claimed names of all runs; empty if no run has written into this folder. */
  Set<String> read() throws IOException {
    if (!Files.exists(layout.claims())) {
      return Set.of();
    }
    return new TreeSet<>(Files.readAllLines(layout.claims()));
  }

  /** Claims the names that are not taken. */
  public void claim(Collection<String> names) throws IOException {
    Set<String> claimed = new TreeSet<>(read());
    claimed.add(layout.claims().getFileName().toString());
    names.stream().filter(name -> !isTaken(name)).forEach(claimed::add);
    AtomicFile.replace(
        layout.claims(), out -> out.write((String.join("\n", claimed) + "\n").getBytes(UTF_8)));
  }

  /**
   * Claims the name of a file that another command writes into the folder of a run, so that {@code
   * profile --replace} does not take it for someone else's. Other folders remain unchanged.
   */
  public void claimInRun(String name) throws IOException {
    if (Files.exists(layout.claims())) {
      claim(Set.of(name));
    }
  }

  /**
   * Claims names, none of which may belong to a foreign file.
   *
   * @throws ForeignFilesException if foreign files exist; names all of them, and nothing is claimed
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
          "Cannot write into %s: its %s %s not belong to a known run (move %s, or give another --artifact-dir)"
              .formatted(
                  layout.folder(),
                  String.join(", ", foreign),
                  one ? "does" : "do",
                  one ? "it" : "them"));
    }
    claim(names);
  }

  /** Returns whether a file of this name exists; a broken link counts. */
  private boolean isTaken(String name) {
    return Files.exists(inFolder(name), LinkOption.NOFOLLOW_LINKS);
  }

  /** Returns whether this is the folder of logs, which may contain foreign files. */
  private boolean isShared(String name) {
    return inFolder(name).equals(layout.processLogs())
        && Files.isDirectory(layout.processLogs(), LinkOption.NOFOLLOW_LINKS);
  }

  private Path inFolder(String name) {
    return layout.folder().resolve(name);
  }
}
