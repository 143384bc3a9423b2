package io.longhaul.cli.run;

import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.publish.KafkaEventPublisher;
import io.longhaul.load.publish.LeftoverEvents;
import io.longhaul.load.spool.SpoolFolder;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The events in the spools of a run's folder, which its generators could not deliver during the
 * run.
 *
 * @param warnings receives sentences about damaged files
 */
record StoredEvents(ExportLayout layout, Consumer<String> warnings) {
  private static final Duration SEND_TIMEOUT = Duration.ofSeconds(60);

  /**
   * Sends the events to the run's log.
   *
   * @throws RunFailedException if the broker does not accept them, or a generator is alive
   */
  void sendTo(KafkaCluster kafka) throws IOException, InterruptedException, RunFailedException {
    List<Path> spools = SpoolFolder.withEvents(layout.spools());
    if (spools.isEmpty()) {
      return;
    }
    try (KafkaEventPublisher publisher = new KafkaEventPublisher(kafka.connection(), "unsent")) {
      for (Path folder : spools) {
        try (SpoolFolder spool = SpoolFolder.of(folder)) {
          for (Path segment : spool.segments()) {
            LeftoverEvents.Sent sent = new LeftoverEvents(segment).send(publisher, SEND_TIMEOUT);
            sent.damage().forEach(warnings);
            if (sent.refused() > 0) {
              warnings.accept(
                  "Kafka refuses %,d of the events in %s (the file remains)"
                      .formatted(sent.refused(), segment));
            } else if (!sent.delivered()) {
              throw new RunFailedException(
                  ExitCode.INFRASTRUCTURE_FAILED,
                  "Cannot complete the log of %s: its broker does not accept %s"
                      .formatted(layout.folder(), segment));
            }
          }
        }
      }
    }
  }
}
