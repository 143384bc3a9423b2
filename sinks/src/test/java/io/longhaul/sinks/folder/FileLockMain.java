package io.longhaul.sinks.folder;

import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A process that reports whether another one has locked a file. */
final class FileLockMain {
  private FileLockMain() {}

  public static void main(String[] arguments) throws Exception {
    try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      System.out.print(lock == null ? "locked" : "free");
    }
  }
}
