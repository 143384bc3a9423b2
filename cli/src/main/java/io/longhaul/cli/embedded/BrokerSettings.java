package io.longhaul.cli.embedded;

import java.nio.file.Path;
import java.util.Properties;

/**
 * Settings of a single broker on one machine: all ports on 127.0.0.1, no automatic topic creation,
 * small buffers and few threads.
 *
 * @param logFolder folder of the log
 * @param port port for clients
 * @param controllerPort port of the broker's own controller
 */
record BrokerSettings(Path logFolder, int port, int controllerPort) {
  static final int NODE_ID = 1;
  static final String CONTROLLER_LISTENER = "CONTROLLER";
  private static final String HOST = "127.0.0.1";

  String address() {
    return HOST + ":" + port;
  }

  Properties toProperties() {
    Properties properties = new Properties();
    properties.setProperty("process.roles", "broker,controller");
    properties.setProperty("node.id", Integer.toString(NODE_ID));
    properties.setProperty("log.dirs", logFolder.toString());

    properties.setProperty(
        "listeners",
        "PLAINTEXT://" + address() + "," + CONTROLLER_LISTENER + "://" + controllerAddress());
    properties.setProperty("advertised.listeners", "PLAINTEXT://" + address());
    properties.setProperty("controller.listener.names", CONTROLLER_LISTENER);
    properties.setProperty("controller.quorum.voters", NODE_ID + "@" + controllerAddress());
    properties.setProperty(
        "listener.security.protocol.map",
        "PLAINTEXT:PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");

    // Topics are created on purpose, with checked settings.
    properties.setProperty("auto.create.topics.enable", "false");
    properties.setProperty("default.replication.factor", "1");
    properties.setProperty("min.insync.replicas", "1");
    properties.setProperty("offsets.topic.replication.factor", "1");
    properties.setProperty("offsets.topic.num.partitions", "1");
    properties.setProperty("transaction.state.log.replication.factor", "1");
    properties.setProperty("transaction.state.log.min.isr", "1");
    properties.setProperty("transaction.state.log.num.partitions", "1");
    properties.setProperty("share.coordinator.state.topic.replication.factor", "1");
    properties.setProperty("share.coordinator.state.topic.min.isr", "1");
    properties.setProperty("share.coordinator.state.topic.num.partitions", "1");

    // Kafka deletes nothing by itself: the job deletes records that nothing needs any more.
    properties.setProperty("log.retention.ms", "-1");
    properties.setProperty("log.segment.bytes", Integer.toString(64 << 20));
    properties.setProperty("log.cleaner.dedupe.buffer.size", Integer.toString(2 << 20));
    properties.setProperty("log.cleaner.io.buffer.size", Integer.toString(64 << 10));

    properties.setProperty("num.network.threads", "2");
    properties.setProperty("num.io.threads", "2");
    properties.setProperty("num.replica.fetchers", "1");
    properties.setProperty("num.recovery.threads.per.data.dir", "1");
    properties.setProperty("background.threads", "2");
    properties.setProperty("log.cleaner.threads", "1");

    // Groups have one member, so rebalances need no delay; a fast heartbeat shortens the start.
    properties.setProperty("group.initial.rebalance.delay.ms", "0");
    properties.setProperty("broker.heartbeat.interval.ms", "200");
    properties.setProperty("controlled.shutdown.enable", "false");
    return properties;
  }

  private String controllerAddress() {
    return HOST + ":" + controllerPort;
  }
}
