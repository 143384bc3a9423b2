package io.longhaul.cli.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file in the broker's folder that contains the broker's process ID and is locked while it runs.
 * The lock ensures that a reused process ID is never mistaken for a broker.
 */
final class BrokerLock implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerLock.class);
  private static final String FILE = "broker.pid";
  private static final long EXIT_TIMEOUT_SECONDS = 10;

  private final FileChannel file;

  private BrokerLock(FileChannel file) {
    this.file = file;
  }

  /**
   * Acquires the lock for this process until it exits or the lock is closed.
   *
   * @throws IOException if another process holds the lock
   */
  static BrokerLock hold(Path folder) throws IOException {
    FileChannel file =
        FileChannel.open(folder.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (file.tryLock() == null) {
      file.close();
      throw new IOException("Cannot serve " + folder + ": another broker does (kill -9 ends it)");
    }
    file.truncate(0);
    file.write(ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(UTF_8)));
    return new BrokerLock(file);
  }

  /**
   * Stops a leftover broker that still holds the lock of this folder.
   *
   * @throws IOException if it cannot be stopped
   */
  static void stopLeftover(Path folder) throws IOException, InterruptedException {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file) || isFree(file)) {
      return;
    }
    long pid = Long.parseLong(Files.readString(file, UTF_8).strip());
    LOG.warn("Stopping broker {}, left behind in {}", pid, folder);
    ProcessHandle broker = ProcessHandle.of(pid).orElse(null);
    if (broker == null) {
      return;
    }
    broker.destroyForcibly();
    try {
      broker.onExit().get(EXIT_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(
          "Cannot stop the broker %s that was left behind in %s (kill -9 ends it)"
              .formatted(pid, folder),
          e);
    }
  }

  private static boolean isFree(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock != null;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
