package io.longhaul.mock.llm;

import io.longhaul.mock.endpoint.ParsedRequest;
import io.longhaul.mock.script.Fault;
import io.longhaul.mock.truth.TruthRecord;
import io.longhaul.mock.truth.TruthRecord.Outcome;
import io.longhaul.mock.truth.WriteTimes;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One request to an endpoint and its response. It passes bytes to the socket, records the times,
 * and ends exactly once, with one truth record. A response class decides what is written and when.
 */
final class Exchange {
  private final LlmServer server;
  private final ResponseWriter writer;
  private final ReceivedRequest request;
  private final int bodyBytes;
  private final @Nullable String body;
  private final long number;
  private final WriteTimes writes = new WriteTimes();

  private @Nullable ParsedRequest parsed;
  private @Nullable Fault fault;
  private @Nullable DripWriter dripWriter;
  private @Nullable Future<?> timer;
  private long headersNanos;
  private long lastWriteNanos;
  private int outputTokens;
  private int status;
  private boolean ended;

  Exchange(LlmServer server, ResponseWriter writer, ReceivedRequest request) {
    this.server = server;
    this.writer = writer;
    this.request = request;
    this.number = server.requestStarted();
    // The response handler releases the body.
    this.bodyBytes = request.body().readableBytes();
    this.body = request.bodyForTruthLog();
  }

  long number() {
    return number;
  }

  /** Returns the time from the first request of the server until now. */
  long nanosSinceFirstRequest() {
    return server.nanosSinceFirstRequest();
  }

  ReceivedRequest request() {
    return request;
  }

  /** Returns the writer of the response. */
  ResponseWriter writer() {
    return writer;
  }

  /** Sets the parsed request. */
  void parsed(ParsedRequest request) {
    parsed = request;
    if (request.hasTokens()) {
      server.metrics().started(request);
    }
  }

  /** Sets the fault; null without one. */
  void fault(@Nullable Fault planned) {
    fault = planned;
    if (planned != null && planned.kind() == Fault.Kind.DRIP) {
      dripWriter = new DripWriter(this, writer.loop(), planned.amount(), planned.nanos());
    }
  }

  /** Returns whether each content chunk must be written separately. */
  boolean isDripping() {
    return dripWriter != null;
  }

  ByteBuf buffer() {
    return writer.buffer();
  }

  ByteBuf scratch() {
    return server.scratch();
  }

  /** Sets the status of the response; called before its head is written. */
  void status(int code) {
    status = code;
  }

  /**
   * Writes bytes in which a number of content chunks end, with a number of tokens in total, and
   * releases the buffer. An empty buffer has no effect.
   */
  void write(ByteBuf bytes, int chunks, int tokens) {
    if (ended || !bytes.isReadable()) {
      bytes.release();
    } else if (dripWriter != null) {
      dripWriter.add(bytes, chunks, tokens);
    } else {
      writeNow(bytes, chunks, tokens);
    }
  }

  /** Passes bytes to the socket and records the time. */
  void writeNow(ByteBuf bytes, int chunks, int tokens) {
    writer.write(bytes);
    wrote();
    if (tokens > 0 && parsed != null && parsed.hasTokens()) {
      countTokens(parsed, tokens);
    }
    if (chunks > 0) {
      writes.add(lastWriteNanos, chunks, writer.blocked());
    }
    outputTokens += tokens;
  }

  private void wrote() {
    lastWriteNanos = writer.flushNanos();
    if (headersNanos == 0) {
      headersNanos = lastWriteNanos;
    }
  }

  private void countTokens(ParsedRequest parsed, int tokens) {
    if (outputTokens == 0) {
      server.metrics().firstToken(parsed, lastWriteNanos - request.receivedNanos());
    }
    server.metrics().tokens(tokens);
  }

  /** Runs a task at a time of {@link System#nanoTime()}, unless the exchange ends earlier. */
  void scheduleAt(long nanos, Runnable task) {
    if (!ended) {
      timer = writer.loop().schedule(task, nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
  }

  /** Ends a complete response, so that the connection can serve another request. */
  void end(Outcome outcome) {
    if (dripWriter != null && dripWriter.pending()) {
      dripWriter.whenDrained(() -> end(outcome));
      return;
    }
    writer.finish();
    wrote();
    record(outcome);
    writer.responseDone();
    if (fault != null && fault.kind() == Fault.Kind.CLOSE_IDLE) {
      writer.closeWhenIdle(fault.nanos());
    }
  }

  /** Closes the connection (FIN) after all pending writes. */
  void closeAfterResponse() {
    if (dripWriter != null && dripWriter.pending()) {
      dripWriter.whenDrained(this::closeAfterResponse);
      return;
    }
    record(Outcome.CUT);
    writer.closeAfterResponse();
  }

  /** Resets the connection (RST), or the stream. */
  void reset() {
    record(Outcome.CUT);
    writer.reset();
  }

  /** Called when the connection was closed. */
  void connectionClosed() {
    if (!ended) {
      record(server.closing() ? Outcome.SERVER_CLOSED : Outcome.CLIENT_CLOSED);
    }
  }

  private void record(Outcome outcome) {
    ended = true;
    if (timer != null) {
      timer.cancel(false);
    }
    if (dripWriter != null) {
      dripWriter.stop();
    }
    if (parsed != null && parsed.hasTokens()) {
      server.metrics().ended(parsed, outputTokens);
      if (outcome == Outcome.COMPLETE) {
        long nanos = lastWriteNanos - request.receivedNanos();
        server.metrics().succeeded(parsed, outputTokens, nanos);
      }
    }
    boolean completed =
        outcome != Outcome.CLIENT_CLOSED && outcome != Outcome.SERVER_CLOSED && lastWriteNanos != 0;
    server.requestEnded(
        new TruthRecord(
            request.header("x-request-id"),
            request.header("x-correlation-id"),
            number,
            writer.connection(),
            request.numberOnConnection(),
            request.path(),
            parsed == null ? null : parsed.model(),
            parsed != null && parsed.stream(),
            request.receivedNanos(),
            request.completeNanos(),
            bodyBytes,
            headersNanos,
            writes,
            completed ? lastWriteNanos : System.nanoTime(),
            parsed == null ? 0 : parsed.promptTokens(),
            parsed != null && parsed.hasTokens() ? outputTokens : 0,
            status,
            outcome,
            fault == null ? null : fault.text(),
            body));
  }
}
