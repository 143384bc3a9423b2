package io.longhaul.cli.embedded;

import java.nio.file.Path;

/** A process that starts a broker, prints its process ID and waits to be killed. */
final class BrokerParentMain {
  private BrokerParentMain() {}

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    KafkaProcess broker = KafkaProcess.start(folder, folder.resolve("broker.log"));
    System.out.println(broker.pid());
    broker.exit().join();
  }
}
