package io.longhaul.sinks.manifest;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lock of a manifest, to which several processes append. The operating system releases it when
 * a process ends. On a file system without locks it excludes only the threads of this process.
 */
final class ManifestLock implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ManifestLock.class);

  /** A lock of the file belongs to the process, and a second one of the same process fails. */
  private static final ReentrantLock THREADS = new ReentrantLock();

  private final @Nullable FileLock lock;

  private ManifestLock(@Nullable FileLock lock) {
    this.lock = lock;
  }

  /** Waits until no other process reads or appends. */
  static ManifestLock toAppend(FileChannel manifest) {
    return new ManifestLock(lock(manifest, false));
  }

  /** Waits until no other process appends. */
  static ManifestLock toRead(FileChannel manifest) {
    return new ManifestLock(lock(manifest, true));
  }

  private static @Nullable FileLock lock(FileChannel manifest, boolean shared) {
    THREADS.lock();
    try {
      return manifest.lock(0, Long.MAX_VALUE, shared);
    } catch (IOException e) {
      LOG.warn("The manifest is not locked: {}", e.getMessage());
      return null;
    } catch (RuntimeException e) {
      THREADS.unlock();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      if (lock != null) {
        lock.release();
      }
    } finally {
      THREADS.unlock();
    }
  }
}
