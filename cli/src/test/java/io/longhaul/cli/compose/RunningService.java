package io.longhaul.cli.compose;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.embedded.QuickService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A service whose command runs as a process of this machine. */
final class RunningService {
  private static final Path PROJECT = Path.of(System.getProperty("longhaul.root"));

  /** As the image has it. */
  private static final String WORKING_FOLDER = "/data";

  private static final long STEP_TIMEOUT_SECONDS = 180;
  private static final long EXIT_TIMEOUT_SECONDS = 20;

  private final ComposeService service;
  private final OnThisMachine here;
  private final Process process;
  private final Path out;

  private RunningService(ComposeService service, OnThisMachine here, Process process, Path out) {
    this.service = service;
    this.here = here;
    this.process = process;
    this.out = out;
  }

  static RunningService start(
      ComposeService service, OnThisMachine here, Path launcher, Path jars, Path folder)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(here.translate(service.command()).strip().split("\\s+", -1)));
    Path out = folder.resolve(service.name() + ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(Path.of(here.translate(WORKING_FOLDER)).toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    Map<String, String> environment = builder.environment();
    environment.putAll(service.environment());
    environment.put("LONGHAUL_LIB", jars.toString());
    environment.merge(
        "LONGHAUL_JAVA_OPTS",
        QuickService.javaOptions(PROJECT, command.get(1)),
        (configured, quick) -> configured + " " + quick);
    return new RunningService(service, here, builder.start(), out);
  }

  /** Waits until it meets the condition of a dependent service. */
  void await(String condition) throws Exception {
    switch (condition) {
      case ComposeService.STARTED -> assertThat(process.isAlive()).as(printed()).isTrue();
      case ComposeService.HEALTHY -> awaitHealthy();
      case ComposeService.COMPLETED -> assertThat(exitStatus()).as(printed()).isZero();
      default -> throw new IllegalArgumentException("Invalid condition: " + condition);
    }
  }

  private void awaitHealthy() throws Exception {
    String check = here.translate(service.healthcheck().orElseThrow());
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STEP_TIMEOUT_SECONDS);
    while (shell(check) != 0) {
      assertThat(process.isAlive()).as(printed()).isTrue();
      assertThat(System.nanoTime()).as("deadline of %s", service.name()).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }

  private static int shell(String command) throws IOException, InterruptedException {
    return new ProcessBuilder("/bin/sh", "-c", command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  /** Waits for its exit status. */
  int exitStatus() throws IOException, InterruptedException {
    assertThat(process.waitFor(STEP_TIMEOUT_SECONDS, TimeUnit.SECONDS))
        .as("%s ends; it printed: %s", service.name(), printed())
        .isTrue();
    return process.exitValue();
  }

  /** Returns its output so far. */
  String printed() throws IOException {
    return Files.readString(out, UTF_8);
  }

  long pid() {
    return process.pid();
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Kills it, as a crash would. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Terminates it, and kills it with its children if it does not exit. */
  void end() {
    List<ProcessHandle> started = process.descendants().toList();
    process.destroy();
    try {
      process.waitFor(EXIT_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly().onExit().join();
    started.forEach(ProcessHandle::destroyForcibly);
  }
}
