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
 * The files of a run that may be fetched: its own documents, by their names in its folder, and
 * nothing else. A name is one of the list or it is nothing; no path is made of it.
 */
final class ResultFiles {
  private final ExportLayout layout;
  private final Set<String> documents;

  ResultFiles(ExportLayout layout) {
    this.layout = layout;
    this.documents = layout.documentNames();
  }

  /** Those that are there, by name; what is a link is somebody else's. */
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

  /** The file of that name, if it is one of them. */
  Optional<Path> find(String name) throws IOException {
    return names().contains(name) ? Optional.of(layout.folder().resolve(name)) : Optional.empty();
  }
}
