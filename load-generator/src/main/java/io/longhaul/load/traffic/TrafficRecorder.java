package io.longhaul.load.traffic;

import io.longhaul.load.dataset.RecordedBody;
import io.longhaul.load.dataset.RecordedTraceLine;
import io.longhaul.load.dataset.TraceWriter;
import io.longhaul.load.endpoint.EndpointDialect;
import io.longhaul.load.endpoint.ResponseResult;
import io.longhaul.load.proxy.ExchangeTap;
import io.longhaul.load.proxy.ProxiedExchangeEnd;
import io.longhaul.load.proxy.ProxyListener;
import io.longhaul.load.proxy.RequestHead;
import io.longhaul.load.proxy.ResponseHead;
import io.longhaul.load.record.AnswerReader;
import io.longhaul.load.tokenizer.Tokenizer;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the requests that pass, and whose answers passed whole and well, into a trace. Headers are
 * no part of it, so neither are keys.
 */
public final class TrafficRecorder implements ProxyListener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TrafficRecorder.class);

  private final String path;
  private final EndpointDialect dialect;
  private final Tokenizer tokenizer;
  private final TraceWriter trace;
  private final MemoryBudget room;
  private final RecordingCounters tallies = new RecordingCounters();
  private final SessionIds conversations = new SessionIds();
  private final BlockingQueue<Optional<RecordedExchange>> ended = new LinkedBlockingQueue<>();
  private final Thread writer;

  /** When the first request arrived; set on the proxy's loop before any passage is handed over. */
  private Long firstNanos;

  /**
   * Begins to write.
   *
   * @param path of the requests that are recorded, or what their paths end with
   * @param dialect how their endpoint speaks
   * @param tokenizer counts answers whose length the server does not tell
   * @param mostHeldBytes how much of requests and answers may be in memory at once
   */
  public TrafficRecorder(
      String path,
      EndpointDialect dialect,
      Tokenizer tokenizer,
      TraceWriter trace,
      long mostHeldBytes) {
    this.path = path;
    this.dialect = dialect;
    this.tokenizer = tokenizer;
    this.trace = trace;
    this.room = new MemoryBudget(mostHeldBytes);
    this.writer = new Thread(this::writeUntilClosed, "trace-writer");
    writer.setDaemon(true);
    writer.start();
  }

  @Override
  public Optional<ExchangeTap> began(RequestHead head, long atNanos) {
    tallies.begun();
    if (!head.method().equals("POST") || !head.path().endsWith(path)) {
      tallies.skipped("not a POST to " + path);
      return Optional.empty();
    }
    if (firstNanos == null) {
      firstNanos = atNanos;
    }
    return Optional.of(
        new RecordedExchange(head, atNanos, room, passage -> ended.add(Optional.of(passage))));
  }

  private void writeUntilClosed() {
    try {
      for (Optional<RecordedExchange> next = ended.take(); next.isPresent(); next = ended.take()) {
        judge(next.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      LOG.error("The recording has ended", e);
      tallies.unwritten("the recording ended early: " + e);
      throw e;
    }
  }

  private void judge(RecordedExchange passage) {
    try {
      write(passage);
    } catch (RuntimeException e) {
      // What one request or answer says must not end the recording of the others.
      LOG.warn("A request cannot be recorded", e);
      tallies.skipped("could not be understood");
    } finally {
      passage.forget();
    }
  }

  private void write(RecordedExchange passage) {
    Optional<String> unusable = whyUnusable(passage);
    if (unusable.isPresent()) {
      tallies.skipped(unusable.get());
      return;
    }
    Optional<RecordedBody> body = RecordedBody.of(passage.requestBody());
    if (body.isEmpty()) {
      tallies.skipped("body is no JSON object");
      return;
    }
    StringBuilder text = new StringBuilder();
    AnswerReader answer =
        new AnswerReader(dialect, delta -> text.append(delta.reasoning()).append(delta.content()));
    answer.head(passage.answer().status(), passage.answer().contentType());
    passage.answerBody().forEach(answer::body);
    answer.end(true);
    Optional<String> broken = whatIsWrongWith(answer);
    if (broken.isPresent()) {
      tallies.skipped("answer is not whole: " + broken.get());
      return;
    }
    add(passage, body.get(), outputTokens(answer, text));
  }

  /** Why a request cannot be replayed as it was; empty when it can. */
  private static Optional<String> whyUnusable(RecordedExchange passage) {
    ResponseHead answer = passage.answer();
    if (passage.end() == ProxiedExchangeEnd.CLIENT_LEFT) {
      return Optional.of("client left before the answer was whole");
    }
    if (passage.end() == ProxiedExchangeEnd.SERVER_FAILED) {
      return Optional.of("server failed");
    }
    if (passage.end() == ProxiedExchangeEnd.PROXY_CLOSED) {
      return Optional.of("under way at the end");
    }
    if (answer.status() < 200 || answer.status() >= 300) {
      return Optional.of("answered with status " + answer.status());
    }
    if (passage.overflowed()) {
      return Optional.of("no room in memory");
    }
    if (isPacked(passage.request().contentEncoding()) || isPacked(answer.contentEncoding())) {
      return Optional.of("body or answer is packed");
    }
    return Optional.empty();
  }

  private static boolean isPacked(String encoding) {
    String name = encoding.strip().toLowerCase(Locale.ROOT);
    return !name.isEmpty() && !name.equals("identity");
  }

  private static Optional<String> whatIsWrongWith(AnswerReader answer) {
    if (answer.brokenOff() != null) {
      return Optional.of(answer.brokenOff().reason());
    }
    ResponseResult verdict = answer.verdict(true);
    boolean isWhole =
        verdict.kind() == ResponseResult.Kind.WHOLE || verdict.kind() == ResponseResult.Kind.EMPTY;
    return isWhole ? Optional.empty() : Optional.of(verdict.reason());
  }

  /** As the server counted, else as the tokenizer does; null for an answer without tokens. */
  private Integer outputTokens(AnswerReader answer, StringBuilder text) {
    long told =
        answer
            .usage()
            .map(usage -> usage.completionTokens() == null ? 0 : usage.completionTokens())
            .orElse(0L);
    int tokens = told > 0 ? Math.toIntExact(told) : tokenizer.count(text.toString());
    return tokens > 0 ? tokens : null;
  }

  private void add(RecordedExchange passage, RecordedBody body, Integer outputTokens) {
    try {
      trace.add(
          new RecordedTraceLine(
              passage.arrivedNanos() - firstNanos,
              conversations.nameOf(passage),
              body,
              outputTokens));
      tallies.recorded(body);
    } catch (IOException e) {
      // Traffic goes on, whether it can be recorded or not.
      tallies.unwritten(e.getMessage());
    }
  }

  /** How it goes. */
  public RecordingCounts counts() {
    return tallies.now();
  }

  /**
   * Writes what has ended, and ends the trace. The proxy is closed before.
   *
   * @throws IOException when the lines of the trace cannot be brought into their order
   */
  @Override
  public void close() throws IOException {
    ended.add(Optional.empty());
    boolean interrupted = false;
    while (writer.isAlive()) {
      try {
        writer.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    try {
      trace.close();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
