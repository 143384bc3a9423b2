package io.longhaul.sinks.lake;

import static java.util.Objects.requireNonNull;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.RowFile;
import io.longhaul.sinks.folder.WriteProblem;
import io.longhaul.sinks.parquet.RowVersion;
import io.longhaul.sinks.store.ObjectStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A lake outside the folders of its runs, on a disk or in an object store, to which several runs of
 * this machine add rows, one after another or at the same time. Each of them writes files of its
 * own, whose names contain its ID.
 */
public record SharedLake(Lake lake) {
  /** What a new file system contains. */
  private static final Set<String> NOTHING = Set.of("lost+found");

  /**
   * Returns why a run cannot add rows to this folder although it can be written, as text that
   * states what would be right; empty if it can.
   *
   * @param artifacts folder for the results of the run
   * @throws IOException if the folder or a file of it cannot be read
   */
  public Optional<String> problem(Path artifacts) throws IOException {
    Path folder = lake.folder();
    if (!ObjectStores.contains(folder)) {
      Path real = real(folder);
      if (real.startsWith(real(artifacts)) || belongsToRun(real)) {
        return Optional.of("a folder outside the results of a run, which may be replaced");
      }
    }
    if (!ObjectStores.exists(folder)) {
      return Optional.empty();
    }
    if (!ObjectStores.isFolder(folder)) {
      return Optional.of("a folder");
    }
    Optional<Path> foreign = isLake() ? Optional.empty() : anyFile();
    return foreign.isPresent()
        ? Optional.of(
            "a lake, or an empty or new folder: it contains " + foreign.get().getFileName())
        : otherVersion();
  }

  /** Resolves links in the part of a path that exists. */
  private static Path real(Path folder) throws IOException {
    Path existing = folder;
    while (!Files.exists(existing)) {
      existing = requireNonNull(existing.getParent()); // the root exists
    }
    return existing.toRealPath().resolve(existing.relativize(folder));
  }

  /** Returns whether the folder is the artifact folder of a run, or anywhere in one. */
  private static boolean belongsToRun(Path folder) {
    for (Path each = folder; each != null; each = each.getParent()) {
      if (Files.exists(new ExportLayout(each).claims())) {
        return true;
      }
    }
    return false;
  }

  private boolean isLake() throws IOException {
    if (ObjectStores.isFolder(RunRegistration.folder(lake))) {
      return true;
    }
    for (Dataset<?> dataset : Dataset.ALL) {
      if (ObjectStores.isFolder(ExportLayout.dataset(lake.folder(), dataset))) {
        return true;
      }
    }
    return false;
  }

  private Optional<Path> anyFile() throws IOException {
    try (Stream<Path> files = Files.list(lake.folder())) {
      return files
          .filter(file -> !NOTHING.contains(file.getFileName().toString()))
          .filter(file -> !WriteProblem.isProbe(file))
          .sorted()
          .findFirst();
    }
  }

  /** Looks at a file of each dataset. */
  private Optional<String> otherVersion() throws IOException {
    for (Dataset<?> dataset : Dataset.ALL) {
      List<Path> files = lake.files(dataset);
      Optional<Path> partitioned = files.stream().filter(RowFile::isPartitioned).findFirst();
      if (partitioned.isPresent()) {
        return Optional.of(
            "a lake with the files of this version: %s is of an older one"
                .formatted(lake.folder().relativize(partitioned.get())));
      }
      if (!files.isEmpty()) {
        Path newest = files.get(files.size() - 1);
        String version = RowVersion.of(newest).orElse("unknown");
        if (!version.equals(RowVersion.CURRENT)) {
          return Optional.of(
              "a lake with rows of version %s, which this release writes: %s has version %s"
                  .formatted(RowVersion.CURRENT, lake.folder().relativize(newest), version));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the existing folders in the lake, into which a run writes, and which may belong to
   * other users; in an object store there are none.
   */
  public List<Path> folders() {
    if (ObjectStores.contains(lake.folder())) {
      return List.of();
    }
    return Stream.concat(
            Stream.of(RunRegistration.folder(lake)),
            Dataset.ALL.stream().map(dataset -> ExportLayout.dataset(lake.folder(), dataset)))
        .filter(Files::exists)
        .toList();
  }

  /**
   * Returns whether the lake contains a run of this name, or one is registered in another folder.
   *
   * @param artifacts folder of the run that needs the name
   * @throws IOException if the lake cannot be read
   */
  public boolean contains(String runId, Path artifacts) throws IOException {
    return lake.runs().contains(runId)
        || RunRegistration.find(lake, runId)
            .filter(run -> run.folder().filter(artifacts::equals).isEmpty())
            .isPresent();
  }

  /**
   * Deletes all files of a run, also unfinished ones, if it is registered with this folder. The
   * registration remains. Only while the folder is locked, so that no process writes them.
   *
   * @param artifacts folder of the run
   */
  public void deleteFiles(String runId, Path artifacts) throws IOException {
    if (RunRegistration.find(lake, runId)
        .flatMap(RunRegistration::folder)
        .filter(artifacts::equals)
        .isEmpty()) {
      return;
    }
    for (Dataset<?> dataset : Dataset.ALL) {
      Path folder = ExportLayout.dataset(lake.folder(), dataset);
      if (!ObjectStores.isFolder(folder)) {
        continue;
      }
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file :
            files.filter(each -> runOf(each).filter(runId::equals).isPresent()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private static Optional<String> runOf(Path file) {
    return RowFile.runOf(RowFile.finished(file).orElse(file));
  }
}
