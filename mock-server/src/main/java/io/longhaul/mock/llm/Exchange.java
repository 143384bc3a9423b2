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
  private final ResponseWriter wire;
  private final ReceivedRequest request;
  private final int bodyBytes;
  private final String body;
  private final long number;
  private final WriteTimes writes = new WriteTimes();

  private ParsedRequest asked;
  private Fault fault;
  private DripWriter drip;
  private Future<?> timer;
  private long headersNanos;
  private long lastWriteNanos;
  private int outputTokens;
  private int status;
  private boolean ended;

  Exchange(LlmServer server, ResponseWriter wire, ReceivedRequest request) {
    this.server = server;
    this.wire = wire;
    this.request = request;
    this.number = server.opened();
    // Later the body belongs to whoever answers.
    this.bodyBytes = request.body().readableBytes();
    this.body = request.toldBody();
  }

  long number() {
    return number;
  }

  ReceivedRequest request() {
    return request;
  }

  /** In what words answers go out. */
  ResponseWriter wire() {
    return wire;
  }

  /** What was asked, once it is read. */
  void asked(ParsedRequest whatWasAsked) {
    asked = whatWasAsked;
    if (asked.inWords()) {
      server.figures().began(asked);
    }
  }

  /** What is to go wrong; null if nothing is. */
  void fault(Fault planned) {
    fault = planned;
    if (planned != null && planned.kind() == Fault.Kind.DRIP) {
      drip = new DripWriter(this, wire.loop(), planned.amount(), planned.nanos());
    }
  }

  /** Whether each content chunk must be written by itself. */
  boolean dripping() {
    return drip != null;
  }

  ByteBuf buffer() {
    return wire.buffer();
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
    } else if (drip != null) {
      drip.add(bytes, chunks, tokens);
    } else {
      writeNow(bytes, chunks, tokens);
    }
  }

  /** Hands bytes to the socket and notes when. */
  void writeNow(ByteBuf bytes, int chunks, int tokens) {
    wire.write(bytes);
    wrote();
    if (tokens > 0 && asked.inWords()) {
      tellOf(tokens);
    }
    if (chunks > 0) {
      writes.add(lastWriteNanos, chunks, wire.blocked());
    }
    outputTokens += tokens;
  }

  private void wrote() {
    lastWriteNanos = wire.flushNanos();
    if (headersNanos == 0) {
      headersNanos = lastWriteNanos;
    }
  }

  private void tellOf(int tokens) {
    if (outputTokens == 0) {
      server.figures().firstToken(asked, lastWriteNanos - request.receivedNanos());
    }
    server.figures().tokens(tokens);
  }

  /** Runs the task at a time of {@link System#nanoTime()}, unless the exchange has ended before. */
  void wakeAt(long nanos, Runnable task) {
    if (!ended) {
      timer = wire.loop().schedule(task, nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
  }

  /** The answer is written as the protocol wants it: the connection may serve another request. */
  void end(Outcome outcome) {
    if (drip != null && drip.pending()) {
      drip.whenDrained(() -> end(outcome));
      return;
    }
    wire.finish();
    wrote();
    record(outcome);
    wire.answered();
    if (fault != null && fault.kind() == Fault.Kind.CLOSE_IDLE) {
      wire.closeWhenIdle(fault.nanos());
    }
  }

  /** Closes the connection (FIN) behind what was written. */
  void cut() {
    if (drip != null && drip.pending()) {
      drip.whenDrained(this::cut);
      return;
    }
    record(Outcome.CUT);
    wire.cut();
  }

  /** Resets the connection (RST), or the stream. */
  void reset() {
    record(Outcome.CUT);
    wire.reset();
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
    if (drip != null) {
      drip.stop();
    }
    if (asked != null && asked.inWords()) {
      server.figures().ended(asked, outputTokens);
      if (outcome == Outcome.COMPLETE) {
        long nanos = lastWriteNanos - request.receivedNanos();
        server.figures().succeeded(asked, outputTokens, nanos);
      }
    }
    boolean told =
        outcome != Outcome.CLIENT_CLOSED && outcome != Outcome.SERVER_CLOSED && lastWriteNanos != 0;
    server.ended(
        new TruthRecord(
            request.header("x-request-id"),
            request.header("x-correlation-id"),
            number,
            wire.connection(),
            request.numberOnConnection(),
            request.path(),
            asked == null ? null : asked.model(),
            asked != null && asked.stream(),
            request.receivedNanos(),
            request.completeNanos(),
            bodyBytes,
            headersNanos,
            writes,
            told ? lastWriteNanos : System.nanoTime(),
            asked == null ? 0 : asked.promptTokens(),
            asked != null && asked.inWords() ? outputTokens : 0,
            status,
            outcome,
            fault == null ? null : fault.text(),
            body));
  }
}
