package io.longhaul.cli.otlp;

import static java.util.Objects.requireNonNullElse;

import com.google.protobuf.InvalidProtocolBufferException;
import io.longhaul.config.value.OtlpSettings;
import io.longhaul.load.time.Threads;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsPartialSuccess;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;

/**
 * Posts metrics to a collector, as binary protocol buffers. It follows no redirects, and repeats no
 * request: the next one has newer values. For one thread.
 *
 * <p>Before Java 21 the JDK's client cannot be closed. Its selector thread (a daemon) ends when the
 * client is garbage-collected.
 */
final class OtlpClient implements AutoCloseable {
  private static final String PROTOBUF = "application/x-protobuf";
  private static final int SUCCESS = 2;
  private static final int MAX_RESPONSE_BYTES = 64 << 10;
  private static final int MAX_REASON_LENGTH = 300;

  private final OtlpSettings settings;
  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(Threads.daemons("metrics-push-http"));
  private final HttpClient http;

  OtlpClient(OtlpSettings settings) {
    this.settings = settings;
    HttpClient.Builder client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.timeout())
            .executor(executor);
    if (!settings.authorities().isEmpty()) {
      client.sslContext(trusting(settings.authorities()));
    }
    this.http = client.build();
  }

  private static SSLContext trusting(List<X509Certificate> authorities) {
    try {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      for (X509Certificate authority : authorities) {
        trusted.setCertificateEntry(Integer.toString(trusted.size()), authority);
      }
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("Cannot use the certificates of the collector", e);
    }
  }

  /**
   * Sends metrics. Blocks until the collector has them or the time is over.
   *
   * @return why the collector does not have all of them, for the user; empty if it has
   */
  Optional<String> send(ExportMetricsServiceRequest metrics, Duration timeout)
      throws InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> exchange =
        http.sendAsync(request(metrics.toByteArray()), smallBody());
    try {
      return problem(exchange.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Optional.of("no answer within %.1f s".formatted(timeout.toMillis() / 1e3));
    } catch (ExecutionException e) {
      return Optional.of(inWords(requireNonNullElse(e.getCause(), e)));
    } finally {
      exchange.cancel(true);
    }
  }

  private HttpRequest request(byte[] body) {
    HttpRequest.Builder request = HttpRequest.newBuilder(settings.url());
    settings.headers().forEach((name, secret) -> request.setHeader(name, secret.reveal()));
    request.setHeader("Content-Type", PROTOBUF);
    if (settings.gzip()) {
      request.setHeader("Content-Encoding", "gzip");
    }
    return request
        .POST(HttpRequest.BodyPublishers.ofByteArray(settings.gzip() ? gzipped(body) : body))
        .build();
  }

  private static byte[] gzipped(byte[] body) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
      out.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is written to memory
    }
    return compressed.toByteArray();
  }

  /** Discards a body of unknown length, or one longer than a collector's. */
  private static BodyHandler<byte[]> smallBody() {
    return head ->
        head.headers().firstValueAsLong("content-length").orElse(Long.MAX_VALUE)
                > MAX_RESPONSE_BYTES
            ? BodySubscribers.replacing(new byte[0])
            : BodySubscribers.ofByteArray();
  }

  private static Optional<String> problem(HttpResponse<byte[]> response) {
    if (response.statusCode() / 100 != SUCCESS) {
      return Optional.of("it answers with status " + response.statusCode());
    }
    ExportMetricsPartialSuccess partial = partialSuccess(response);
    return partial.getRejectedDataPoints() == 0
        ? Optional.empty()
        : Optional.of(
            "it rejects %d values: %s"
                .formatted(partial.getRejectedDataPoints(), firstLine(partial.getErrorMessage())));
  }

  private static ExportMetricsPartialSuccess partialSuccess(HttpResponse<byte[]> response) {
    boolean isProtobuf =
        response.headers().firstValue("content-type").filter(PROTOBUF::equals).isPresent();
    try {
      return ExportMetricsServiceResponse.parseFrom(isProtobuf ? response.body() : new byte[0])
          .getPartialSuccess();
    } catch (InvalidProtocolBufferException e) {
      return ExportMetricsPartialSuccess.getDefaultInstance();
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }

  private static String inWords(Throwable failure) {
    for (Throwable found = failure; found != null; found = found.getCause()) {
      if (found instanceof UnresolvedAddressException) {
        return "its name is not known";
      }
      if (found instanceof HttpTimeoutException) {
        return "no connection in time";
      }
      if (found instanceof SSLException) {
        return "TLS failed: " + firstLine(String.valueOf(found.getMessage()));
      }
    }
    return failure instanceof ConnectException
        ? "no connection"
        : firstLine(requireNonNullElse(failure.getMessage(), failure.toString()));
  }

  private static String firstLine(String text) {
    return text.substring(0, Math.min(MAX_REASON_LENGTH, text.length()))
        .lines()
        .findFirst()
        .orElse("");
  }
}
