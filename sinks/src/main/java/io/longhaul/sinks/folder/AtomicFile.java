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
import java.nio.ByteBuffer;
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
  private static final int COPY_BYTES = 1024 * 1024;

  private final Path file;
  private final Path draft;
  private final FileChannel channel;
  private final OutputStream out;

  /** Starts a file, which does not exist before it is published. */
  public AtomicFile(Path file) throws IOException {
    this(file, ExportLayout.holdsContent(file));
  }

  private AtomicFile(Path file, boolean isPrivate) throws IOException {
    this(file, ".draft", isPrivate);
  }

  private AtomicFile(Path file, String ending, boolean isPrivate) throws IOException {
    this.file = file.toAbsolutePath();
    this.draft = this.file.resolveSibling("." + file.getFileName() + ending);
    if (isPrivate) {
      this.channel = FileChannel.open(PrivateFiles.create(draft), READ, WRITE, NOFOLLOW_LINKS);
    } else {
      Files.deleteIfExists(draft);
      this.channel = FileChannel.open(draft, CREATE_NEW, READ, WRITE);
    }
    this.out = new BufferedOutputStream(Channels.newOutputStream(channel));
  }

  /**
   * Starts a file with another temporary name, so that the file can be written in another way
   * meanwhile.
   *
   * @param ending end of the temporary name
   */
  public static AtomicFile ofEnding(Path file, String ending) throws IOException {
    return new AtomicFile(file, ending, ExportLayout.holdsContent(file));
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
    publishAs(file);
  }

  /** Renames the file to another name in the same folder. */
  public void publishAs(Path name) throws IOException {
    out.flush();
    channel.force(true);
    // Only then: closing unlocks the file.
    Files.move(draft, name, ATOMIC_MOVE);
    channel.close();
    try (FileChannel folder = FileChannel.open(file.getParent(), READ)) {
      folder.force(true);
    }
  }

  /** Returns the number of bytes so far, all of which the operating system has then. */
  public long size() throws IOException {
    out.flush();
    return channel.position();
  }

  /**
   * Locks the temporary file until it is published or closed or this process ends, so that others
   * can see that it is being written.
   *
   * @throws IOException if it is locked, another process has deleted it, or the file system cannot
   *     lock files
   */
  public void lock() throws IOException {
    if (channel.tryLock() == null) {
      throw new IOException("Cannot lock " + draft + ": another process has locked it");
    }
    if (!Files.exists(draft, NOFOLLOW_LINKS)) {
      throw new IOException("Cannot lock " + draft + ": another process has deleted it");
    }
  }

  /** Copies a part of what the operating system has of the temporary file. */
  public void copy(long offset, long bytes, OutputStream to) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(COPY_BYTES);
    long end = offset + bytes;
    for (long at = offset; at < end; at += buffer.position()) {
      buffer.clear().limit((int) Math.min(COPY_BYTES, end - at));
      // Another channel of this process would unlock the file when it is closed.
      if (channel.read(buffer, at) < 0) {
        throw new IOException("Cannot read " + draft + ": it was truncated");
      }
      to.write(buffer.array(), 0, buffer.position());
    }
  }

  /** Deletes a file that was not published. */
  @Override
  public void close() throws IOException {
    try {
      Files.deleteIfExists(draft);
    } finally {
      channel.close();
    }
  }
}
