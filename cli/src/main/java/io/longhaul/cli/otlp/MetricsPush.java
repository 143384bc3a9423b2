package io.longhaul.cli.otlp;

import io.longhaul.cli.api.MetricsSource;
import io.longhaul.cli.api.ProcessStatus;
import io.longhaul.config.value.OtlpSettings;
import io.longhaul.load.time.Threads;
import java.io.Closeable;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends metrics to an OpenTelemetry collector: after each interval, and when it is closed. Nothing
 * is kept for a collector that is away, because values are cumulative or current, so that a later
 * request makes up for a lost one.
 */
public final class MetricsPush implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(MetricsPush.class);

  /** The end of a process waits for the collector at most this long. */
  private static final Duration LAST_TIMEOUT = Duration.ofSeconds(5);

  private static final Duration ABORT_TIMEOUT = Duration.ofSeconds(1);

  private final OtlpSettings settings;
  private final OtlpRequest request;
  private final MetricsSource source;
  private final Consumer<String> notes;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(Threads.daemons("metrics-push"));

  /** Created by the first request, so that the start of the process does not wait for it. */
  private @Nullable OtlpClient client;

  private boolean isFailing;

  private MetricsPush(
      OtlpSettings settings,
      Map<String, String> identity,
      String version,
      MetricsSource source,
      Consumer<String> notes) {
    this.settings = settings;
    this.source = source;
    this.notes = notes;
    Map<String, String> resource = new TreeMap<>(identity);
    resource.putAll(settings.resourceAttributes());
    this.request =
        new OtlpRequest(
            resource,
            version,
            TimeUnit.MILLISECONDS.toNanos(ManagementFactory.getRuntimeMXBean().getStartTime()));
  }

  /**
   * Starts to send the metrics of a process that executes no run.
   *
   * @param notes receives one line when the collector does not accept metrics, and one when it does
   *     again
   */
  public static MetricsPush ofProcess(
      OtlpSettings settings, ProcessStatus status, Consumer<String> notes) {
    return new MetricsPush(
            settings,
            ProcessIdentity.of(status.command(), status.version()),
            status.version(),
            MetricsSource.of(status),
            notes)
        .started();
  }

  /**
   * Starts to send the metrics of a run.
   *
   * @param version version of the build
   * @param notes as above
   */
  public static MetricsPush ofRun(
      OtlpSettings settings,
      String runId,
      String version,
      MetricsSource source,
      Consumer<String> notes) {
    return new MetricsPush(settings, ProcessIdentity.ofRun(runId, version), version, source, notes)
        .started();
  }

  private MetricsPush started() {
    long millis = settings.interval().toMillis();
    ScheduledFuture<?> unused =
        thread.scheduleWithFixedDelay(this::repeat, millis, millis, TimeUnit.MILLISECONDS);
    return this;
  }

  private void repeat() {
    Optional<String> problem = send(settings.timeout());
    if (thread.isShutdown()) {
      return; // it was aborted
    }
    if (problem.isPresent() && !isFailing) {
      note(
          "Cannot send metrics to %s: %s (tried again at each interval; nothing else is affected)"
              .formatted(settings.url(), problem.get()));
    } else if (problem.isEmpty() && isFailing) {
      note("Metrics are sent to %s again".formatted(settings.url()));
    }
    isFailing = problem.isPresent();
  }

  /** Returns why the metrics were not sent. No failure ends the process or later attempts. */
  private Optional<String> send(Duration timeout) {
    try {
      if (client == null) {
        client = new OtlpClient(settings);
      }
      return client.send(request.of(source.current(), nowEpochNanos()), timeout);
    } catch (TimeoutException e) {
      return Optional.of("they could not be collected in time");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    } catch (RuntimeException e) {
      if (!isFailing) {
        LOG.error("Cannot send metrics", e);
      }
      return Optional.of(e.toString());
    }
  }

  private void note(String line) {
    LOG.info("{}", line);
    notes.accept(line);
  }

  private static long nowEpochNanos() {
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  /** Sends the last values; waits for the collector for a few seconds at most. */
  @Override
  public void close() {
    if (thread.isShutdown()) {
      return;
    }
    thread.shutdownNow();
    try {
      if (thread.awaitTermination(ABORT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        sendLast();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (client != null) {
        client.close();
      }
    }
  }

  private void sendLast() {
    boolean isShorter = settings.timeout().compareTo(LAST_TIMEOUT) < 0;
    Optional<String> problem = send(isShorter ? settings.timeout() : LAST_TIMEOUT);
    if (problem.isPresent() && !isFailing) {
      note("The last metrics were not sent to %s: %s".formatted(settings.url(), problem.get()));
    }
  }
}
