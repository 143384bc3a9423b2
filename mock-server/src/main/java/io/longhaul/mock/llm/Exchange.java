package io.longhaul.mock.llm;

import io.longhaul.mock.endpoint.ParsedRequest;
import io.longhaul.mock.script.Fault;
import io.longhaul.mock.truth.TruthRecord;
import io.longhaul.mock.truth.TruthRecord.Outcome;
import io.longhaul.mock.truth.WriteTimes;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One request to an endpoint and the writing of its answer: hands bytes to the socket, notes when,
 * and ends exactly once, with one truth record. What is written, and when, an answer decides.
 */
final class Exchange {
  private final LlmServer server;
  private final ResponseWriter writer;
  private final ReceivedRequest request;
  private final int bodyBytes;
  private final String body;
  private final long number;
  private final WriteTimes writes = new WriteTimes();

  private ParsedRequest parsed;
  private Fault fault;
  private DripWriter dripWriter;
  private Future<?> timer;
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
    // Later the body belongs to whoever answers.
    this.bodyBytes = request.body().readableBytes();
    this.body = request.bodyForTruthLog();
  }

  long number() {
    return number;
  }

  ReceivedRequest request() {
    return request;
  }

  /** In what words answers go out. */
  ResponseWriter writer() {
    return writer;
  }

  /** What was asked, once it is read. */
  void parsed(ParsedRequest request) {
    parsed = request;
    if (parsed.hasTokens()) {
      server.metrics().started(parsed);
    }
  }

  /** What is to go wrong; null if nothing is. */
  void fault(Fault planned) {
    fault = planned;
    if (planned != null && planned.kind() == Fault.Kind.DRIP) {
      dripWriter = new DripWriter(this, writer.loop(), planned.amount(), planned.nanos());
    }
  }

  /** Whether each content chunk must be written by itself. */
  boolean isDripping() {
    return dripWriter != null;
  }

  ByteBuf buffer() {
    return writer.buffer();
  }

  ByteBuf scratch() {
    return server.scratch();
  }

  /** The answer's status, told before its head is written. */
  void status(int code) {
    status = code;
  }

  /**
   * Writes bytes in which so many content chunks end, with so many tokens in all, and takes the
   * buffer over. An empty buffer writes nothing.
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

  /** Hands bytes to the socket and notes when. */
  void writeNow(ByteBuf bytes, int chunks, int tokens) {
    writer.write(bytes);
    wrote();
    if (tokens > 0 && parsed.hasTokens()) {
      countTokens(tokens);
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

  private void countTokens(int tokens) {
    if (outputTokens == 0) {
      server.metrics().firstToken(parsed, lastWriteNanos - request.receivedNanos());
    }
    server.metrics().tokens(tokens);
  }

  /** Runs the task at a time of {@link System#nanoTime()}, unless the exchange has ended before. */
  void scheduleAt(long nanos, Runnable task) {
    if (!ended) {
      timer = writer.loop().schedule(task, nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
  }

  /** The answer is written as the protocol wants it: the connection may serve another request. */
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

  /** Closes the connection (FIN) behind what was written. */
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

  /** The connection has gone. */
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
