package io.longhaul.sinks.manifest;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A manifest that is open and locked, because several processes append to it. The operating system
 * releases the lock when a process ends. On a file system without locks it excludes only the
 * threads of this process.
 */
final class ManifestLock implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ManifestLock.class);

  /**
   * A lock of the file belongs to the process: a second one of the same process fails, and the
   * operating system releases it when the process closes the file anywhere. One thread at a time
   * therefore has the file open.
   */
  private static final ReentrantLock THREADS = new ReentrantLock();

  private final FileChannel channel;

  private ManifestLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Creates the manifest if necessary, and waits until no other process reads or appends. */
  static ManifestLock toAppend(Path manifest) throws IOException {
    return open(manifest, false, CREATE, READ, WRITE, NOFOLLOW_LINKS);
  }

  /** Waits until no other process appends to a manifest, which must exist. */
  static ManifestLock toRead(Path manifest) throws IOException {
    return open(manifest, true, READ);
  }

  private static ManifestLock open(Path manifest, boolean shared, OpenOption... options)
      throws IOException {
    THREADS.lock();
    @Nullable FileChannel channel = null;
    try {
      channel = FileChannel.open(manifest, options);
      lock(channel, shared);
      return new ManifestLock(channel);
    } catch (IOException | RuntimeException e) {
      if (channel != null) {
        channel.close();
      }
      THREADS.unlock();
      throw e;
    }
  }

  private static void lock(FileChannel channel, boolean shared) {
    try {
      channel.lock(0, Long.MAX_VALUE, shared); // until the channel is closed
    } catch (IOException e) {
      LOG.warn("The manifest is not locked: {}", e.getMessage());
    }
  }

  FileChannel channel() {
    return channel;
  }

  /** Closes the file, which releases its lock. */
  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      THREADS.unlock();
    }
  }
}
