package io.longhaul.cli.log;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the log files of a run's processes, on its own thread: a file that has become too large is
 * copied to {@code NAME.log.1} and emptied. All processes append to their files, so they continue
 * at the new end; the standard error of a child is a file that only the operating system writes,
 * and the child could not open another one. A line that is written between copy and truncation is
 * lost.
 */
public final class LogRotation implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogRotation.class);
  private static final long MAX_BYTES = 10_000_000;
  private static final long CHECK_INTERVAL_SECONDS = 30;
  private static final String FIRST = ".1";

  private final Path folder;
  private final long maxBytes;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(LogRotation::daemon);

  LogRotation(Path folder, long maxBytes) {
    this.folder = folder;
    this.maxBytes = maxBytes;
  }

  /** Starts to limit the log files in this folder. */
  public static LogRotation of(Path folder) {
    LogRotation rotation = new LogRotation(folder, MAX_BYTES);
    var unused =
        rotation.timer.scheduleWithFixedDelay(
            rotation::check, CHECK_INTERVAL_SECONDS, CHECK_INTERVAL_SECONDS, TimeUnit.SECONDS);
    return rotation;
  }

  /** Checks all files once. */
  void check() {
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(folder, "*.log")) {
      for (Path log : logs) {
        if (Files.isRegularFile(log, NOFOLLOW_LINKS) && Files.size(log) > maxBytes) {
          rotate(log);
        }
      }
    } catch (IOException e) {
      LOG.warn("Cannot limit the log files in {}: {}", folder, e.getMessage());
    }
  }

  private static void rotate(Path log) throws IOException {
    Path copy = log.resolveSibling(log.getFileName() + FIRST);
    try (FileChannel from = FileChannel.open(log, READ, WRITE, NOFOLLOW_LINKS);
        FileChannel to = FileChannel.open(copy, CREATE, WRITE, TRUNCATE_EXISTING, NOFOLLOW_LINKS)) {
      long position = 0;
      for (long copied = -1; copied != 0; position += copied) {
        copied = from.transferTo(position, from.size() - position, to);
      }
      from.truncate(0);
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "log-rotation");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
