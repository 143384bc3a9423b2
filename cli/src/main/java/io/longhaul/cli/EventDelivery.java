package io.longhaul.cli;

import io.longhaul.cli.coordinator.KafkaCluster;
import io.longhaul.cli.coordinator.KafkaUnreachableException;
import io.longhaul.cli.coordinator.RunTopics;
import io.longhaul.cli.folder.WriteProblem;
import io.longhaul.load.publish.KafkaEventPublisher;
import io.longhaul.load.publish.RecordFile;
import io.longhaul.load.publish.UnsentEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Sees to it that no event of a generator is lost when Kafka is away: what Kafka has not taken when
 * the process ends is left in a file, and sent by the next process before anything else.
 *
 * <p>{@link #sendEarlier} belongs to the thread that starts; the rest is for any thread.
 */
final class EventDelivery {
  private static final Duration SEND_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

  private final KafkaCluster kafka;
  private final Path folder;
  private final UnsentEvents unsent;
  private final Duration deliveryTimeout;
  private final Consumer<String> messages;

  /** The hook that a signal to end runs; null while nothing is to be saved. */
  private Thread onExit;

  private KafkaEventPublisher publisher;
  private String cluster;
  private String name;
  private boolean complete = true;
  private boolean lossy;

  /**
   * @param folder for what Kafka has not taken
   * @param longestWait for Kafka, when there is nothing left to do but to deliver
   * @param sentences takes what a person should know
   */
  EventDelivery(
      KafkaCluster kafka, Path folder, Duration deliveryTimeout, Consumer<String> messages) {
    this.kafka = kafka;
    this.folder = folder;
    this.unsent = new UnsentEvents(folder);
    this.deliveryTimeout = deliveryTimeout;
    this.messages = messages;
  }

  /** Sends what earlier processes left for this cluster; waits until Kafka answers. */
  void sendEarlier() throws InterruptedException {
    try {
      if (unsent.files().isEmpty()) {
        return;
      }
      List<Path> files = unsent.filesFor(clusterId());
      if (!files.isEmpty()) {
        send(files);
      }
    } catch (IOException e) {
      messages.accept("Cannot read " + folder + ": " + WriteProblem.inWords(e));
    }
  }

  private String clusterId() throws InterruptedException {
    messages.accept(
        "Looking for Kafka at "
            + kafka.bootstrapServers()
            + ", to send events that an earlier start has left …");
    while (true) {
      try {
        return new RunTopics(kafka).timingTopic().clusterId();
      } catch (KafkaUnreachableException e) {
        Thread.sleep(POLL_INTERVAL.toMillis());
      }
    }
  }

  private void send(List<Path> files) throws InterruptedException {
    try (KafkaEventPublisher sender = new KafkaEventPublisher(kafka.connection(), "unsent")) {
      for (Path file : files) {
        try {
          unsent.send(file, sender, SEND_TIMEOUT).ifPresent(this::report);
        } catch (IOException e) {
          messages.accept("Cannot send " + file + ": " + WriteProblem.inWords(e) + " (it is kept)");
        }
      }
    }
  }

  private void report(UnsentEvents.Sent sent) {
    String events = events(sent.events());
    messages.accept(
        sent.delivered()
            ? "Sent " + events + " that an earlier start had left: " + sent.file()
            : "Cannot send %s that an earlier start had left within %d s (the next start tries again): %s"
                .formatted(events, SEND_TIMEOUT.toSeconds(), sent.file()));
    if (sent.cut()) {
      messages.accept("The file ended inside a record: one event or more are lost");
    }
  }

  /**
   * From now on what Kafka has not acknowledged is saved, also when a signal ends the process.
   *
   * @param clusterId of Kafka
   * @param eventsName name of the file, unique for the cluster
   */
  synchronized void watch(KafkaEventPublisher events, String clusterId, String eventsName) {
    publisher = events;
    cluster = clusterId;
    name = eventsName;
    onExit = new Thread(this::saveUnacknowledged, "save-unsent-events");
    Runtime.getRuntime().addShutdownHook(onExit);
  }

  /**
   * Waits until Kafka has acknowledged everything.
   *
   * @return whether it has, within the longest wait
   */
  boolean awaitAcknowledged() {
    KafkaEventPublisher events = publisherNow();
    long deadline = System.nanoTime() + deliveryTimeout.toNanos();
    boolean announced = false;
    while (events != null && !events.flush(POLL_INTERVAL)) { // null: saved while the process ends
      if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      Optional<Instant> since = events.awaySince();
      if (since.isPresent() && !announced) {
        announced = true;
        messages.accept(
            "Waiting for Kafka to take the last events: it has not answered since "
                + since.get()
                + " (at most "
                + deliveryTimeout.toSeconds()
                + " s, then they are left in "
                + folder
                + ")");
      }
    }
    return true;
  }

  private synchronized KafkaEventPublisher publisherNow() {
    return publisher;
  }

  /** Closes the publisher and saves what it still held. Does nothing the second time. */
  synchronized void saveUnacknowledged() {
    if (publisher == null) {
      return;
    }
    KafkaEventPublisher closing = publisher;
    publisher = null;
    closing.close();
    forgetExit();
    List<RecordFile.Entry> rest = closing.unacknowledged();
    if (!rest.isEmpty()) {
      complete = false;
      save(rest);
    }
  }

  private void forgetExit() {
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(onExit);
    } catch (IllegalStateException e) {
      // The process is ending, perhaps in this very hook.
    }
  }

  private void save(List<RecordFile.Entry> rest) {
    String events = events(rest.size());
    try {
      Path file = unsent.write(cluster, name, rest);
      messages.accept(
          "Kafka has not taken the last %s; they are in %s, and the next longhaul generate sends them"
              .formatted(events, file));
    } catch (IOException e) {
      lossy = true;
      messages.accept(
          "Kafka has not taken the last %s, and they are lost: cannot write to %s (%s)"
              .formatted(events, folder, WriteProblem.inWords(e)));
    }
  }

  /** Whether something could not even be saved. */
  synchronized boolean isLossy() {
    return lossy;
  }

  /** Whether nothing had to be saved. */
  synchronized boolean isComplete() {
    return complete;
  }

  private static String events(int count) {
    return String.format(Locale.ROOT, count == 1 ? "%,d event" : "%,d events", count);
  }
}
