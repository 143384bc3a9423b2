package io.longhaul.cli.embedded;

import io.longhaul.schema.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A Kafka broker for one run, as a child process on free loopback ports. Ends with this process.
 * Started and closed by one thread.
 */
public final class KafkaProcess implements AutoCloseable {
  private static final int MAX_ATTEMPTS = 3;
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Xmx256m",
          "-XX:+UseSerialGC",
          // The broker mostly copies bytes, for which C1 code suffices; it starts with two thirds
          // of the CPU time.
          "-XX:TieredStopAtLevel=1");

  private final Path folder;
  private final Path logFile;
  private final int[] ports;
  private final ChildProcess child;
  private final String address;

  private KafkaProcess(Path folder, Path logFile, int[] ports, ChildProcess child, String address) {
    this.folder = folder;
    this.logFile = logFile;
    this.ports = ports;
    this.child = child;
    this.address = address;
  }

  /**
   * Starts a broker at normal CPU priority and waits until it is ready. First stops a leftover
   * broker in the same folder; an existing log is served again.
   *
   * @param folder folder of the log, readable by the owner only; created if missing
   * @param logFile log file of the process
   * @throws ChildFailedException if it fails to start
   */
  public static KafkaProcess start(Path folder, Path logFile)
      throws ChildFailedException, IOException, InterruptedException {
    return start(folder, logFile, () -> freePorts(2), false);
  }

  /**
   * @param ports supplies two free ports; called again if another process took one of them
   * @param givesWay whether it starts at low CPU priority
   */
  static KafkaProcess start(Path folder, Path logFile, Supplier<int[]> ports, boolean givesWay)
      throws ChildFailedException, IOException, InterruptedException {
    PrivateFiles.folder(folder);
    BrokerLock.stopLeftover(folder);
    for (int attempt = 1; ; attempt++) {
      int[] chosen = ports.get();
      ChildProcess child = start(folder, logFile, chosen, givesWay);
      try {
        return new KafkaProcess(folder, logFile, chosen, child, child.awaitFirstLine());
      } catch (ChildFailedException e) {
        child.close();
        if (attempt == MAX_ATTEMPTS || !isPortTaken(e)) {
          throw e;
        }
      } catch (InterruptedException | RuntimeException e) {
        child.close();
        throw e;
      }
    }
  }

  /**
   * Starts a broker with the log and on the ports of this one, which has ended, so that its clients
   * find it. It has low CPU priority.
   *
   * @throws ChildFailedException if it fails to start
   */
  KafkaProcess startAgain() throws ChildFailedException, IOException, InterruptedException {
    return start(folder, logFile, () -> ports, true);
  }

  /** Returns whether the log exists; a broker without one would start with a new, empty log. */
  boolean hasLog() {
    return BrokerMain.hasLog(folder);
  }

  private static ChildProcess start(Path folder, Path logFile, int[] ports, boolean givesWay)
      throws IOException {
    return ChildProcess.start(
        "Kafka broker",
        new JavaCommand(
            ProcessKind.BROKER,
            BrokerMain.class.getName(),
            JVM_OPTIONS,
            List.of(folder.toString(), Integer.toString(ports[0]), Integer.toString(ports[1])),
            givesWay),
        logFile);
  }

  /** Returns whether another process or connection took the port before the broker bound it. */
  private static boolean isPortTaken(ChildFailedException failed) {
    return failed.lastLines().stream().anyMatch(line -> line.contains("BindException"));
  }

  /** Returns the address for clients: {@code 127.0.0.1:port}. */
  public String bootstrapServers() {
    return address;
  }

  /** Completes with the exit status when the process has exited. */
  public CompletableFuture<Integer> exit() {
    return child.exit();
  }

  public long pid() {
    return child.pid();
  }

  /** Stops the broker and waits up to 6 s for it. */
  @Override
  public void close() {
    child.close();
  }

  /**
   * Returns distinct ports that are free now; all are bound at the same time, so that they differ.
   */
  static int[] freePorts(int count) {
    ServerSocket[] sockets = new ServerSocket[count];
    int[] ports = new int[count];
    try {
      for (int i = 0; i < count; i++) {
        sockets[i] = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ports[i] = sockets[i].getLocalPort();
      }
      for (ServerSocket socket : sockets) {
        socket.close();
      }
      return ports;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot find a free port on 127.0.0.1", e);
    }
  }
}
