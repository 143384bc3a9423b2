package io.longhaul.cli;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.RunTopics;
import io.longhaul.load.publish.DeliveryOutage;
import io.longhaul.load.publish.KafkaEventPublisher;
import io.longhaul.load.publish.LeftoverEvents;
import io.longhaul.load.record.IssuedCounts;
import io.longhaul.load.spool.Spool;
import io.longhaul.load.spool.SpoolFolder;
import io.longhaul.load.spool.SpoolInUseException;
import io.longhaul.sinks.folder.WriteProblem;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prevents the loss of a generator's events during a Kafka outage: keeps them in the generator's
 * spool, and sends the events that an earlier process has left in one.
 *
 * <p>Only the main thread calls {@link #sendEarlier}; the other methods are thread-safe.
 */
final class EventDelivery implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventDelivery.class);
  private static final Duration SEND_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
  private static final Duration MAX_AGE_OF_COUNTS = Duration.ofDays(1);

  private final KafkaCluster kafka;
  private final Spooling spooling;
  private final Duration deliveryTimeout;
  private final Consumer<String> messages;

  /** The shutdown hook. */
  private final Thread onExit = new Thread(this::closeAtExit, "end-delivery");

  /** Null while there is nothing to deliver. */
  private @Nullable KafkaEventPublisher publisher;

  /** The publisher's spool; null without one. */
  private @Nullable Spool openSpool;

  private boolean closed;
  private boolean complete = true;
  private boolean lossy;

  /**
   * Where events wait for Kafka.
   *
   * @param folder this generator's spool; null to keep events in memory
   * @param maxBytes maximum size of the spool
   * @param pausesLoad whether the load pauses while three quarters of it are in use
   */
  record Spooling(@Nullable SpoolFolder folder, long maxBytes, boolean pausesLoad) {}

  /**
   * @param spooling its folder is closed with this object
   * @param deliveryTimeout maximum time to wait for Kafka after the load has ended
   * @param messages receives messages for the user
   */
  EventDelivery(
      KafkaCluster kafka, Spooling spooling, Duration deliveryTimeout, Consumer<String> messages) {
    this.kafka = kafka;
    this.spooling = spooling;
    this.deliveryTimeout = deliveryTimeout;
    this.messages = messages;
    Runtime.getRuntime().addShutdownHook(onExit);
  }

  /**
   * Sends the events that processes which have ended left for this cluster in their spools; waits
   * until Kafka answers.
   *
   * @throws KafkaUnreachableException if Kafka refuses this process
   */
  void sendEarlier() throws KafkaUnreachableException, InterruptedException {
    SpoolFolder own = spooling.folder();
    if (own == null) {
      return;
    }
    List<SpoolFolder> locked = new ArrayList<>();
    try {
      for (Path folder : foldersWithEvents(own)) {
        if (folder.getFileName().equals(own.path().getFileName())) {
          locked.add(own);
        } else {
          lock(folder).ifPresent(locked::add);
        }
      }
      if (!locked.isEmpty()) {
        String cluster = clusterId();
        for (SpoolFolder folder : locked) {
          send(segments(folder, cluster));
        }
      }
    } finally {
      locked.remove(own);
      locked.forEach(EventDelivery::close);
    }
  }

  private List<Path> foldersWithEvents(SpoolFolder own) {
    Path parent = requireNonNull(own.path().toAbsolutePath().getParent()); // it contains spools
    try {
      return SpoolFolder.withEvents(parent);
    } catch (IOException e) {
      reportUnsent(parent, e);
      return List.of();
    }
  }

  /** Locks another generator's folder, unless it is in use or belongs to another user. */
  private Optional<SpoolFolder> lock(Path folder) {
    try {
      return Optional.of(SpoolFolder.of(folder));
    } catch (SpoolInUseException e) {
      return Optional.empty(); // Its process is alive and sends its events.
    } catch (IOException e) {
      reportUnsent(folder, e);
      return Optional.empty();
    }
  }

  private List<Path> segments(SpoolFolder folder, String cluster) {
    try {
      return folder.segmentsFor(cluster);
    } catch (IOException e) {
      reportUnsent(folder.path(), e);
      return List.of();
    }
  }

  private void reportUnsent(Path folder, IOException e) {
    messages.accept(
        "Cannot send the events in %s: %s (they remain there)"
            .formatted(folder, WriteProblem.inWords(e)));
  }

  private static void close(SpoolFolder folder) {
    try {
      folder.close();
    } catch (IOException e) {
      LOG.warn("Cannot remove {}: {}", folder.path(), e.getMessage());
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

  private void send(List<Path> segments) throws InterruptedException {
    if (segments.isEmpty()) {
      return;
    }
    Path folder = requireNonNull(segments.get(0).getParent());
    long sentEvents = 0;
    try (KafkaEventPublisher sender = new KafkaEventPublisher(kafka.connection(), "unsent")) {
      for (Path segment : segments) {
        LeftoverEvents.Sent sent = new LeftoverEvents(segment).send(sender, SEND_TIMEOUT);
        sent.damage().forEach(damage -> messages.accept("Warning: " + damage));
        if (sent.refused() > 0) {
          messages.accept(
              "Warning: Kafka refuses %,d of the events in %s (the file remains)"
                  .formatted(sent.refused(), segment));
        } else if (!sent.delivered()) {
          messages.accept(
              "Cannot send %s that an earlier process had stored within %d s (the next start tries again): %s"
                  .formatted(events(sent.events()), SEND_TIMEOUT.toSeconds(), segment));
          return;
        }
        sentEvents += sent.events() - sent.refused();
      }
      messages.accept(
          "Sent " + events(sentEvents) + " that an earlier process had stored: " + folder);
    } catch (IOException e) {
      reportUnsent(folder, e);
    }
  }

  /**
   * Returns a publisher, whose unacknowledged events remain in the spool at the end, also when a
   * signal ends the process.
   *
   * @param clusterId ID of the Kafka cluster
   * @throws IllegalStateException if this object is closed, or if an earlier publisher is in use,
   *     which {@link #endDelivery} closes
   * @throws IOException if the spool cannot be created, with a message for users
   */
  synchronized KafkaEventPublisher open(String clusterId, String clientId) throws IOException {
    if (closed || publisher != null) {
      throw new IllegalStateException(
          closed ? "the delivery has ended" : "the delivery of another run has not ended");
    }
    Spool spool = spool(clusterId);
    try {
      KafkaEventPublisher opened =
          new KafkaEventPublisher(kafka.connection(), clientId, spool, spooling.pausesLoad());
      publisher = opened;
      openSpool = spool;
      return opened;
    } catch (RuntimeException e) { // Kafka's client refuses its settings
      if (spool != null) {
        spool.close();
      }
      throw e;
    }
  }

  /**
   * Returns the file in the spool in which this process stores how many requests of a run it has
   * issued, for a later process with its name; empty without a spool. Removes files that no process
   * has written for a day; the others may belong to a run that still waits for this generator.
   *
   * @throws IOException if a file cannot be removed
   */
  Optional<Path> issuedCounts(String run) throws IOException {
    SpoolFolder folder = spooling.folder();
    if (folder == null) {
      return Optional.empty();
    }
    Path file = issuedCountsIn(folder, run);
    for (Path each : issuedCountsIn(folder)) {
      Instant written = Files.getLastModifiedTime(each).toInstant();
      if (!each.equals(file) && written.isBefore(Instant.now().minus(MAX_AGE_OF_COUNTS))) {
        Files.delete(each);
      }
    }
    return Optional.of(file);
  }

  /**
   * Removes the counts of issued requests of a run, because the share is complete.
   *
   * @throws IOException if a file cannot be removed
   */
  void removeIssuedCounts(String run) throws IOException {
    SpoolFolder folder = spooling.folder();
    if (folder == null) {
      return;
    }
    Files.deleteIfExists(issuedCountsIn(folder, run));
    try {
      Files.deleteIfExists(folder.path());
    } catch (DirectoryNotEmptyException e) {
      // It contains events or counts of another run, or is in use.
    }
  }

  private static Path issuedCountsIn(SpoolFolder folder, String run) {
    return folder.path().resolve(run + IssuedCounts.SUFFIX);
  }

  private static List<Path> issuedCountsIn(SpoolFolder folder) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder.path(), "*" + IssuedCounts.SUFFIX)) {
      files.forEach(found::add);
    } catch (NoSuchFileException e) {
      // The delivery has ended, and removed its folder.
    }
    return found;
  }

  private @Nullable Spool spool(String clusterId) throws IOException {
    SpoolFolder folder = spooling.folder();
    if (folder == null) {
      return null;
    }
    try {
      Spool spool = folder.open(clusterId, spooling.maxBytes());
      spool.onProblem(messages);
      return spool;
    } catch (IOException e) {
      throw new IOException(
          "Cannot create the spool in %s: %s (set another folder with --spool-dir)"
              .formatted(folder.path(), WriteProblem.inWords(e)),
          e);
    }
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
    while (events != null && !events.flush(POLL_INTERVAL)) { // null after the delivery has ended
      if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      Optional<DeliveryOutage> outage = events.outage();
      if (outage.isPresent() && !announced) {
        announced = true;
        SpoolFolder folder = spooling.folder();
        messages.accept(
            "Waiting for Kafka to accept the last events: it %s (at most %d s, then they %s)"
                .formatted(
                    problem(outage.get()),
                    deliveryTimeout.toSeconds(),
                    folder == null ? "are lost" : "remain in " + folder.path()));
      }
    }
    return true;
  }

  private static String problem(DeliveryOutage outage) {
    return outage
        .refusal()
        .map(reason -> "refuses them since %s: %s".formatted(outage.since(), reason))
        .orElse("has not answered since " + outage.since());
  }

  private synchronized @Nullable KafkaEventPublisher publisherNow() {
    return publisher;
  }

  /** Closes the publisher; its unacknowledged events remain in the spool. */
  synchronized void endDelivery() {
    KafkaEventPublisher closing = publisher;
    if (closing == null) {
      return;
    }
    publisher = null;
    openSpool = null;
    closing.close();
    KafkaEventPublisher.Remaining rest = closing.remaining();
    SpoolFolder folder = spooling.folder();
    if (rest.stored() > 0 && folder != null) {
      complete = false;
      messages.accept(
          "Kafka did not accept the last %s; they are in %s, and the next longhaul generate sends them"
              .formatted(events(rest.stored()), folder.path()));
    }
    if (rest.lost() > 0) {
      complete = false;
      lossy = true;
      messages.accept(
          "Kafka did not accept the last %s, and they are lost: there was no space for them in %s"
              .formatted(events(rest.lost()), folder == null ? "a spool" : folder.path()));
    }
  }

  /** Ends the delivery and unlocks the spool. */
  @Override
  public void close() {
    closeAtExit();
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(onExit);
    } catch (IllegalStateException e) {
      // The JVM is shutting down already.
    }
  }

  private synchronized void closeAtExit() {
    closed = true;
    endDelivery();
    SpoolFolder folder = spooling.folder();
    if (folder != null) {
      close(folder);
    }
  }

  /** Returns whether Kafka does not accept events now. */
  synchronized boolean isKafkaAway() {
    return publisher != null && publisher.outage().isPresent();
  }

  /** Returns the size of the events that wait in the spool. */
  synchronized long spoolUsedBytes() {
    return openSpool == null ? 0 : openSpool.usedBytes();
  }

  /** Returns the maximum size of the spool; 0 without one. */
  long spoolMaxBytes() {
    return spooling.folder() == null ? 0 : spooling.maxBytes();
  }

  /** Returns whether events were lost. */
  synchronized boolean isLossy() {
    return lossy;
  }

  /** Returns whether all events were delivered. */
  synchronized boolean isComplete() {
    return complete;
  }

  private static String events(long count) {
    return String.format(Locale.ROOT, count == 1 ? "%,d event" : "%,d events", count);
  }
}
