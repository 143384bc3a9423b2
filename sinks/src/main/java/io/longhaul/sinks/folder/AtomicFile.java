package io.longhaul.sinks.folder;

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
 * A file that appears atomically: it is written under a temporary name in the same folder, synced
 * to disk and renamed, and the folder is synced, too. Readers see either the old or the new
 * content; a link of that name is replaced. Files with content of requests or responses are
 * readable only for their owner.
 */
public final class AtomicFile implements Closeable {
  private final Path file;
  private final Path draft;
  private final FileChannel channel;
  private final OutputStream out;

  /** Starts a file, which does not exist before it is published. */
  public AtomicFile(Path file) throws IOException {
    this(file, ExportLayout.holdsContent(file));
  }

  private AtomicFile(Path file, boolean isPrivate) throws IOException {
    this.file = file.toAbsolutePath();
    this.draft = this.file.resolveSibling("." + file.getFileName() + ".draft");
    if (isPrivate) {
      this.channel = FileChannel.open(PrivateFiles.create(draft), WRITE, NOFOLLOW_LINKS);
    } else {
      Files.deleteIfExists(draft);
      this.channel = FileChannel.open(draft, CREATE_NEW, WRITE);
    }
    this.out = new BufferedOutputStream(Channels.newOutputStream(channel));
  }

  /** Writes the content; it need not close the stream. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Writes a file, replacing an earlier one. */
  public static void replace(Path file, Content content) throws IOException {
    write(new AtomicFile(file), content);
  }

  /** Writes a file that only its owner can read, whatever its name, replacing an earlier one. */
  public static void replacePrivate(Path file, Content content) throws IOException {
    write(new AtomicFile(file, true), content);
  }

  private static void write(AtomicFile file, Content content) throws IOException {
    try (file) {
      content.writeTo(file.out());
      file.publish();
    }
  }

  /** Returns the stream for the content; it need not be closed. */
  public OutputStream out() {
    return out;
  }

  /** Renames the file to its final name. */
  public void publish() throws IOException {
    out.flush();
    channel.force(true);
    channel.close();
    Files.move(draft, file, ATOMIC_MOVE);
    try (FileChannel folder = FileChannel.open(file.getParent(), READ)) {
      folder.force(true);
    }
  }

  /** Deletes a file that was not published. */
  @Override
  public void close() throws IOException {
    channel.close();
    Files.deleteIfExists(draft);
  }
}
