package io.longhaul.benchmarks.chaos;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A disk that can be full. */
interface Disk {

  /** Leaves no space. */
  void fill() throws IOException, InterruptedException;

  /** Ends {@link #fill()}. */
  void free() throws IOException, InterruptedException;

  /**
   * Mounts a small disk at a folder if this process has a mount namespace of its own; otherwise the
   * processes that write there get a limit for the size of their files.
   *
   * @param writers processes that write to the folder
   */
  static Disk at(Path folder, int megabytes, Supplier<List<ManagedProcess>> writers)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    boolean mounted =
        MountNamespace.isOwn()
            && succeeds("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", folder);
    return mounted ? new SmallDisk(folder) : new FileSizeLimit(writers);
  }

  private static boolean succeeds(Object... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    for (Object word : words) {
      command.add(word.toString());
    }
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  /** A mounted disk, which a file fills; unmounted with the namespace. */
  record SmallDisk(Path folder) implements Disk {
    private static final int BLOCK_BYTES = 4096;

    private Path filler() {
      return folder.resolve(".filler");
    }

    @Override
    public void fill() throws IOException {
      byte[] block = new byte[BLOCK_BYTES];
      try (OutputStream out = Files.newOutputStream(filler())) {
        while (Files.getFileStore(folder).getUsableSpace() > 0) {
          out.write(block);
        }
      } catch (IOException e) {
        if (Files.getFileStore(folder).getUsableSpace() >= BLOCK_BYTES) {
          throw e;
        }
      }
    }

    @Override
    public void free() throws IOException {
      Files.deleteIfExists(filler());
    }
  }

  /** Every write of the processes to a file fails, as on a full disk. */
  record FileSizeLimit(Supplier<List<ManagedProcess>> writers) implements Disk {
    @Override
    public void fill() throws IOException, InterruptedException {
      limit("1:unlimited");
    }

    @Override
    public void free() throws IOException, InterruptedException {
      limit("unlimited:unlimited");
    }

    private void limit(String size) throws IOException, InterruptedException {
      for (ManagedProcess writer : writers.get()) {
        if (writer.isAlive()) {
          succeeds("prlimit", "--pid", writer.pid(), "--fsize=" + size);
        }
      }
    }
  }
}
