package io.longhaul.cli.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.api.MetricSink;
import io.longhaul.cli.api.ProcessStatus;
import io.longhaul.cli.embedded.TestCertificates;
import io.longhaul.config.value.OtlpSettings;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsPushTest {
  private static final long PATIENCE_SECONDS = 60;
  private static final String PASSWORD = "password-of-a-test";

  @TempDir Path folder;

  private final AtomicLong done = new AtomicLong(7);
  private final BlockingQueue<String> notes = new LinkedBlockingQueue<>();
  private final ProcessStatus status = new Status(done);

  /** The state of a process with a counter. */
  private record Status(AtomicLong done) implements ProcessStatus {
    @Override
    public String command() {
      return "test";
    }

    @Override
    public String version() {
      return "0.1.0";
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void addTo(MetricSink metrics) {
      metrics.counter("longhaul_tests_total", "Tests.", done.get(), "outcome", "ok");
      metrics.gauge("longhaul_test_load_ratio", "Load.", 0.5);
      metrics.gauge("longhaul_test_spool_used_bytes", "Bytes.", 9);
    }
  }

  private MetricsPush push(OtlpSettings settings) {
    return MetricsPush.ofProcess(settings, status, notes::add);
  }

  private String nextNote() throws InterruptedException {
    return String.valueOf(notes.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
  }

  @AfterEach
  void noThreadIsLeft() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().startsWith("metrics-push"))) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  @Test
  @SuppressWarnings("try") // sends until the end
  void namesAndLabelsAreThoseOfPrometheusWithTypesAndUnitsOfOpenTelemetry() throws Exception {
    try (OtlpReceiver receiver = OtlpReceiver.start();
        MetricsPush push = push(receiver.settings())) {
      OtlpReceiver.Received received = receiver.next();

      Metric counter = received.metric("longhaul_tests_total");
      assertThat(counter.getSum().getIsMonotonic()).isTrue();
      assertThat(counter.getSum().getAggregationTemporality())
          .isEqualTo(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
      assertThat(counter.getSum().getDataPoints(0).getAsDouble()).isEqualTo(7);
      assertThat(counter.getSum().getDataPoints(0).getStartTimeUnixNano())
          .isEqualTo(ManagementFactory.getRuntimeMXBean().getStartTime() * 1_000_000);
      assertThat(OtlpReceiver.attributes(counter.getSum().getDataPoints(0).getAttributesList()))
          .isEqualTo(Map.of("outcome", "ok"));
      assertThat(counter.getDescription()).isEqualTo("Tests.");
      assertThat(OtlpReceiver.attributes(counter.getMetadataList()))
          .isEqualTo(Map.of("prometheus.type", "counter"));
      Metric gauge = received.metric("longhaul_test_load_ratio");
      assertThat(gauge.getGauge().getDataPoints(0).getAsDouble()).isEqualTo(0.5);
      assertThat(OtlpReceiver.attributes(gauge.getMetadataList()))
          .isEqualTo(Map.of("prometheus.type", "gauge"));
      assertThat(gauge.getUnit()).isEqualTo("1");
      assertThat(received.metric("longhaul_test_spool_used_bytes").getUnit()).isEqualTo("By");
      assertThat(received.metric("process_cpu_seconds_total").getUnit()).isEqualTo("s");
      assertThat(received.metric("jvm_threads_current").getUnit()).isEmpty();
    }
    assertThat(notes).isEmpty();
  }

  @Test
  @SuppressWarnings("try") // sends until the end
  void theProcessHasAttributesAndTheUserMayChangeThem() throws Exception {
    try (OtlpReceiver receiver = OtlpReceiver.start()) {
      Map<String, String> environment = receiver.environment();
      try (MetricsPush push = push(OtlpReceiver.settings(environment))) {
        String host = InetAddress.getLocalHost().getHostName();
        assertThat(receiver.next().resource())
            .isEqualTo(
                Map.of(
                    "service.name", "longhaul",
                    "service.version", "0.1.0",
                    "service.instance.id", host + "-" + ProcessHandle.current().pid(),
                    "host.name", host,
                    "longhaul.command", "test"));
      }
      environment.put("OTEL_SERVICE_NAME", "load");
      environment.put("OTEL_RESOURCE_ATTRIBUTES", "service.instance.id=g0,team=a");
      receiver.newest();
      try (MetricsPush push = push(OtlpReceiver.settings(environment))) {
        assertThat(receiver.next().resource())
            .containsEntry("service.name", "load")
            .containsEntry("service.instance.id", "g0")
            .containsEntry("team", "a")
            .containsEntry("longhaul.command", "test");
      }
    }
  }

  @Test
  @SuppressWarnings("try") // sends until the end
  void headersAndCompressionAreThoseOfTheEnvironment() throws Exception {
    try (OtlpReceiver receiver = OtlpReceiver.start()) {
      Map<String, String> environment = receiver.environment();
      environment.put("OTEL_EXPORTER_OTLP_HEADERS", "Authorization=Bearer%20canary");
      environment.put("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip");
      receiver.answerWith(401);
      try (MetricsPush push = push(OtlpReceiver.settings(environment))) {
        OtlpReceiver.Received received = receiver.next();

        assertThat(received.header("Authorization")).isEqualTo("Bearer canary");
        assertThat(received.header("Content-Type")).isEqualTo("application/x-protobuf");
        assertThat(received.header("Content-Encoding")).isEqualTo("gzip");
        assertThat(received.values()).containsEntry("longhaul_test_load_ratio{}", 0.5);
        assertThat(nextNote()).contains("it answers with status 401").doesNotContain("canary");
      }
    }
  }

  @Test
  @SuppressWarnings("try") // closed before the notes are counted
  void aCollectorThatIsAwayAndComesBackIsReportedOnceEachTime() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    String url = "http://127.0.0.1:" + port + "/v1/metrics";
    Map<String, String> environment =
        Map.of("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", url, "OTEL_METRIC_EXPORT_INTERVAL", "100");
    try (MetricsPush push = push(OtlpReceiver.settings(environment))) {
      assertThat(nextNote())
          .isEqualTo(
              "Cannot send metrics to "
                  + url
                  + ": no connection (tried again at each interval; nothing else is affected)");
      try (OtlpReceiver receiver = OtlpReceiver.at(port)) {
        assertThat(nextNote()).isEqualTo("Metrics are sent to " + url + " again");
        receiver.answerWith(503);
        assertThat(nextNote()).contains("it answers with status 503");
        for (int i = 0; i < 3; i++) {
          receiver.next();
        }
        receiver.answerWith(200);
        assertThat(nextNote()).endsWith(" again");
        push.close();
      }
    }
    assertThat(notes).as("further notes").hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void theLastValuesAreSentAtTheEndHoweverLongTheIntervalIs() throws Exception {
    try (OtlpReceiver receiver = OtlpReceiver.start()) {
      push(receiver.settings()).close(); // the first request of a JVM takes longer
      receiver.newest();
      Map<String, String> environment = receiver.environment();
      environment.put("OTEL_METRIC_EXPORT_INTERVAL", "3600000");
      MetricsPush push = push(OtlpReceiver.settings(environment));
      done.set(8);
      assertThat(receiver.hasReceived()).isFalse();

      push.close();

      assertThat(receiver.newest().values()).containsEntry("longhaul_tests_total{outcome=ok}", 8.0);
      assertThat(notes).isEmpty();
    }
  }

  @Test
  void aCollectorThatHangsDelaysTheEndByAFewSecondsOnly() throws Exception {
    try (OtlpReceiver receiver = OtlpReceiver.start()) {
      receiver.hang();
      MetricsPush push = push(receiver.settings());
      receiver.next();

      long before = System.nanoTime();
      push.close();

      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(30));
      assertThat(nextNote())
          .isEqualTo(
              "The last metrics were not sent to http://127.0.0.1:%d/v1/metrics: no answer within 5.0 s"
                  .formatted(receiver.port()));
    }
  }

  @Test
  @SuppressWarnings("try") // sends until the end
  void aCollectorThatHangsIsGivenUpAfterTheTimeout() throws Exception {
    try (OtlpReceiver receiver = OtlpReceiver.start()) {
      receiver.hang();
      Map<String, String> environment = receiver.environment();
      environment.put("OTEL_EXPORTER_OTLP_TIMEOUT", "200");
      try (MetricsPush push = push(OtlpReceiver.settings(environment))) {
        assertThat(nextNote()).contains(": no answer within 0.2 s (");
        receiver.next();
        receiver.next();
      }
    }
  }

  @Test
  @SuppressWarnings("try") // sends until the end
  void valuesThatTheCollectorRejectsAreReported() throws Exception {
    try (OtlpReceiver receiver = OtlpReceiver.start()) {
      receiver.reject(3, "no exponential histograms\nsecond line");
      try (MetricsPush push = push(receiver.settings())) {
        assertThat(nextNote())
            .contains(": it rejects 3 values: no exponential histograms (")
            .doesNotContain("second");
      }
    }
  }

  @Test
  @SuppressWarnings("try") // closed before the receiver is asked
  void aSourceThatFailsEndsNothing() throws Exception {
    try (OtlpReceiver receiver = OtlpReceiver.start();
        MetricsPush push =
            MetricsPush.ofRun(
                receiver.settings(),
                "run-1",
                "0.1.0",
                () -> {
                  throw new IllegalStateException("no metrics");
                },
                notes::add)) {
      assertThat(nextNote()).contains("no metrics");
      push.close();
      assertThat(receiver.hasReceived()).isFalse();
    }
  }

  @Test
  @SuppressWarnings("try") // sends until the end
  void onlyACollectorWithATrustedCertificateReceivesMetrics() throws Exception {
    TestCertificates certificates = TestCertificates.create(folder.resolve("tls"), PASSWORD);
    Path store = certificates.sign("collector", "CN=collector", "ip:127.0.0.1", false);
    try (OtlpReceiver receiver = OtlpReceiver.startWithTls(context(store))) {
      Map<String, String> environment = receiver.environment();
      try (MetricsPush push = push(OtlpReceiver.settings(environment))) {
        assertThat(nextNote()).contains(": TLS failed: ");
        assertThat(receiver.hasReceived()).isFalse();
      }
      environment.put("OTEL_EXPORTER_OTLP_CERTIFICATE", certificates.authority().toString());
      try (MetricsPush push = push(OtlpReceiver.settings(environment))) {
        assertThat(receiver.next().metrics()).isNotEmpty();
      }
      assertThat(notes).isEmpty();
    }
  }

  private static SSLContext context(Path store) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}
