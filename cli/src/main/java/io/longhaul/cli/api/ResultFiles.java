package io.longhaul.cli.api;

import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files of a run that clients may download: the documents in its folder, by name. A name must
 * be in this list; it is never used to build a path.
 */
final class ResultFiles {
  private final ExportLayout layout;
  private final Set<String> documents;

  ResultFiles(ExportLayout layout) {
    this.layout = layout;
    this.documents = layout.documentNames();
  }

  /** Returns the names of the existing documents, sorted; symbolic links are excluded. */
  List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(layout.folder())) {
      return files
          .filter(file -> documents.contains(ExportLayout.claimOf(file)))
          .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .map(file -> file.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  /** Returns the file with this name, if it is in the list. */
  Optional<Path> find(String name) throws IOException {
    return names().contains(name) ? Optional.of(layout.folder().resolve(name)) : Optional.empty();
  }
}
