package io.longhaul.sinks.json;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.longhaul.schema.PrivateFiles;
import io.longhaul.sinks.ExportLayout;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that is there whole or not at all: written beside its place, forced to the disk, renamed
 * in one step, and the folder forced too. Readers see the old content or the new one; a link in its
 * place is replaced. Only its owner may read a file with content of requests or answers.
 */
public final class AtomicFile implements Closeable {
  private final Path file;
  private final Path draft;
  private final FileChannel channel;
  private final OutputStream out;

  private AtomicFile(Path file) throws IOException {
    this.file = file.toAbsolutePath();
    this.draft = this.file.resolveSibling("." + file.getFileName() + ".draft");
    if (ExportLayout.holdsContent(file)) {
      this.channel = FileChannel.open(PrivateFiles.create(draft), WRITE, NOFOLLOW_LINKS);
    } else {
      Files.deleteIfExists(draft);
      this.channel = FileChannel.open(draft, CREATE_NEW, WRITE);
    }
    this.out = new BufferedOutputStream(Channels.newOutputStream(channel));
  }

  /** Writes the content; the stream need not be closed. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Writes a file in the place of an earlier one. */
  public static void replace(Path file, Content content) throws IOException {
    try (AtomicFile written = begin(file)) {
      content.writeTo(written.out());
      written.publish();
    }
  }

  /** Begins a file; it is not there before it is published. */
  static AtomicFile begin(Path file) throws IOException {
    return new AtomicFile(file);
  }

  /** Takes the content; it need not be closed. */
  OutputStream out() {
    return out;
  }

  /** Puts the file into its place. */
  void publish() throws IOException {
    out.flush();
    channel.force(true);
    channel.close();
    Files.move(draft, file, ATOMIC_MOVE);
    try (FileChannel folder = FileChannel.open(file.getParent(), READ)) {
      folder.force(true);
    }
  }

  /** Leaves nothing behind of a file that was not published. */
  @Override
  public void close() throws IOException {
    channel.close();
    Files.deleteIfExists(draft);
  }
}
