package io.longhaul.load.media;

import io.longhaul.load.plan.server.SecretVariables;
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
import org.jspecify.annotations.Nullable;

/**
 * Runs the program ffmpeg for formats that Java cannot encode. Each call starts a child process
 * that reads its input from this process, so the child ends when this process does. Thread-safe;
 * calls block.
 *
 * @param maxSeconds maximum time of a call
 */
public record Ffmpeg(Path program, long maxSeconds) {
  private static final long MAX_FILE_BYTES = 32L << 20;
  private static final int MAX_REPORTED_CHARS = 200;

  /**
   * Returns the first program named ffmpeg in the given folders.
   *
   * @param path the folders, in the format of the variable PATH; may be null
   * @throws IOException if there is none; the message is a complete sentence
   */
  public static Ffmpeg onPath(@Nullable String path) throws IOException {
    for (String folder : path == null ? new String[0] : path.split(File.pathSeparator)) {
      try {
        Path program = Path.of(folder, "ffmpeg");
        if (Files.isRegularFile(program) && Files.isExecutable(program)) {
          return new Ffmpeg(program, 120);
        }
      } catch (InvalidPathException e) {
        // Not a valid path: continue with the next folder.
      }
    }
    throw new IOException(
        "Cannot encode video or MP3: ffmpeg is not on the PATH (install it, or give" + " files)");
  }

  /** Writes the data to encode. */
  interface Input {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Encodes data.
   *
   * @param arguments input and encoding options without the output file; {@code pipe:} denotes the
   *     input
   * @param ending extension of the output file; irrelevant if the options include a format
   * @param folder temporary folder, owned by the caller
   * @return content of the encoded file
   * @throws IOException if encoding fails; the message is a complete sentence
   */
  byte[] encode(List<String> arguments, Input input, String ending, Path folder)
      throws IOException {
    Path file = folder.resolve("encoded." + ending);
    Path errorOutput = folder.resolve("error-output.txt");
    List<String> command =
        new ArrayList<>(List.of(program.toString(), "-hide_banner", "-loglevel", "error", "-y"));
    command.addAll(arguments);
    // Omit metadata such as the time of encoding, so that equal input yields an equal file.
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
          "Cannot encode: ffmpeg took longer than " + maxSeconds + " s (request smaller media)");
    }
    if (process.exitValue() != 0) {
      throw new IOException("Cannot encode: ffmpeg failed: " + lastLine(errorOutput));
    }
    return read(file);
  }

  /**
   * Writes the input. A process that has ended or closed its input needs no more; its exit status
   * says why.
   */
  private static void feed(Process process, Input input) {
    try (OutputStream out = new BufferedOutputStream(process.getOutputStream(), 1 << 16)) {
      input.writeTo(out);
    } catch (IOException e) {
      // The exit status and the error output say more than "broken pipe".
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
          "Cannot encode: a file of %s MB (at most %s MB; request smaller media)"
              .formatted(Files.size(file) >> 20, MAX_FILE_BYTES >> 20));
    }
    return Files.readAllBytes(file);
  }
}
