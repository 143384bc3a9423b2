package io.longhaul.load.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.scrape.prometheus.FakeExporter;
import io.longhaul.load.scrape.result.GpuScrape;
import io.longhaul.load.scrape.result.Scrape;
import io.longhaul.load.scrape.result.ServerScrape;
import io.longhaul.wire.ServerSeries;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PageSamplerTest {

  private static final Duration OFTEN = Duration.ofMillis(20);
  private static final Duration PATIENT = Duration.ofSeconds(20);
  private static final Duration IMPATIENT = Duration.ofMillis(500);

  private final RecordingScrapeListener listener = new RecordingScrapeListener();

  @AfterEach
  void noSamplerThreadRemains() {
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(Thread::isAlive)
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("page-sampler"));
  }

  @Test
  void aPageIsSampledRepeatedly() throws Exception {
    try (FakeExporter exporter = new FakeExporter(FakeExporter.page(FakeExporter.TWO_GPUS));
        PageSampler sampler = sampler(exporter.url())) {
      sampler.start();
      listener.await("5 samples", results -> results.scrapesOf(exporter.url()).size() >= 5);

      List<Scrape> scrapes = listener.scrapesOf(exporter.url());
      assertThat(scrapes).isSortedAccordingTo((a, b) -> Long.compare(a.atNanos(), b.atNanos()));
      assertThat(((GpuScrape) scrapes.get(4)).readings()).hasSize(2);
    }
  }

  @Test
  void aFailureIsReportedAndTheScrapeIsRetried() throws Exception {
    try (FakeExporter exporter = new FakeExporter(FakeExporter.response(503, new byte[0]));
        PageSampler sampler = sampler(exporter.url())) {
      sampler.start();
      listener.await("2 failures", results -> results.failuresOf(exporter.url()).size() >= 2);
      exporter.setResponse(FakeExporter.page(FakeExporter.TWO_GPUS));
      listener.await("a sample", results -> !results.scrapesOf(exporter.url()).isEmpty());

      assertThat(listener.failuresOf(exporter.url()).get(0).reason()).isEqualTo("http_503");
    }
  }

  @Test
  void serverPagesAndExportersAreBothSampled() throws Exception {
    try (FakeExporter exporter = new FakeExporter(FakeExporter.page(FakeExporter.TWO_GPUS));
        FakeExporter server = new FakeExporter(FakeExporter.page("vllm:num_requests_running 3\n"));
        PageSampler sampler =
            new PageSampler(
                List.of(exporter.url()),
                List.of(server.url()),
                Set.of(),
                OFTEN,
                PATIENT,
                System::nanoTime,
                listener)) {
      sampler.start();
      listener.await("a sample of GPUs", results -> !results.scrapesOf(exporter.url()).isEmpty());
      listener.await(
          "a sample of the server", results -> !results.scrapesOf(server.url()).isEmpty());

      ServerScrape scrape = (ServerScrape) listener.scrapesOf(server.url()).get(0);
      assertThat(scrape.series()).extracting(ServerSeries::getValue).containsExactly(3.0);
    }
  }

  @Test
  void aHangingExporterDoesNotDelayOthers() throws Exception {
    CountDownLatch enough = new CountDownLatch(1);
    try (FakeExporter hanging =
            new FakeExporter(
                exchange -> {
                  try {
                    assertThat(enough.await(30, TimeUnit.SECONDS)).isTrue();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
        FakeExporter quick = new FakeExporter(FakeExporter.page(FakeExporter.TWO_GPUS));
        PageSampler sampler = sampler(IMPATIENT, hanging.url(), quick.url())) {
      sampler.start();
      listener.await("4 samples", results -> results.scrapesOf(quick.url()).size() >= 4);
      listener.await("a time-out", results -> !results.failuresOf(hanging.url()).isEmpty());
      enough.countDown();

      assertThat(listener.failuresOf(hanging.url()).get(0).reason()).isEqualTo("timeout");
    }
  }

  @Test
  void scrapesBeginAtTheStartAndReportsEndAtTheClose() throws Exception {
    try (FakeExporter exporter = new FakeExporter(FakeExporter.page(FakeExporter.TWO_GPUS))) {
      PageSampler sampler = sampler(exporter.url());
      assertThat(exporter.scrapes()).isZero();
      sampler.start();
      listener.await("a sample", results -> results.results() > 0);

      sampler.close();

      int results = listener.results();
      int scrapes = exporter.scrapes();
      noSamplerThreadRemains();
      assertThat(listener.results()).isEqualTo(results);
      assertThat(exporter.scrapes()).isEqualTo(scrapes);
    }
  }

  @Test
  void aScrapeInProgressDoesNotDelayTheClose() throws Exception {
    CountDownLatch requested = new CountDownLatch(1);
    CountDownLatch enough = new CountDownLatch(1);
    try (FakeExporter exporter =
        new FakeExporter(
            exchange -> {
              requested.countDown();
              try {
                assertThat(enough.await(30, TimeUnit.SECONDS)).isTrue();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            })) {
      PageSampler sampler = sampler(Duration.ofSeconds(50), exporter.url());
      sampler.start();
      assertThat(requested.await(20, TimeUnit.SECONDS)).isTrue();

      sampler.close();
      enough.countDown();

      assertThat(listener.results()).isZero();
    }
  }

  @Test
  void aSamplerThatWasNotStartedCanBeClosed() {
    sampler(URI.create("http://127.0.0.1:9/metrics")).close();

    assertThat(listener.results()).isZero();
  }

  private PageSampler sampler(URI... urls) {
    return sampler(PATIENT, urls);
  }

  private PageSampler sampler(Duration scrapeTimeout, URI... urls) {
    return new PageSampler(
        List.of(urls), List.of(), Set.of(), OFTEN, scrapeTimeout, System::nanoTime, listener);
  }
}
