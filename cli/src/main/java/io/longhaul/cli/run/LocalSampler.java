package io.longhaul.cli.run;

import io.longhaul.config.options.ProfileSettings;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.coordinator.SamplerLanes;
import io.longhaul.load.MetricsSampler;
import io.longhaul.load.publish.DeliveryOutage;
import io.longhaul.load.publish.EventPublisher;
import io.longhaul.load.publish.KafkaEventPublisher;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.wire.ServerSample;
import io.longhaul.wire.control.LaneAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sampler in this process. It samples GPUs, server metrics and the network round trip in a lane
 * that the coordinator adds to the run.
 */
record LocalSampler(EventPublisher publisher, MetricsSampler sampling) implements SamplerLanes {
  private static final Logger LOG = LoggerFactory.getLogger(LocalSampler.class);

  /**
   * Starts to sample the configured pages, and those default exporters and metrics pages of the
   * targets that answer.
   *
   * @param kafka receives the samples
   * @param notes receives a sentence about each page that cannot be sampled
   * @param serverSamples receives each sample of a server, on the sampling thread; must not block
   */
  static SamplerLanes start(
      ProfileSettings settings,
      KafkaCluster kafka,
      Consumer<String> notes,
      Consumer<ServerSample> serverSamples)
      throws InterruptedException {
    ScrapeTargets pages =
        ScrapeTargets.discover(present(settings), settings.serverMetrics(), notes);
    if (pages.isEmpty() && settings.handshakes().targets().isEmpty()) {
      return NONE;
    }
    LOG.info("Sampling GPUs of {}, metrics of {}", pages.exporters(), pages.servers());
    EventPublisher publisher = new KafkaEventPublisher(kafka.connection(), "sampler");
    MetricsSampler sampling =
        new MetricsSampler(
            settings.plan(),
            0,
            System.currentTimeMillis(),
            kafka.topics().gpu(),
            0,
            pages.exporters(),
            pages.servers(),
            settings.gpuMetrics(),
            Duration.ofNanos(settings.sampleIntervalNanos()),
            settings.handshakes(),
            new AnchoredRunClock(),
            publisher,
            serverSamples);
    sampling.start();
    return new LocalSampler(publisher, sampling);
  }

  private static List<URI> present(ProfileSettings settings) {
    return settings.exporters().stream()
        .filter(exporter -> !settings.isUsual(exporter) || TargetProbe.isListening(exporter))
        .toList();
  }

  @Override
  public String processId() {
    String lane = sampling.address().getLaneId();
    return lane.substring(0, lane.indexOf('.'));
  }

  @Override
  public List<LaneAddress> lanes() {
    return List.of(sampling.address());
  }

  @Override
  public void open(long runStartEpochNanos, long countsFromEpochNanos) {
    sampling.open(runStartEpochNanos, countsFromEpochNanos);
  }

  @Override
  public void end() throws InterruptedException {
    sampling.end();
  }

  @Override
  public boolean isFlushed() {
    return publisher.flush(Duration.ZERO);
  }

  @Override
  public Optional<DeliveryOutage> outage() {
    return publisher.outage();
  }

  @Override
  public void close() {
    sampling.close();
    publisher.close();
  }
}
