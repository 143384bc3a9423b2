package io.longhaul.load.traffic;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.dataset.trace.RecordedBody;
import io.longhaul.load.dataset.trace.RecordedTraceLine;
import io.longhaul.load.dataset.trace.TraceWriter;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.response.ResponseResult;
import io.longhaul.load.proxy.ExchangeTap;
import io.longhaul.load.proxy.ProxiedExchangeEnd;
import io.longhaul.load.proxy.ProxyListener;
import io.longhaul.load.proxy.RequestHead;
import io.longhaul.load.proxy.ResponseHead;
import io.longhaul.load.record.ResponseDecoder;
import io.longhaul.load.time.Threads;
import io.longhaul.load.tokenizer.Tokenizer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes proxied requests to a trace if their responses were successful and complete. Headers are
 * not recorded, so the trace contains no API keys.
 */
public final class TrafficRecorder implements ProxyListener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TrafficRecorder.class);

  private final String path;
  private final EndpointDialect dialect;
  private final Tokenizer tokenizer;
  private final TraceWriter trace;
  private final long maxHeldBytes;
  private final AtomicLong heldBytes = new AtomicLong();
  private final RecordingCounters counters = new RecordingCounters();
  private final SessionIds sessionIds = new SessionIds();
  private final BlockingQueue<Optional<RecordedExchange>> ended = new LinkedBlockingQueue<>();
  private final Thread writer;

  /**
   * Arrival of the first request. Set on the proxy's event loop before any exchange reaches the
   * writer.
   */
  private @Nullable Long firstNanos;

  /**
   * Creates the recorder and starts its thread.
   *
   * @param path path of the requests to record, or the end of it
   * @param dialect request and response format of their endpoint
   * @param tokenizer counts output tokens if the server does not report them
   * @param maxHeldBytes maximum bytes of requests and responses in memory
   */
  public TrafficRecorder(
      String path,
      EndpointDialect dialect,
      Tokenizer tokenizer,
      TraceWriter trace,
      long maxHeldBytes) {
    this.path = path;
    this.dialect = dialect;
    this.tokenizer = tokenizer;
    this.trace = trace;
    this.maxHeldBytes = maxHeldBytes;
    this.writer = Threads.startDaemon("trace-writer", this::writeUntilClosed);
  }

  @Override
  public Optional<ExchangeTap> requestStarted(RequestHead head, long atNanos) {
    counters.started();
    if (!head.method().equals("POST") || !head.path().endsWith(path)) {
      counters.skipped("not a POST to " + path);
      return Optional.empty();
    }
    if (firstNanos == null) {
      firstNanos = atNanos;
    }
    return Optional.of(new RecordedExchange(head, atNanos));
  }

  private void writeUntilClosed() {
    try {
      for (Optional<RecordedExchange> next = ended.take(); next.isPresent(); next = ended.take()) {
        record(next.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      LOG.error("Recording stopped because of an unexpected error", e);
      counters.writeFailed("recording stopped early: " + e);
      throw e;
    }
  }

  private void record(RecordedExchange exchange) {
    try {
      write(exchange);
    } catch (RuntimeException e) {
      // One malformed request or response must not stop the recording.
      LOG.warn("Cannot record a request", e);
      counters.skipped("could not be parsed");
    } finally {
      exchange.release();
    }
  }

  private void write(RecordedExchange exchange) {
    Optional<String> unusable = skipReason(exchange);
    if (unusable.isPresent()) {
      counters.skipped(unusable.get());
      return;
    }
    Optional<RecordedBody> body = RecordedBody.of(exchange.wholeRequestBody());
    if (body.isEmpty()) {
      counters.skipped("request body is not a JSON object");
      return;
    }
    StringBuilder text = new StringBuilder();
    ResponseDecoder response =
        new ResponseDecoder(
            dialect, delta -> text.append(delta.reasoning()).append(delta.content()));
    response.head(exchange.response.status(), exchange.response.contentType());
    exchange.responseBody.forEach(response::body);
    response.end(true);
    Optional<String> broken = responseProblem(response);
    if (broken.isPresent()) {
      counters.skipped("incomplete response: " + broken.get());
      return;
    }
    add(exchange, body.get(), outputTokens(response, text));
  }

  /** Returns why a request cannot be replayed; empty if it can. */
  private static Optional<String> skipReason(RecordedExchange exchange) {
    ResponseHead response = exchange.response;
    if (exchange.end == ProxiedExchangeEnd.CLIENT_LEFT) {
      return Optional.of("client disconnected before the response was complete");
    }
    if (exchange.end == ProxiedExchangeEnd.SERVER_FAILED) {
      return Optional.of("server failed");
    }
    if (exchange.end == ProxiedExchangeEnd.PROXY_CLOSED) {
      return Optional.of("in progress when the recording ended");
    }
    if (response.status() < 200 || response.status() >= 300) {
      return Optional.of("response status " + response.status());
    }
    if (exchange.overflowed) {
      return Optional.of("recording buffer full");
    }
    if (isCompressed(exchange.request.contentEncoding())
        || isCompressed(response.contentEncoding())) {
      return Optional.of("compressed request or response body");
    }
    return Optional.empty();
  }

  private static boolean isCompressed(String encoding) {
    String name = encoding.strip().toLowerCase(Locale.ROOT);
    return !name.isEmpty() && !name.equals("identity");
  }

  private static Optional<String> responseProblem(ResponseDecoder response) {
    if (response.failure() != null) {
      return Optional.of(response.failure().reason());
    }
    ResponseResult result = response.verdict(true);
    boolean isWhole =
        result.kind() == ResponseResult.Kind.WHOLE || result.kind() == ResponseResult.Kind.EMPTY;
    return isWhole ? Optional.empty() : Optional.of(result.reason());
  }

  /**
   * Returns the server's count if available, otherwise the tokenizer's; null for a response without
   * tokens.
   */
  private @Nullable Integer outputTokens(ResponseDecoder response, StringBuilder text) {
    long reported =
        response
            .usage()
            .map(usage -> usage.completionTokens() == null ? 0 : usage.completionTokens())
            .orElse(0L);
    int tokens = reported > 0 ? Math.toIntExact(reported) : tokenizer.count(text.toString());
    return tokens > 0 ? tokens : null;
  }

  private void add(RecordedExchange exchange, RecordedBody body, @Nullable Integer outputTokens) {
    try {
      trace.add(
          new RecordedTraceLine(
              exchange.arrivedNanos - requireNonNull(firstNanos),
              sessionIds.idFor(
                  exchange.request.correlationId(), exchange.arrivedNanos, exchange.endedNanos),
              body,
              outputTokens));
      counters.recorded(body);
    } catch (IOException e) {
      // Requests are forwarded even if they cannot be recorded.
      counters.writeFailed(e.getMessage());
    }
  }

  /** Returns the current progress. */
  public RecordingCounts counts() {
    return counters.snapshot();
  }

  /**
   * Writes all ended exchanges and closes the trace. Close the proxy first.
   *
   * @throws IOException if the lines of the trace cannot be sorted by arrival time
   */
  @Override
  public void close() throws IOException {
    ended.add(Optional.empty());
    boolean interrupted = Threads.awaitEnd(writer);
    try {
      trace.close();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * The bytes of one request and its response. Used by the proxy's event loop until the exchange
   * ends, then by the recorder's thread.
   */
  private final class RecordedExchange implements ExchangeTap {
    private final RequestHead request;
    private final long arrivedNanos;
    private final List<byte[]> requestBody = new ArrayList<>();
    private final List<byte[]> responseBody = new ArrayList<>();
    private ResponseHead response = new ResponseHead(0, "", "");
    private long bytes;

    /** Whether the memory for recorded bytes was too small for this exchange. */
    private boolean overflowed;

    private @Nullable ProxiedExchangeEnd end;
    private long endedNanos;

    private RecordedExchange(RequestHead request, long arrivedNanos) {
      this.request = request;
      this.arrivedNanos = arrivedNanos;
    }

    @Override
    public void requestBody(byte[] part) {
      if (reserve(part)) {
        requestBody.add(part);
      }
    }

    @Override
    public void responseHead(ResponseHead head) {
      response = head;
    }

    @Override
    public void responseBody(byte[] part) {
      if (reserve(part)) {
        responseBody.add(part);
      }
    }

    private boolean reserve(byte[] part) {
      if (overflowed) {
        return false;
      }
      bytes += part.length;
      if (heldBytes.addAndGet(part.length) <= maxHeldBytes) {
        return true;
      }
      overflowed = true;
      release();
      return false;
    }

    @Override
    public void ended(ProxiedExchangeEnd how, long atNanos) {
      end = how;
      endedNanos = atNanos;
      ended.add(Optional.of(this));
    }

    /** Discards the bytes; their memory is free again. */
    private void release() {
      requestBody.clear();
      responseBody.clear();
      heldBytes.addAndGet(-bytes);
      bytes = 0;
    }

    private byte[] wholeRequestBody() {
      ByteArrayOutputStream whole =
          new ByteArrayOutputStream(requestBody.stream().mapToInt(part -> part.length).sum());
      requestBody.forEach(whole::writeBytes);
      return whole.toByteArray();
    }
  }
}
