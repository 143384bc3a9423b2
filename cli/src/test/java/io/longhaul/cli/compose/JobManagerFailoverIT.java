package io.longhaul.cli.compose;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.RequestReconciliation;
import io.longhaul.export.RunRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Flink cluster with two JobManagers and ZooKeeper, as docs/running-distributed.md configures it.
 */
@EnabledOnOs(OS.LINUX)
class JobManagerFailoverIT {
  private static final Path PROJECT = Path.of(System.getProperty("longhaul.root"));
  private static final long STEP_TIMEOUT_SECONDS = 180;
  private static final String RUN = "r1";

  /** Flink's own jars contain a ZooKeeper server. */
  private static final String ZOOKEEPER =
      "org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.server.ZooKeeperServerMain";

  @TempDir Path folder;

  @Test
  void theStandbyJobManagerContinuesTheJobAndTheRunIsComplete() throws Exception {
    int port = freePort();
    Process zookeeper = startZooKeeper(port);
    try (Topology topology = Topology.of(PROJECT, folder)) {
      await("ZooKeeper", () -> listens(port));
      String standbyFolder = configure(topology, port);
      for (String service : List.of("kafka", "jobmanager", "taskmanager", "topics", "job")) {
        topology.start(service);
      }
      assertThat(topology.service("job").exitStatus())
          .as(topology.service("job").printed())
          .isZero();
      for (String service : List.of("mock-server", "generator-0", "generator-1")) {
        topology.start(service);
      }
      topology.start("standby", "jobmanager " + standbyFolder);
      Lake lake = new Lake(topology.path("/data/lake"));
      RunningService profile =
          topology.start(
              "coordinator",
              "profile --kafka kafka:9092 --lake /data/lake --generators 2 --run-id "
                  + RUN
                  + " --model mock-model --url http://mock-server:8000 --streaming --tokenizer"
                  + " builtin --isl 32 --osl 8 --request-rate 20 --benchmark-duration 60"
                  + " --slice-duration 1 --no-gpu-telemetry --no-server-metrics --ui none");
      await("committed rows", () -> !lake.files(Dataset.REQUESTS).isEmpty());

      topology.service("jobmanager").kill();

      assertThat(profile.exitStatus()).as(profile.printed()).isZero();
      List<RunRow> summaries = lake.rows(Dataset.RUNS, RUN);
      assertThat(summaries).extracting(RunRow::getStatus).containsExactly("complete");
      RequestReconciliation.of(lake, RUN, topology.path("/data/truth.jsonl")).assertBalanced();
    } finally {
      zookeeper.destroyForcibly().onExit().join();
    }
  }

  /**
   * Adds the documented settings to Flink's configuration.
   *
   * @return the folder with the configuration of the standby, which has other ports
   */
  private String configure(Topology topology, int zooKeeperPort) throws IOException {
    Path first = folder.resolve("deploy/flink/config.yaml");
    String settings =
        topology
            .translate(documentedSettings())
            .replaceAll("(?m)quorum: .*$", "quorum: 127.0.0.1:" + zooKeeperPort);
    String config = Files.readString(first) + "\n" + settings;
    Files.writeString(first, config);
    Path standby = Files.createDirectories(folder.resolve("deploy/flink-standby"));
    Files.writeString(
        standby.resolve("config.yaml"),
        config.replaceAll("(?m)^(  port|    port): [0-9]+$", "$1: 0"));
    return standby.toString();
  }

  private static String documentedSettings() throws IOException {
    String page = Files.readString(PROJECT.resolve("docs/running-distributed.md"));
    int start = page.indexOf("```yaml\nhigh-availability:");
    assertThat(start).as("settings in the docs").isNotNegative();
    int from = page.indexOf('\n', start) + 1;
    return page.substring(from, page.indexOf("```", from));
  }

  private Process startZooKeeper(int port) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Dzookeeper.admin.enableServer=false",
            "-cp",
            PROJECT.resolve("cli/target/dist/lib") + "/*",
            ZOOKEEPER,
            Integer.toString(port),
            folder.resolve("zookeeper").toString())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("zookeeper.txt").toFile())
        .start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static void await(String awaited, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STEP_TIMEOUT_SECONDS);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("deadline of %s", awaited).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }
}
