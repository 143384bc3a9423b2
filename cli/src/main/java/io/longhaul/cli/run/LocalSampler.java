package io.longhaul.cli.run;

import io.longhaul.config.options.ProfileSettings;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.coordinator.SamplerLanes;
import io.longhaul.load.MetricsSampler;
import io.longhaul.load.handshake.HandshakePlan;
import io.longhaul.load.handshake.HandshakeTarget;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.publish.DeliveryOutage;
import io.longhaul.load.publish.EventPublisher;
import io.longhaul.load.publish.KafkaEventPublisher;
import io.longhaul.load.scrape.dcgm.GpuMetric;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.wire.GpuSample;
import io.longhaul.wire.ServerSample;
import io.longhaul.wire.control.HandshakeHost;
import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.Sampling;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sampler in this process. It samples GPUs, server metrics and the network round trip in a lane
 * that the coordinator adds to the run.
 *
 * @param pages what is sampled
 */
record LocalSampler(EventPublisher publisher, MetricsSampler sampler, Sampling pages)
    implements SamplerLanes {
  private static final Logger LOG = LoggerFactory.getLogger(LocalSampler.class);

  /**
   * Starts to sample the configured pages, and those default exporters and metrics pages of the
   * targets that answer.
   *
   * @param kafka receives the samples
   * @param notes receives a sentence about each page that cannot be sampled
   * @param gpuSamples receives each sample of a GPU, on the sampling thread; must not block
   * @param serverSamples receives each sample of a server, on the sampling thread; must not block
   */
  static SamplerLanes start(
      ProfileSettings settings,
      KafkaCluster kafka,
      Consumer<String> notes,
      Consumer<GpuSample> gpuSamples,
      Consumer<ServerSample> serverSamples)
      throws InterruptedException {
    ScrapeTargets pages =
        ScrapeTargets.discover(present(settings), settings.serverMetrics(), notes);
    if (pages.isEmpty() && settings.handshakes().targets().isEmpty()) {
      return NONE;
    }
    return start(settings.plan(), sampling(pages, settings), kafka, gpuSamples, serverSamples);
  }

  /**
   * Continues the sampling of a coordinator that another one has replaced.
   *
   * @param pages what it sampled
   */
  static SamplerLanes resume(RunPlan plan, Sampling pages, KafkaCluster kafka) {
    return start(plan, pages, kafka, sample -> {}, sample -> {});
  }

  private static SamplerLanes start(
      RunPlan plan,
      Sampling pages,
      KafkaCluster kafka,
      Consumer<GpuSample> gpuSamples,
      Consumer<ServerSample> serverSamples) {
    LOG.info("Sampling {}", pages);
    EventPublisher publisher = new KafkaEventPublisher(kafka.connection(), "sampler");
    MetricsSampler sampler =
        new MetricsSampler(
            plan,
            0,
            System.currentTimeMillis(),
            kafka.topics().gpu(),
            0,
            urls(pages.getExporterUrls()),
            urls(pages.getServerUrls()),
            Set.copyOf(pages.getExtraGpuFields()),
            Duration.ofNanos(pages.getSampleIntervalNs()),
            handshakes(pages),
            new AnchoredRunClock(),
            publisher,
            gpuSamples,
            serverSamples);
    sampler.start();
    return new LocalSampler(publisher, sampler, pages);
  }

  private static Sampling sampling(ScrapeTargets pages, ProfileSettings settings) {
    return new Sampling(
        pages.exporters().stream().map(URI::toString).toList(),
        pages.servers().stream().map(URI::toString).toList(),
        settings.gpuMetrics().stream().map(GpuMetric::dcgmName).toList(),
        settings.sampleIntervalNanos(),
        settings.handshakes().targets().stream()
            .map(target -> new HandshakeHost(target.url(), target.host(), target.port()))
            .toList(),
        settings.handshakes().interval().toNanos());
  }

  private static List<URI> urls(List<String> pages) {
    return pages.stream().map(URI::create).toList();
  }

  private static HandshakePlan handshakes(Sampling pages) {
    return new HandshakePlan(
        pages.getHandshakeHosts().stream()
            .map(host -> new HandshakeTarget(host.getUrl(), host.getHost(), host.getPort()))
            .toList(),
        Duration.ofNanos(pages.getHandshakeIntervalNs()));
  }

  private static List<URI> present(ProfileSettings settings) {
    return settings.exporters().stream()
        .filter(exporter -> !settings.isUsual(exporter) || TargetProbe.isListening(exporter))
        .toList();
  }

  @Override
  public String processId() {
    String lane = sampler.address().getLaneId();
    return lane.substring(0, lane.indexOf('.'));
  }

  @Override
  public List<LaneAddress> lanes() {
    return List.of(sampler.address());
  }

  @Override
  public Optional<Sampling> sampling() {
    return Optional.of(pages);
  }

  @Override
  public void open(long runStartEpochNanos, long countsFromEpochNanos) {
    sampler.open(runStartEpochNanos, countsFromEpochNanos);
  }

  @Override
  public void end() throws InterruptedException {
    sampler.end();
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
    sampler.close();
    publisher.close();
  }
}
