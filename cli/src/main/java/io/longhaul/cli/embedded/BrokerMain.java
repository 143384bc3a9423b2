package io.longhaul.cli.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.cli.log.LogOutput;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Main class of the broker's process: a combined broker and controller on loopback. Prints its
 * address when it is ready and ends with its parent. It has its own process because Kafka halts its
 * JVM when a log disk is full.
 */
public final class BrokerMain {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerMain.class);

  private BrokerMain() {}

  /**
   * Serves until the parent ends.
   *
   * @param arguments folder, broker port, controller port
   */
  @SuppressWarnings("try") // the lock is only held
  public static void main(String[] arguments) {
    // Standard output is reserved for the address line.
    PrintStream output = System.out;
    System.setOut(System.err);
    LogOutput.toStandardError();

    Path folder = Path.of(arguments[0]);
    BrokerSettings settings =
        new BrokerSettings(
            logFolder(folder), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
    try (BrokerLock lock = BrokerLock.hold(folder)) {
      serve(settings, output);
    } catch (Exception e) {
      LOG.error("Cannot serve", e);
      // Threads of a partially started broker would keep the process alive.
      Runtime.getRuntime().halt(1);
    }
  }

  private static void serve(BrokerSettings settings, PrintStream output) throws Exception {
    KafkaRaftServer server = started(settings, settings.toProperties());
    ParentLease.watch(System.in, server::shutdown);
    output.println(settings.address());
    output.flush();
    server.awaitShutdown();
  }

  /** Starts a broker in this process, with a new log if there is none. */
  static KafkaRaftServer started(BrokerSettings settings, Properties properties) throws Exception {
    if (!isFormatted(settings.logFolder())) {
      format(settings);
    }
    KafkaRaftServer server =
        new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
    server.startup();
    return server;
  }

  private static Path logFolder(Path folder) {
    return folder.resolve("log");
  }

  private static boolean isFormatted(Path logFolder) {
    return Files.exists(logFolder.resolve("meta.properties"));
  }

  /** Returns whether a broker's folder contains a log. */
  static boolean hasLog(Path folder) {
    return isFormatted(logFolder(folder));
  }

  private static void format(BrokerSettings settings) throws Exception {
    Files.createDirectories(settings.logFolder());
    new Formatter()
        .setClusterId(Uuid.randomUuid().toString())
        .setNodeId(BrokerSettings.NODE_ID)
        .setControllerListenerName(BrokerSettings.CONTROLLER_LISTENER)
        .setMetadataLogDirectory(settings.logFolder().toString())
        .addDirectory(settings.logFolder().toString())
        .setReleaseVersion(MetadataVersion.latestProduction())
        .setPrintStream(new PrintStream(System.err, false, UTF_8))
        .run();
  }
}
