package io.longhaul.cli.run;

import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.publish.KafkaEventPublisher;
import io.longhaul.load.publish.UnsentEvents;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The events in a run's folder that its generators could not deliver during the run. */
record StoredEvents(ExportLayout layout) {
  private static final Duration SEND_TIMEOUT = Duration.ofSeconds(60);

  /**
   * Sends the events to the run's log.
   *
   * @throws RunFailedException if the broker does not accept them
   */
  void sendTo(KafkaCluster kafka) throws IOException, InterruptedException, RunFailedException {
    UnsentEvents unsent = new UnsentEvents(layout.unsentEvents());
    List<Path> files = unsent.files();
    if (files.isEmpty()) {
      return;
    }
    try (KafkaEventPublisher publisher = new KafkaEventPublisher(kafka.connection(), "unsent")) {
      for (Path file : files) {
        boolean delivered =
            unsent
                .send(file, publisher, SEND_TIMEOUT)
                .map(UnsentEvents.Sent::delivered)
                .orElse(false);
        if (!delivered) {
          throw new RunFailedException(
              ExitCode.INFRASTRUCTURE_FAILED,
              "Cannot complete the log of %s: its broker does not accept %s"
                  .formatted(layout.folder(), file));
        }
      }
    }
  }
}
