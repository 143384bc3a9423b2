package io.longhaul.load.media;

import io.longhaul.load.plan.SecretVariables;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * The program ffmpeg, for what Java has no encoder for. Each call is a child process, which reads
 * its input from here, so it ends when this process does. Safe on any thread; it keeps the calling
 * one waiting.
 */
public final class Ffmpeg {
  private static final long MAX_FILE_BYTES = 32L << 20;
  private static final int MAX_REPORTED_CHARS = 200;

  private final Path program;
  private final long maxSeconds;

  Ffmpeg(Path program, long maxSeconds) {
    this.program = program;
    this.maxSeconds = maxSeconds;
  }

  /**
   * The first program called ffmpeg in folders that are listed as in the variable PATH.
   *
   * @param path the folders; null for none
   * @throws IOException when there is none; its message is a sentence
   */
  public static Ffmpeg onPath(String path) throws IOException {
    for (String folder : path == null ? new String[0] : path.split(File.pathSeparator)) {
      try {
        Path program = Path.of(folder, "ffmpeg");
        if (Files.isRegularFile(program) && Files.isExecutable(program)) {
          return new Ffmpeg(program, 120);
        }
      } catch (InvalidPathException e) {
        // No folder: the next one may be.
      }
    }
    throw new IOException(
        "Cannot encode video or mp3: there is no program ffmpeg on the PATH (install it, or give"
            + " files)");
  }

  /** Writes what is to be encoded, piece by piece. */
  interface Input {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Encodes something.
   *
   * @param arguments what it is, where {@code pipe:} is the input, and how it is to be encoded;
   *     without the file
   * @param ending of the file's name, which says nothing to ffmpeg if a format is given
   * @param folder for files, the caller's own
   * @return the file
   * @throws IOException when ffmpeg cannot do it; its message is a sentence
   */
  byte[] encode(List<String> arguments, Input input, String ending, Path folder)
      throws IOException {
    Path file = folder.resolve("encoded." + ending);
    Path errorOutput = folder.resolve("told");
    List<String> command =
        new ArrayList<>(List.of(program.toString(), "-hide_banner", "-loglevel", "error", "-y"));
    command.addAll(arguments);
    // Nothing in the file says when and by whom it was made: the same input gives the same file.
    command.addAll(List.of("-map_metadata", "-1", "-fflags", "+bitexact", "-flags", "+bitexact"));
    command.add(file.toString());
    ProcessBuilder ffmpeg =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(errorOutput.toFile());
    SecretVariables.removeFrom(ffmpeg);
    Process process = ffmpeg.start();
    AtomicBoolean late = new AtomicBoolean();
    CompletableFuture<Process> timeout =
        process
            .onExit()
            .orTimeout(maxSeconds, TimeUnit.SECONDS)
            .whenComplete(
                (ended, why) -> {
                  late.set(why != null);
                  process.destroyForcibly();
                });
    try {
      feed(process, input);
      await(process);
    } finally {
      process.destroyForcibly();
      timeout.cancel(false);
    }
    if (late.get()) {
      throw new IOException(
          "Cannot encode: ffmpeg took longer than " + maxSeconds + " s (ask for less)");
    }
    if (process.exitValue() != 0) {
      throw new IOException("Cannot encode: ffmpeg says: " + lastLine(errorOutput));
    }
    return read(file);
  }

  /** One that has ended, or closed its input, wants no more: how it ended tells why. */
  private static void feed(Process process, Input input) {
    try (OutputStream out = new BufferedOutputStream(process.getOutputStream(), 1 << 16)) {
      input.writeTo(out);
    } catch (IOException e) {
      // Its exit status and what it says are more than "broken pipe".
    }
  }

  private static void await(Process process) throws IOException {
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Cannot encode: interrupted", e);
    }
  }

  private static String lastLine(Path errorOutput) throws IOException {
    try (Stream<String> lines = Files.lines(errorOutput, StandardCharsets.ISO_8859_1)) {
      String last =
          lines
              .filter(command -> !command.isBlank())
              .reduce("nothing", (before, command) -> command)
              .strip();
      return last.length() <= MAX_REPORTED_CHARS
          ? last
          : last.substring(0, MAX_REPORTED_CHARS) + "…";
    }
  }

  private static byte[] read(Path file) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) == 0) {
      throw new IOException("Cannot encode: ffmpeg wrote nothing");
    }
    if (Files.size(file) > MAX_FILE_BYTES) {
      throw new IOException(
          "Cannot encode: a file of "
              + (Files.size(file) >> 20)
              + " MB (at most "
              + (MAX_FILE_BYTES >> 20)
              + " MB; ask for less)");
    }
    return Files.readAllBytes(file);
  }
}
