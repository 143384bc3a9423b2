package io.longhaul.load.scrape.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MetricsPageClientTest {

  private static final Duration PATIENT = Duration.ofSeconds(20);

  /** The JDK's selector thread ends only when its client is garbage-collected. */
  @Test
  void aClosedClientLeavesNoThread() throws Exception {
    Set<Long> before = clientThreads();
    MetricsPageClient pages = new MetricsPageClient(PATIENT, 1000);
    try (FakeExporter exporter = new FakeExporter(FakeExporter.page("a 1\n"))) {
      assertThat(pages.get(exporter.url())).hasSize(4);
    }
    assertThat(before.containsAll(clientThreads())).isFalse();

    pages.close();

    long deadline = System.nanoTime() + PATIENT.toNanos();
    while (!before.containsAll(clientThreads())) {
      assertThat(System.nanoTime()).as("threads are left").isLessThan(deadline);
      System.gc();
      Thread.onSpinWait();
    }
  }

  @Test
  void aClosedClientCannotBeUsed() {
    MetricsPageClient pages = new MetricsPageClient(PATIENT, 1000);
    pages.close();

    assertThatThrownBy(() -> pages.get(URI.create("http://127.0.0.1:9/metrics")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Cannot get a page: the client is closed");
  }

  private static Set<Long> clientThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(
            thread ->
                thread.getName().startsWith("HttpClient-")
                    || thread.getName().startsWith("metrics-pages"))
        .map(Thread::getId)
        .collect(Collectors.toSet());
  }
}
