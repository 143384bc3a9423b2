package io.longhaul.sinks.json;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that is there whole or not at all: written beside its place, forced to the disk, renamed
 * in one step, and the folder forced too. Readers see the old content or the new one.
 */
final class AtomicFile {
  private AtomicFile() {}

  /** Writes the content; the stream need not be closed. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  static void replace(Path file, Content content) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Path draft = folder.resolve("." + file.getFileName() + ".draft");
    Files.deleteIfExists(draft);
    try {
      try (FileChannel channel = FileChannel.open(draft, CREATE_NEW, WRITE)) {
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel));
        content.writeTo(out);
        out.flush();
        channel.force(true);
      }
      Files.move(draft, file, ATOMIC_MOVE);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(draft);
      throw e;
    }
    try (FileChannel directory = FileChannel.open(folder, READ)) {
      directory.force(true);
    }
  }
}
