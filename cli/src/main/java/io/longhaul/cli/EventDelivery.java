package io.longhaul.cli;

import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.RunTopics;
import io.longhaul.load.publish.KafkaEventPublisher;
import io.longhaul.load.publish.RecordFile;
import io.longhaul.load.publish.UnsentEvents;
import io.longhaul.sinks.folder.WriteProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Prevents the loss of a generator's events during a Kafka outage: stores unacknowledged events in
 * a file when the process ends, and sends the events that an earlier process stored.
 *
 * <p>Only the main thread calls {@link #sendEarlier}; the other methods are thread-safe.
 */
final class EventDelivery {
  private static final Duration SEND_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

  private final KafkaCluster kafka;
  private final Path folder;
  private final UnsentEvents unsent;
  private final Duration deliveryTimeout;
  private final Consumer<String> messages;

  /** Null while there is nothing to save. */
  private @Nullable Watched watched;

  private boolean complete = true;
  private boolean lossy;

  /**
   * A publisher whose unacknowledged events are saved.
   *
   * @param cluster ID of its Kafka cluster
   * @param name name of the file, unique for the cluster
   * @param onExit the shutdown hook
   */
  private record Watched(
      KafkaEventPublisher publisher, String cluster, String name, Thread onExit) {}

  /**
   * @param folder folder for unacknowledged events
   * @param deliveryTimeout maximum time to wait for Kafka after the load has ended
   * @param messages receives messages for the user
   */
  EventDelivery(
      KafkaCluster kafka, Path folder, Duration deliveryTimeout, Consumer<String> messages) {
    this.kafka = kafka;
    this.folder = folder;
    this.unsent = new UnsentEvents(folder);
    this.deliveryTimeout = deliveryTimeout;
    this.messages = messages;
  }

  /**
   * Sends the events that earlier processes stored for this cluster; waits until Kafka answers.
   *
   * @throws KafkaUnreachableException if Kafka refuses this process
   */
  void sendEarlier() throws KafkaUnreachableException, InterruptedException {
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

  private String clusterId() throws KafkaUnreachableException, InterruptedException {
    messages.accept(
        "Looking for Kafka at %s to send events that an earlier process stored …"
            .formatted(kafka.bootstrapServers()));
    while (true) {
      try {
        return new RunTopics(kafka).timingTopic().clusterId();
      } catch (KafkaUnreachableException e) {
        if (e.isPermanent()) {
          throw e;
        }
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
          messages.accept(
              "Cannot send " + file + ": " + WriteProblem.inWords(e) + " (the file is retained)");
        }
      }
    }
  }

  private void report(UnsentEvents.Sent sent) {
    String events = events(sent.events());
    messages.accept(
        sent.delivered()
            ? "Sent " + events + " that an earlier process had stored: " + sent.file()
            : "Cannot send %s that an earlier process had stored within %d s (the next start tries again): %s"
                .formatted(events, SEND_TIMEOUT.toSeconds(), sent.file()));
    if (sent.cut()) {
      messages.accept("The file ends within a record: at least one event is lost");
    }
  }

  /**
   * From now on, saves unacknowledged events at the end, also when a signal ends the process.
   *
   * @param clusterId ID of the Kafka cluster
   * @param eventsName name of the file, unique for the cluster
   */
  synchronized void watch(KafkaEventPublisher events, String clusterId, String eventsName) {
    Thread onExit = new Thread(this::saveUnacknowledged, "save-unsent-events");
    watched = new Watched(events, clusterId, eventsName, onExit);
    Runtime.getRuntime().addShutdownHook(onExit);
  }

  /**
   * Waits until Kafka has acknowledged all events.
   *
   * @return false if the maximum time has passed
   */
  boolean awaitAcknowledged() {
    KafkaEventPublisher events = publisherNow();
    long deadline = System.nanoTime() + deliveryTimeout.toNanos();
    boolean announced = false;
    while (events != null && !events.flush(POLL_INTERVAL)) { // null after the events were saved
      if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      Optional<Instant> since = events.awaySince();
      if (since.isPresent() && !announced) {
        announced = true;
        messages.accept(
            "Waiting for Kafka to accept the last events: it has not answered since %s (at most %d s, then they are stored in %s)"
                .formatted(since.get(), deliveryTimeout.toSeconds(), folder));
      }
    }
    return true;
  }

  private synchronized @Nullable KafkaEventPublisher publisherNow() {
    return watched == null ? null : watched.publisher();
  }

  /** Closes the publisher and saves its unacknowledged events. Does nothing on further calls. */
  synchronized void saveUnacknowledged() {
    if (watched == null) {
      return;
    }
    Watched closing = watched;
    watched = null;
    closing.publisher().close();
    forget(closing.onExit());
    List<RecordFile.Entry> rest = closing.publisher().unacknowledged();
    if (!rest.isEmpty()) {
      complete = false;
      save(closing, rest);
    }
  }

  private static void forget(Thread onExit) {
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(onExit);
    } catch (IllegalStateException e) {
      // The JVM is shutting down already.
    }
  }

  private void save(Watched from, List<RecordFile.Entry> rest) {
    String events = events(rest.size());
    try {
      Path file = unsent.write(from.cluster(), from.name(), rest);
      messages.accept(
          "Kafka did not accept the last %s; they are in %s, and the next longhaul generate sends them"
              .formatted(events, file));
    } catch (IOException e) {
      lossy = true;
      messages.accept(
          "Kafka did not accept the last %s, and they are lost: cannot write to %s (%s)"
              .formatted(events, folder, WriteProblem.inWords(e)));
    }
  }

  /** Returns whether events could not be saved. */
  synchronized boolean isLossy() {
    return lossy;
  }

  /** Returns whether all events were delivered. */
  synchronized boolean isComplete() {
    return complete;
  }

  private static String events(int count) {
    return String.format(Locale.ROOT, count == 1 ? "%,d event" : "%,d events", count);
  }
}
