package io.longhaul.cli.otlp;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.value.OtlpSettings;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsPartialSuccess;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;

/** A collector that decodes what it receives with OpenTelemetry's own definitions. */
public final class OtlpReceiver implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile int status = 200;
  private volatile boolean hangs;
  private volatile ExportMetricsServiceResponse answer =
      ExportMetricsServiceResponse.getDefaultInstance();

  /** A request with its headers. */
  public record Received(Headers headers, ExportMetricsServiceRequest request) {

    /** Returns the only value of a header. */
    public String header(String name) {
      return headers.getFirst(name);
    }

    /** Returns the attributes of the process. */
    public Map<String, String> resource() {
      return attributes(request.getResourceMetrics(0).getResource().getAttributesList());
    }

    /** Returns the values by the name and the labels of their line in Prometheus' text format. */
    public Map<String, Double> values() {
      return OtlpValues.of(metrics());
    }

    /** Returns a metric by its name. */
    public Metric metric(String name) {
      return metrics().stream()
          .filter(metric -> metric.getName().equals(name))
          .findFirst()
          .orElseThrow();
    }

    List<Metric> metrics() {
      return request.getResourceMetrics(0).getScopeMetrics(0).getMetricsList();
    }
  }

  private OtlpReceiver(HttpServer server) {
    this.server = server;
    server.createContext("/v1/metrics", this::receive);
    server.setExecutor(threads);
    server.start();
  }

  /** Starts it on a free port. */
  public static OtlpReceiver start() throws IOException {
    return at(0);
  }

  /** Starts it on a port. */
  static OtlpReceiver at(int port) throws IOException {
    return new OtlpReceiver(HttpServer.create(onLoopback(port), 0));
  }

  /** Starts it with TLS. */
  static OtlpReceiver startWithTls(SSLContext context) throws IOException {
    HttpsServer server = HttpsServer.create(onLoopback(0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return new OtlpReceiver(server);
  }

  private static InetSocketAddress onLoopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Returns the environment of a process that sends every 100 ms. */
  public Map<String, String> environment() {
    String scheme = server instanceof HttpsServer ? "https" : "http";
    Map<String, String> environment = new HashMap<>();
    environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", scheme + "://127.0.0.1:" + port());
    environment.put("OTEL_METRIC_EXPORT_INTERVAL", "100");
    return environment;
  }

  static OtlpSettings settings(Map<String, String> environment) {
    return OtlpSettings.read(environment, new OptionProblems()).orElseThrow();
  }

  /** Returns the settings of a process that sends every 100 ms. */
  public OtlpSettings settings() {
    return settings(environment());
  }

  /** Sets what is answered from now on. */
  void answerWith(int newStatus) {
    status = newStatus;
  }

  void reject(long values, String reason) {
    answer =
        ExportMetricsServiceResponse.newBuilder()
            .setPartialSuccess(
                ExportMetricsPartialSuccess.newBuilder()
                    .setRejectedDataPoints(values)
                    .setErrorMessage(reason))
            .build();
  }

  /** Answers nothing until it is closed. */
  void hang() {
    hangs = true;
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange;
        InputStream body = exchange.getRequestBody()) {
      Headers headers = exchange.getRequestHeaders();
      boolean isGzip = "gzip".equals(headers.getFirst("Content-Encoding"));
      byte[] bytes = (isGzip ? new GZIPInputStream(body) : body).readAllBytes();
      received.add(new Received(headers, ExportMetricsServiceRequest.parseFrom(bytes)));
      if (hangs) {
        closed.await();
      }
      byte[] response = answer.toByteArray();
      exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
      exchange.sendResponseHeaders(status, response.length == 0 ? -1 : response.length);
      exchange.getResponseBody().write(response);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the next request. */
  Received next() throws InterruptedException {
    Received next = received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("Nothing was received");
    }
    return next;
  }

  /** Waits for a request, and returns the newest one; earlier ones are gone. */
  public Received newest() throws InterruptedException {
    Received newest = next();
    for (Received later = received.poll(); later != null; later = received.poll()) {
      newest = later;
    }
    return newest;
  }

  boolean hasReceived() {
    return !received.isEmpty();
  }

  static Map<String, String> attributes(List<KeyValue> pairs) {
    Map<String, String> attributes = new TreeMap<>();
    pairs.forEach(pair -> attributes.put(pair.getKey(), pair.getValue().getStringValue()));
    return attributes;
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
