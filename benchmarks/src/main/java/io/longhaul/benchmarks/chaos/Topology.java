package io.longhaul.benchmarks.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.control.KafkaCluster;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.RunTopics;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.schema.Topics;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The processes of a distributed run, and the mock server, which is part of this process. Each
 * client of Kafka has a listener and a proxy of its own, so that its connections can fail alone.
 */
final class Topology implements AutoCloseable {
  static final int CHECKPOINT_SECONDS = 3;

  private static final int LOWEST_PORT = 10_000;

  /** Linux's default for outgoing connections. */
  private static final int LOWEST_OUTGOING_PORT = 32_768;

  private static final int PARTITIONS = 6;
  private static final int BROKER_DISK_MEGABYTES = 64;
  private static final int LAKE_DISK_MEGABYTES = 48;
  private static final Duration STEP_TIMEOUT = Duration.ofMinutes(5);
  private static final int COORDINATOR_TIMEOUT_SECONDS = 180;

  /** What starts soon is better than what runs fast. */
  private static final String JAVA_OPTIONS =
      "-Xmx%dm -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:SharedArchiveFile=%s"
          + " -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 -Xlog:disable"
          + " -Xlog:all=error:stderr";

  /** Clients of Kafka. */
  enum Client {
    G0,
    G1,
    G2,
    JOB,
    COORDINATOR,
    STANDBY,
    /** This process and the replay; without a proxy. */
    ADMIN;

    private static final List<Client> GENERATORS = List.of(G0, G1, G2);

    static Client generator(int index) {
      return GENERATORS.get(index);
    }
  }

  private final Path home;
  private final Path folder;
  private final String runId;
  private final Map<Client, Integer> listeners = new EnumMap<>(Client.class);
  private final Map<Client, FaultingProxy> proxies = new EnumMap<>(Client.class);
  private final List<ManagedProcess> processes = new ArrayList<>();
  private final List<ManagedProcess> taskManagers = new ArrayList<>();
  private final List<ManagedProcess> generators = new ArrayList<>();
  private final ManagedProcess broker;
  private final ManagedProcess jobManager;
  private final ManagedProcess submit;
  private final ManagedProcess coordinator;
  private final ManagedProcess standby;
  private final Disk brokerDisk;
  private final Disk lakeDisk;
  private final MockServer server;
  private final int restPort;
  private final Thread abandoned = new Thread(this::abandon, "abandoned");

  /**
   * Prepares the processes; nothing but the mock server and the proxies is started.
   *
   * @param home source tree with a build
   * @param folder new folder for everything that the processes write
   * @param load options of {@code longhaul profile} for the load
   */
  Topology(Path home, Path folder, String runId, long seed, List<String> load)
      throws IOException, InterruptedException {
    this.home = home;
    this.folder = folder;
    this.runId = runId;
    Files.createDirectories(folder);
    brokerDisk = Disk.at(folder.resolve("broker"), BROKER_DISK_MEGABYTES, () -> List.of(broker()));
    lakeDisk = Disk.at(folder.resolve("lake"), LAKE_DISK_MEGABYTES, () -> taskManagers);
    server =
        MockServer.start(
            MockServerOptions.builder()
                .seed(seed)
                .timeToFirstToken("normal(60ms,10ms)")
                .interTokenLatency("5ms")
                .outputTokens("16")
                .fault("rate 0.01: status 503")
                .fault("rate 0.01: reset after 3")
                .truthLog(truthLog())
                .build());
    List<Integer> ports = freePorts(Client.values().length + 4);
    Iterator<Integer> port = ports.iterator();
    for (Client client : Client.values()) {
      listeners.put(client, port.next());
      if (client != Client.ADMIN) {
        proxies.put(client, FaultingProxy.start(listener(client)));
      }
    }
    restPort = port.next();
    broker = process("broker", 192, "kafka", writeBroker(port.next()).toString());
    Path flink = writeFlink(port.next(), port.next());
    jobManager = process("jobmanager", 224, "jobmanager", flink.toString());
    for (int i = 0; i < 2; i++) {
      taskManagers.add(process("taskmanager-" + i, 256, "taskmanager", flink.toString()));
    }
    submit =
        process(
            "submit",
            160,
            "submit",
            "127.0.0.1:" + restPort,
            "--bootstrap",
            bootstrap(Client.JOB),
            "--lake",
            lake().folder().toString(),
            "--checkpoints",
            folder.resolve("checkpoints").toString(),
            "--parallelism",
            "2",
            "--checkpoint-seconds",
            Integer.toString(CHECKPOINT_SECONDS));
    for (int i = 0; i < FaultSchedule.GENERATORS; i++) {
      generators.add(
          process(
              "generator-" + i,
              160,
              "generate",
              "--kafka",
              bootstrap(Client.generator(i)),
              "--name",
              "generator-" + i,
              "--spool-dir",
              folder.resolve("spool").toString(),
              "--spool-size",
              "32MB"));
    }
    coordinator = process("coordinator", 192, profile(load).toArray(String[]::new));
    standby =
        process(
            "standby",
            192,
            "resume",
            "--kafka",
            bootstrap(Client.STANDBY),
            "--lake",
            lake().folder().toString(),
            "--artifact-dir",
            standbyArtifacts().toString(),
            "--standby",
            runId);
  }

  private List<String> profile(List<String> load) {
    List<String> words = new ArrayList<>(List.of("profile", "--kafka"));
    words.add(bootstrap(Client.COORDINATOR));
    words.addAll(List.of("--lake", lake().folder().toString(), "--run-id", runId));
    words.addAll(List.of("--generators", Integer.toString(generators.size())));
    words.addAll(List.of("--model", "mock-model", "--url", "http://127.0.0.1:" + server.llmPort()));
    words.addAll(List.of("--streaming", "--tokenizer", "builtin", "--isl", "32", "--osl", "16"));
    words.addAll(
        List.of("--gpu-telemetry", "http://127.0.0.1:%d/metrics".formatted(server.dcgmPort())));
    words.addAll(List.of("--slice-duration", "1", "--rehearsal-requests", "20"));
    words.addAll(List.of("--benchmark-grace-period", "20", "--ui", "none"));
    words.addAll(List.of("--coordinator-timeout", Integer.toString(COORDINATOR_TIMEOUT_SECONDS)));
    words.addAll(List.of("--artifact-dir", artifacts().toString()));
    words.addAll(load);
    return words;
  }

  private ManagedProcess process(String name, int heapMegabytes, String... words)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(home.resolve("deploy/bin/longhaul").toString());
    command.addAll(Arrays.asList(words));
    Path dist = home.resolve("cli/target/dist");
    ManagedProcess process =
        new ManagedProcess(
            name,
            command,
            Map.of(
                "LONGHAUL_LIB",
                dist.resolve("lib").toString(),
                "FLINK_CONF_DIR",
                folder.resolve("flink").toString(),
                "LONGHAUL_JAVA_OPTS",
                JAVA_OPTIONS.formatted(heapMegabytes, dist.resolve("classes.jsa"))),
            Files.createDirectories(folder.resolve("out")));
    processes.add(process);
    return process;
  }

  private Path writeBroker(int controllerPort) throws IOException {
    List<String> listening = new ArrayList<>();
    List<String> advertised = new ArrayList<>();
    List<String> protocols = new ArrayList<>(List.of("CONTROLLER:PLAINTEXT"));
    for (Client client : Client.values()) {
      listening.add(client + "://127.0.0.1:" + listener(client));
      advertised.add(client + "://" + bootstrap(client));
      protocols.add(client + ":PLAINTEXT");
    }
    listening.add("CONTROLLER://127.0.0.1:" + controllerPort);
    return Files.writeString(
        folder.resolve("server.properties"),
        """
        process.roles=broker,controller
        node.id=1
        controller.listener.names=CONTROLLER
        controller.quorum.bootstrap.servers=127.0.0.1:%d
        listeners=%s
        advertised.listeners=%s
        listener.security.protocol.map=%s
        inter.broker.listener.name=ADMIN
        log.dirs=%s
        auto.create.topics.enable=false
        offsets.topic.num.partitions=1
        offsets.topic.replication.factor=1
        transaction.state.log.replication.factor=1
        transaction.state.log.min.isr=1
        group.initial.rebalance.delay.ms=0
        log.retention.ms=-1
        log.index.size.max.bytes=262144
        log.cleaner.dedupe.buffer.size=4194304
        num.network.threads=1
        num.io.threads=4
        """
            .formatted(
                controllerPort,
                String.join(",", listening),
                String.join(",", advertised),
                String.join(",", protocols),
                folder.resolve("broker/log")),
        UTF_8);
  }

  /** The heartbeats are faster than Flink's, so that a run of minutes sees their timeouts. */
  private Path writeFlink(int rpcPort, int blobPort) throws IOException {
    Path flink = Files.createDirectories(folder.resolve("flink"));
    Files.writeString(
        flink.resolve("config.yaml"),
        """
        jobmanager.rpc.address: 127.0.0.1
        jobmanager.rpc.port: %d
        jobmanager.bind-host: 127.0.0.1
        blob.server.port: %d
        rest.address: 127.0.0.1
        rest.bind-address: 127.0.0.1
        rest.port: %d
        web.submit.enable: false
        web.cancel.enable: false
        heartbeat.interval: 2000
        heartbeat.timeout: 12000
        taskmanager.load-balance.mode: SLOTS
        cluster.registration.error-delay: 1000
        taskmanager.bind-host: 127.0.0.1
        taskmanager.host: 127.0.0.1
        taskmanager.numberOfTaskSlots: 2
        taskmanager.cpu.cores: 2
        taskmanager.memory.framework.heap.size: 64m
        taskmanager.memory.framework.off-heap.size: 64m
        taskmanager.memory.task.heap.size: 192m
        taskmanager.memory.task.off-heap.size: 0m
        taskmanager.memory.managed.size: 0m
        taskmanager.memory.network.min: 32m
        taskmanager.memory.network.max: 32m
        taskmanager.memory.jvm-metaspace.size: 128m
        taskmanager.memory.jvm-overhead.min: 64m
        taskmanager.memory.jvm-overhead.max: 64m
        execution.checkpointing.savepoint-dir: %s
        execution.checkpointing.num-retained: 5
        security.delegation.tokens.enabled: false
        """
            .formatted(rpcPort, blobPort, restPort, folder.resolve("savepoints").toUri()),
        UTF_8);
    return flink;
  }

  /**
   * Returns free ports outside the range of outgoing connections, which could otherwise take a port
   * before its process listens on it. All are bound at the same time, so that they differ.
   */
  private static List<Integer> freePorts(int count) throws IOException {
    List<ServerSocket> held = new ArrayList<>();
    try {
      while (held.size() < count) {
        int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, LOWEST_OUTGOING_PORT);
        try {
          held.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
        } catch (BindException e) {
          // Another process uses this one.
        }
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : held) {
        socket.close();
      }
    }
  }

  /**
   * Starts everything, none of which outlives this process; returns as soon as the coordinator and
   * its standby have been started.
   */
  void start() throws Exception {
    Runtime.getRuntime().addShutdownHook(abandoned);
    broker.start();
    jobManager.start();
    for (ManagedProcess taskManager : taskManagers) {
      taskManager.start();
    }
    awaitBroker();
    createTopics();
    for (ManagedProcess generator : generators) {
      generator.start();
    }
    submitJob();
    coordinator.start();
    standby.start();
  }

  private void createTopics() throws RunFailedException, InterruptedException {
    new RunTopics(new KafkaCluster(bootstrap(Client.ADMIN), topics())).ensure(PARTITIONS);
  }

  void awaitBroker() throws Exception {
    Waits.require("the broker", STEP_TIMEOUT, () -> isOpen(listener(Client.ADMIN)));
  }

  /** Submits the job, or continues it, as often as it takes until Flink runs it. */
  void submitJob() throws Exception {
    Waits.require("the JobManager", STEP_TIMEOUT, () -> isOpen(restPort));
    Waits.require("the job", STEP_TIMEOUT, this::trySubmit);
  }

  private boolean trySubmit() throws IOException, InterruptedException {
    submit.start();
    if (submit.awaitExit(STEP_TIMEOUT.toSeconds())) {
      return submit.exitStatus() == 0;
    }
    submit.end();
    return false;
  }

  private static boolean isOpen(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Describes a further command of Longhaul, which is ended with the others. */
  ManagedProcess command(String name, String... words) throws IOException {
    return process(name, 256, words);
  }

  ManagedProcess broker() {
    return broker;
  }

  ManagedProcess jobManager() {
    return jobManager;
  }

  List<ManagedProcess> taskManagers() {
    return taskManagers;
  }

  List<ManagedProcess> generators() {
    return generators;
  }

  ManagedProcess coordinator() {
    return coordinator;
  }

  ManagedProcess standby() {
    return standby;
  }

  ManagedProcess submit() {
    return submit;
  }

  Disk brokerDisk() {
    return brokerDisk;
  }

  Disk lakeDisk() {
    return lakeDisk;
  }

  MockServer server() {
    return server;
  }

  FaultingProxy proxy(Client client) {
    FaultingProxy proxy = proxies.get(client);
    if (proxy == null) {
      throw new IllegalArgumentException(
          "Invalid client: " + client.name().toLowerCase(Locale.ROOT) + " (it has no proxy)");
    }
    return proxy;
  }

  private int listener(Client client) {
    Integer port = listeners.get(client);
    if (port == null) {
      throw new IllegalStateException("Cannot find the listener of " + client);
    }
    return port;
  }

  /** Returns the address of Kafka for one client. */
  String bootstrap(Client client) {
    return "127.0.0.1:" + (client == Client.ADMIN ? listener(client) : proxy(client).port());
  }

  static Topics topics() {
    return new Topics(Topics.DEFAULT_PREFIX);
  }

  String runId() {
    return runId;
  }

  Lake lake() {
    return new Lake(folder.resolve("lake"));
  }

  Path folder() {
    return folder;
  }

  Path artifacts() {
    return folder.resolve("artifacts");
  }

  /** Folder for the documents of the standby. */
  Path standbyArtifacts() {
    return folder.resolve("standby");
  }

  Path truthLog() {
    return folder.resolve("truth.jsonl");
  }

  private void abandon() {
    processes.forEach(ManagedProcess::abandon);
  }

  /** Ends every process, the last one first. */
  @Override
  public void close() throws IOException {
    Runtime.getRuntime().removeShutdownHook(abandoned);
    for (int i = processes.size() - 1; i >= 0; i--) {
      processes.get(i).end();
    }
    for (FaultingProxy proxy : proxies.values()) {
      proxy.close();
    }
    server.close();
  }
}
