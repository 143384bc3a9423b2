package io.longhaul.cli.run;

import io.longhaul.cli.coordinator.KafkaCluster;
import io.longhaul.cli.coordinator.SamplerLanes;
import io.longhaul.cli.options.ProfileSettings;
import io.longhaul.load.GpuSampling;
import io.longhaul.load.publish.EventPublisher;
import io.longhaul.load.publish.KafkaEventPublisher;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.wire.control.LaneAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The GPU sampler of this process, in the lane that the coordinator makes a part of the run. */
final class GpuLanes implements SamplerLanes {
  private static final Logger LOG = LoggerFactory.getLogger(GpuLanes.class);
  private static final Duration LONGEST_FLUSH = Duration.ofSeconds(30);

  private final EventPublisher publisher;
  private final GpuSampling sampling;

  private GpuLanes(EventPublisher publisher, GpuSampling sampling) {
    this.publisher = publisher;
    this.sampling = sampling;
  }

  /**
   * Begins to sample: exporters that were named, and of the usual ones those that answer.
   *
   * @param kafka takes the samples
   */
  static SamplerLanes start(ProfileSettings settings, KafkaCluster kafka) {
    List<URI> exporters = present(settings);
    if (exporters.isEmpty()) {
      return NONE;
    }
    LOG.info("Sampling GPUs of {}", exporters);
    EventPublisher publisher = new KafkaEventPublisher(kafka.connection(), "sampler");
    GpuSampling sampling =
        new GpuSampling(
            settings.plan(),
            0,
            System.currentTimeMillis(),
            kafka.topics().gpu(),
            0,
            exporters,
            Duration.ofNanos(settings.gpuIntervalNanos()),
            new AnchoredRunClock(),
            publisher);
    sampling.start();
    return new GpuLanes(publisher, sampling);
  }

  private static List<URI> present(ProfileSettings settings) {
    List<URI> present = new ArrayList<>();
    for (URI exporter : settings.exporters()) {
      if (!settings.isUsual(exporter) || TargetProbe.answers(exporter)) {
        present.add(exporter);
      }
    }
    return present;
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
  public void open(long runStartEpochNanos) {
    sampling.open(runStartEpochNanos);
  }

  @Override
  public void end() throws InterruptedException {
    sampling.end();
    if (!publisher.flush(LONGEST_FLUSH)) {
      LOG.warn("Cannot deliver all GPU samples: {}", publisher.trouble().orElse("Kafka is slow"));
    }
  }

  @Override
  public void close() {
    sampling.close();
    publisher.close();
  }
}
