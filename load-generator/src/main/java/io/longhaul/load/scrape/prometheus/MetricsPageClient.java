package io.longhaul.load.scrape.prometheus;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.scrape.result.ScrapeException;
import io.longhaul.load.time.Threads;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Downloads metrics pages completely or not at all. The total time and the decompressed size are
 * limited. It follows no redirects and uses no proxy. Thread-safe.
 *
 * <p>Before Java 21 the JDK's client cannot be closed. Its selector thread (a daemon) ends when the
 * client is garbage-collected, which {@link #close} makes possible.
 */
public final class MetricsPageClient implements AutoCloseable {

  /** Maximum page size: 16 MiB. */
  public static final int MAX_PAGE_BYTES = 16 << 20;

  private final Duration timeout;
  private final int maxPageBytes;
  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(Threads.daemons("metrics-pages"));
  private volatile @Nullable HttpClient http;

  public MetricsPageClient(Duration timeout, int maxPageBytes) {
    this.timeout = timeout;
    this.maxPageBytes = maxPageBytes;
    this.http =
        HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .followRedirects(Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(timeout)
            .executor(executor)
            .build();
  }

  /**
   * Downloads a page. Blocks until it is complete.
   *
   * @throws ScrapeException if the page is late, too large or incomplete
   */
  public byte[] get(URI url) throws ScrapeException, InterruptedException {
    HttpClient open = http;
    if (open == null) {
      throw new IllegalStateException("Cannot get a page: the client is closed");
    }
    HttpRequest request = HttpRequest.newBuilder(url).header("Accept-Encoding", "identity").build();
    CompletableFuture<HttpResponse<byte[]>> exchange =
        open.sendAsync(request, head -> new CappedBody(maxPageBytes));
    try {
      return page(exchange.get(timeout.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      throw ScrapeException.timeout(timeout.toMillis());
    } catch (ExecutionException e) {
      throw failure(requireNonNull(e.getCause()));
    } finally {
      exchange.cancel(true);
    }
  }

  private byte[] page(HttpResponse<byte[]> response) throws ScrapeException {
    if (response.statusCode() != 200) {
      throw ScrapeException.status(response.statusCode());
    }
    String encoding =
        response
            .headers()
            .firstValue("content-encoding")
            .orElse("identity")
            .toLowerCase(Locale.ROOT);
    return switch (encoding) {
      case "identity" -> response.body();
      case "gzip" -> decompressed(response.body());
      default -> throw ScrapeException.encoding(encoding);
    };
  }

  private byte[] decompressed(byte[] body) throws ScrapeException {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
      byte[] page = in.readNBytes(maxPageBytes + 1);
      if (page.length > maxPageBytes) {
        throw ScrapeException.tooLarge(maxPageBytes);
      }
      return page;
    } catch (IOException e) {
      throw ScrapeException.broken(e.toString());
    }
  }

  private ScrapeException failure(Throwable cause) {
    for (Throwable found = cause; found != null; found = found.getCause()) {
      if (found instanceof ScrapeException known) {
        return known;
      }
      if (found instanceof HttpConnectTimeoutException) {
        return ScrapeException.timeout(timeout.toMillis());
      }
      if (found instanceof ConnectException) {
        return ScrapeException.unreachable(found.toString());
      }
    }
    return ScrapeException.broken(cause.toString());
  }

  @Override
  public void close() {
    http = null;
    executor.shutdownNow();
  }
}
