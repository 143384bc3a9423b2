package io.longhaul.cli.run;

import io.longhaul.control.KafkaCluster;
import io.longhaul.control.sampler.RunSampling;
import io.longhaul.load.MetricsSampler;
import io.longhaul.load.handshake.HandshakePlan;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.load.publish.EventPublisher;
import io.longhaul.load.publish.KafkaEventPublisher;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.wire.control.SamplerJoined;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sampling of a machine's GPUs for one run.
 *
 * @param plan plan of the run
 */
public record NodeSampling(RunPlan plan, EventPublisher publisher, MetricsSampler sampler)
    implements RunSampling {
  private static final Logger LOG = LoggerFactory.getLogger(NodeSampling.class);
  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(5);

  /**
   * Returns a factory.
   *
   * @param gpus URLs of DCGM exporters, or that of the GPUs of this machine
   * @param interval time between two samples
   * @param counts counts the samples of all runs
   */
  public static Factory of(
      KafkaCluster kafka, List<URI> gpus, Duration interval, SampleCounts counts) {
    return joined -> start(joined, kafka, gpus, interval, counts);
  }

  private static NodeSampling start(
      SamplerJoined joined,
      KafkaCluster kafka,
      List<URI> gpus,
      Duration interval,
      SampleCounts counts) {
    LOG.info("Sampling {} for {}", gpus, joined);
    RunPlan plan = RunPlanJson.fromJson(joined.getPlanJson());
    EventPublisher publisher = new KafkaEventPublisher(kafka.connection(), "sampler");
    MetricsSampler sampler =
        new MetricsSampler(
            plan,
            joined.getNumber(),
            joined.getIncarnationEpochMs(),
            joined.getLane().getTopic(),
            joined.getLane().getPartition(),
            gpus,
            List.of(),
            Set.of(),
            interval,
            HandshakePlan.NONE,
            new AnchoredRunClock(),
            publisher,
            counts::count,
            sample -> {});
    sampler.start();
    sampler.open(joined.getRunStartEpochNs(), joined.getJoinsEpochNs());
    return new NodeSampling(plan, publisher, sampler);
  }

  @Override
  public Optional<Duration> coordinatorTimeout() {
    return Optional.ofNullable(plan.measurement().coordinatorTimeoutNanos()).map(Duration::ofNanos);
  }

  @Override
  public void end() throws InterruptedException {
    sampler.end();
    if (!publisher.flush(FLUSH_TIMEOUT)) {
      LOG.warn("Kafka has not accepted the last samples of run {}", plan.runId());
    }
  }

  @Override
  public void close() {
    sampler.close();
    publisher.close();
  }
}
