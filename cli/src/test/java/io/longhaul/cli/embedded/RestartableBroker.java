package io.longhaul.cli.embedded;

import java.nio.file.Path;

/** A broker that can be killed and restarted with the same address and log. */
public final class RestartableBroker implements TestKafka {
  private final Path folder;
  private final Path logFile;
  private final int[] ports = KafkaProcess.freePorts(2);
  private KafkaProcess process;

  /** Starts it. */
  public static RestartableBroker start(Path folder, Path logFile) throws Exception {
    RestartableBroker broker = new RestartableBroker(folder, logFile);
    broker.start();
    return broker;
  }

  private RestartableBroker(Path folder, Path logFile) {
    this.folder = folder;
    this.logFile = logFile;
  }

  /** Starts it again. */
  public void start() throws Exception {
    process = KafkaProcess.start(folder, logFile, () -> ports, false);
  }

  /** Kills the broker. */
  public void kill() {
    ProcessHandle broker = ProcessHandle.of(process.pid()).orElseThrow();
    broker.destroyForcibly();
    broker.onExit().join();
    process.close();
  }

  @Override
  public String bootstrapServers() {
    return "127.0.0.1:" + ports[0];
  }

  public ProcessHandle handle() {
    return ProcessHandle.of(process.pid()).orElseThrow();
  }

  @Override
  public void close() {
    process.close();
  }
}
