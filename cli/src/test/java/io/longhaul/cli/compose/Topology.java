package io.longhaul.cli.compose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The services of a compose file as processes of this machine. What the image holds is here the
 * folder {@code deploy}, translated, and the jars of {@code target/dist/lib}.
 */
final class Topology implements AutoCloseable {
  private static final String IMAGE_DEPLOY = "/opt/longhaul/deploy";
  private static final String IMAGE_DATA = "/data";

  private final ComposeFile file;
  private final OnThisMachine here;
  private final Path folder;
  private final Path jars;
  private final Map<String, RunningService> running = new LinkedHashMap<>();

  private Topology(ComposeFile file, OnThisMachine here, Path folder, Path jars) {
    this.file = file;
    this.here = here;
    this.folder = folder;
    this.jars = jars;
  }

  /**
   * Prepares what the image would hold; nothing runs yet.
   *
   * @param project root of the source tree
   * @param folder takes configuration, data and what the processes print
   */
  static Topology of(Path project, Path folder) throws IOException {
    ComposeFile file = ComposeFile.read(project.resolve("docker-compose.yml"));
    Path deploy = project.resolve("deploy");
    List<String> texts =
        new ArrayList<>(file.services().stream().map(ComposeService::command).toList());
    for (Path each : filesOf(deploy)) {
      texts.add(Files.readString(each));
    }
    OnThisMachine here =
        OnThisMachine.of(
            file.services().stream().map(ComposeService::name).toList(),
            texts,
            Map.of(
                IMAGE_DEPLOY,
                folder.resolve("deploy").toString(),
                IMAGE_DATA,
                Files.createDirectories(folder.resolve("data")).toString()));
    for (Path each : filesOf(deploy)) {
      Path copy = folder.resolve("deploy").resolve(deploy.relativize(each).toString());
      Files.createDirectories(copy.getParent());
      Files.writeString(copy, here.translate(Files.readString(each)));
      assertThat(copy.toFile().setExecutable(Files.isExecutable(each))).isTrue();
    }
    Files.createDirectories(folder.resolve("out"));
    return new Topology(file, here, folder, project.resolve("cli/target/dist/lib"));
  }

  private static List<Path> filesOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** A path of the image, where it is here. */
  Path path(String inImage) {
    return Path.of(here.translate(inImage));
  }

  /** Translates an address or a command of the file for this machine. */
  String translate(String text) {
    return here.translate(text);
  }

  /** Starts every service but one, each when those that it depends on are as it wants them. */
  void startAllBut(String name) throws Exception {
    for (ComposeService service : file.services()) {
      if (!service.name().equals(name)) {
        start(service);
      }
    }
  }

  /** Starts a service of the file. */
  RunningService start(String name) throws Exception {
    return start(file.service(name));
  }

  /** Starts a process that the file does not have, with the image's entry point. */
  RunningService start(String name, String command) throws Exception {
    return start(new ComposeService(name, command, Map.of(), Optional.empty(), Map.of()));
  }

  private RunningService start(ComposeService service) throws Exception {
    for (Map.Entry<String, String> dependency : service.dependsOn().entrySet()) {
      running.get(dependency.getKey()).await(dependency.getValue());
    }
    RunningService started =
        RunningService.start(
            service, here, folder.resolve("deploy/bin/longhaul"), jars, folder.resolve("out"));
    running.put(service.name(), started);
    return started;
  }

  RunningService service(String name) {
    return running.get(name);
  }

  /** Ends every process, the last one first. */
  @Override
  public void close() {
    List<RunningService> services = new ArrayList<>(running.values());
    for (int i = services.size() - 1; i >= 0; i--) {
      services.get(i).end();
    }
  }

  List<Long> pids() {
    return running.values().stream().map(RunningService::pid).toList();
  }
}
