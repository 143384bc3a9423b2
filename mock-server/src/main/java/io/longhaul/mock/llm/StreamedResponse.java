package io.longhaul.mock.llm;

import static java.util.Objects.requireNonNull;

import io.longhaul.mock.endpoint.ParsedRequest;
import io.longhaul.mock.endpoint.StreamFormat;
import io.longhaul.mock.script.Fault;
import io.longhaul.mock.script.RequestScript;
import io.longhaul.mock.truth.TruthRecord.Outcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * A stream of events, one for each token, written when each is due. Due times are relative to the
 * request's last byte and to each other, never to actual writes, so delays do not accumulate.
 * Tokens that are due at the same time are written together.
 */
final class StreamedResponse implements Runnable {
  private static final int NEVER = Integer.MAX_VALUE;

  private final Exchange exchange;
  private final ParsedRequest parsed;
  private final RequestScript script;
  private final StreamFormat format;
  private final int tokens;
  private final int tokensPerChunk;
  private final int faultyToken;

  private int faultAt = NEVER;
  private boolean headWritten;
  private int tokensWritten;
  private long dueNanos;
  private byte @Nullable [] restOfToken;

  /** Output of this pass, and the number of tokens in it, each of which is a content chunk. */
  private ByteBuf out = Unpooled.EMPTY_BUFFER;

  private int tokensInOut;

  StreamedResponse(
      Exchange exchange, ParsedRequest parsed, RequestScript script, StreamFormat format) {
    this.exchange = exchange;
    this.parsed = parsed;
    this.script = script;
    this.format = format;
    this.tokens = parsed.outputTokens(script.outputTokens());
    Fault fault = script.fault();
    this.tokensPerChunk = fault != null && fault.kind() == Fault.Kind.COALESCE ? fault.amount() : 1;
    this.faultyToken = FaultyTokens.indexIn(tokens, fault);
    if (fault != null && appliesBetweenEvents(fault)) {
      this.faultAt = fault.positionIn(tokens);
    }
  }

  private static boolean appliesBetweenEvents(Fault fault) {
    return switch (fault.kind()) {
      case RESET, STALL, TRUNCATE, END_EARLY, ERROR_EVENT, NAMED_ERROR_EVENT, MALFORMED_JSON ->
          true;
      default -> false;
    };
  }

  /** Writes all due tokens and schedules the next pass. */
  @Override
  public void run() {
    out = exchange.buffer();
    if (faultAt == Fault.BEFORE_HEADERS && !applyFault()) {
      return;
    }
    if (!headWritten) {
      writeHead();
    }
    if (restOfToken != null) {
      writeRestOfToken();
    }
    while (tokensWritten == tokens || dueNanos <= System.nanoTime()) {
      if (tokensWritten == faultAt) {
        if (!applyFault()) {
          return;
        }
      } else if (tokensWritten == tokens) {
        finish();
        return;
      } else if (tokensWritten == faultyToken && script.has(Fault.Kind.SPLIT_UTF8)) {
        writeFirstHalfOfToken();
        return;
      } else {
        writeTokens();
      }
    }
    flush();
    exchange.scheduleAt(dueNanos, this);
  }

  /** Applies the fault; returns {@code false} if the response has ended or pauses. */
  private boolean applyFault() {
    faultAt = NEVER;
    Fault fault = requireNonNull(script.fault());
    switch (fault.kind()) {
      case RESET -> {
        flush();
        exchange.reset();
      }
      case STALL -> {
        flush();
        if (fault.nanos() != Fault.FOREVER) {
          dueNanos = System.nanoTime() + fault.nanos();
          exchange.scheduleAt(dueNanos, this);
        }
      }
      case TRUNCATE -> {
        flush();
        exchange.closeAfterResponse();
      }
      case END_EARLY -> endBody(Outcome.CUT);
      case ERROR_EVENT, NAMED_ERROR_EVENT -> {
        ByteBuf event = exchange.scratch();
        format.error(event, fault.kind() == Fault.Kind.NAMED_ERROR_EVENT);
        exchange.writer().chunk(out, event);
        endBody(Outcome.ERROR);
      }
      case MALFORMED_JSON -> {
        ByteBuf event = exchange.scratch();
        format.malformed(event);
        exchange.writer().chunk(out, event);
        return true;
      }
      default ->
          throw new IllegalStateException(
              "Cannot apply fault: " + fault.text() + " (it has no position between events)");
    }
    return false;
  }

  private void writeHead() {
    headWritten = true;
    exchange.status(200);
    exchange.writer().streamHead(out);
    dueNanos =
        exchange.request().completeNanos()
            + script.timeToFirstTokenNanos()
            + gaps(nextTokens() - 1);
  }

  /** Writes the events before the first token together with it, as vLLM does. */
  private void writeOpening() {
    ByteBuf event = exchange.scratch();
    if (tokensWritten == 0 && format.opening(event)) {
      exchange.writer().chunk(out, event);
    }
  }

  /** Returns the number of tokens that are sent together next. */
  private int nextTokens() {
    return Math.min(tokensPerChunk, tokens - tokensWritten);
  }

  private void writeTokens() {
    writeOpening();
    int count = nextTokens();
    ByteBuf events = exchange.scratch();
    for (int i = 0; i < count; i++) {
      format.token(events, FaultyTokens.text(script, tokensWritten + i == faultyToken));
    }
    exchange.writer().chunk(out, events);
    tokensEnd(count);
  }

  private void writeFirstHalfOfToken() {
    writeOpening();
    ByteBuf event = exchange.scratch();
    format.token(event, FaultyTokens.text(script, true));
    exchange.writer().chunk(out, event.readSlice(FaultyTokens.offsetInsideCharacter(event)));
    restOfToken = ByteBufUtil.getBytes(event);
    flush();
    exchange.scheduleAt(System.nanoTime() + FaultyTokens.PAUSE_INSIDE_CHARACTER_NANOS, this);
  }

  private void writeRestOfToken() {
    exchange.writer().chunk(out, exchange.scratch().writeBytes(restOfToken));
    restOfToken = null;
    tokensEnd(1);
  }

  /**
   * Counts tokens in {@code out}, each with its own event, and computes when the next ones are due.
   */
  private void tokensEnd(int count) {
    tokensWritten += count;
    tokensInOut += count;
    dueNanos += gaps(nextTokens());
    if (exchange.isDripping()) {
      flush();
      out = exchange.buffer();
    }
  }

  private void finish() {
    ByteBuf event = exchange.scratch();
    int factor = script.usageFactor();
    int promptCount = factor * parsed.promptTokens();
    int answerCount = factor * tokens;
    format.finish(event, parsed.finishReason(tokens), promptCount, answerCount);
    exchange.writer().chunk(out, event);
    event = exchange.scratch();
    if (format.usage(event, promptCount, answerCount)) {
      exchange.writer().chunk(out, event);
    }
    event = exchange.scratch();
    if (!script.has(Fault.Kind.NO_DONE) && format.done(event)) {
      exchange.writer().chunk(out, event);
    }
    endBody(Outcome.COMPLETE);
  }

  private void endBody(Outcome outcome) {
    exchange.writer().lastChunk(out);
    flush();
    exchange.end(outcome);
  }

  private void flush() {
    exchange.write(out, tokensInOut, tokensInOut);
    out = Unpooled.EMPTY_BUFFER;
    tokensInOut = 0;
  }

  private long gaps(int count) {
    long nanos = 0;
    for (int i = 0; i < count; i++) {
      nanos += script.nextGapNanos();
    }
    return nanos;
  }
}
