package io.longhaul.mock.llm;

import io.longhaul.mock.endpoint.ParsedRequest;
import io.longhaul.mock.endpoint.StreamFormat;
import io.longhaul.mock.script.Fault;
import io.longhaul.mock.script.RequestScript;
import io.longhaul.mock.truth.TruthRecord.Outcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/**
 * A stream of events, one for each token, written when each is due. Due times are reckoned from the
 * request's last byte and from each other, never from when a write really happened: so lateness
 * does not add up. What is due together is written together.
 */
final class StreamedResponse implements Runnable {
  private static final int NEVER = Integer.MAX_VALUE;
  private static final long PAUSE_INSIDE_CHARACTER_NANOS = 5_000_000;

  private final Exchange exchange;
  private final ParsedRequest asked;
  private final RequestScript script;
  private final StreamFormat form;
  private final boolean roleAtOnce;
  private final int tokens;
  private final int tokensAtOnce;

  private int strikesAt = NEVER;
  private int oddToken = NEVER;
  private boolean headWritten;
  private int tokensWritten;
  private long dueNanos;
  private byte[] restOfToken;

  /** What this pass writes, and how many tokens, each a content chunk, end in it. */
  private ByteBuf out;

  private int tokensInOut;

  StreamedResponse(
      Exchange exchange, ParsedRequest asked, RequestScript script, StreamFormat form, boolean roleAtOnce) {
    this.exchange = exchange;
    this.asked = asked;
    this.script = script;
    this.form = form;
    this.roleAtOnce = roleAtOnce;
    this.tokens = asked.outputTokens(script.outputTokens());
    Fault fault = script.fault();
    this.tokensAtOnce = fault != null && fault.kind() == Fault.Kind.COALESCE ? fault.amount() : 1;
    if (fault != null && FaultyTokens.has(fault)) {
      this.oddToken = Math.min(fault.strikesAt(tokens), tokens - 1);
    } else if (fault != null && strikesBetweenEvents(fault)) {
      this.strikesAt = fault.strikesAt(tokens);
    }
  }

  private static boolean strikesBetweenEvents(Fault fault) {
    return switch (fault.kind()) {
      case RESET, STALL, TRUNCATE, END_EARLY, ERROR_EVENT, NAMED_ERROR_EVENT, MALFORMED_JSON ->
          true;
      default -> false;
    };
  }

  /** One pass: writes what is due and asks to be woken for what is not. */
  @Override
  public void run() {
    out = exchange.buffer();
    if (strikesAt == Fault.BEFORE_HEADERS && !strike()) {
      return;
    }
    if (!headWritten) {
      writeHead();
    }
    if (restOfToken != null) {
      writeRestOfToken();
    }
    while (tokensWritten == tokens || dueNanos <= System.nanoTime()) {
      if (tokensWritten == strikesAt) {
        if (!strike()) {
          return;
        }
      } else if (tokensWritten == tokens) {
        finish();
        return;
      } else if (tokensWritten == oddToken && script.fault().kind() == Fault.Kind.SPLIT_UTF8) {
        writeHalfAToken();
        return;
      } else {
        writeTokens();
      }
    }
    flush();
    exchange.wakeAt(dueNanos, this);
  }

  /** Lets the fault that is due happen; false if the answer has ended or pauses. */
  private boolean strike() {
    strikesAt = NEVER;
    Fault fault = script.fault();
    switch (fault.kind()) {
      case RESET -> {
        flush();
        exchange.reset();
      }
      case STALL -> {
        flush();
        if (fault.nanos() != Fault.FOR_EVER) {
          dueNanos = System.nanoTime() + fault.nanos();
          exchange.wakeAt(dueNanos, this);
        }
      }
      case TRUNCATE -> {
        flush();
        exchange.cut();
      }
      case END_EARLY -> endBody(Outcome.CUT);
      case ERROR_EVENT, NAMED_ERROR_EVENT -> {
        ByteBuf event = exchange.scratch();
        form.error(event, fault.kind() == Fault.Kind.NAMED_ERROR_EVENT);
        exchange.wire().chunk(out, event);
        endBody(Outcome.ERROR);
      }
      case MALFORMED_JSON -> {
        ByteBuf event = exchange.scratch();
        form.malformed(event);
        exchange.wire().chunk(out, event);
        return true;
      }
      default ->
          throw new IllegalStateException(
              "Cannot let strike: " + fault + " (it has no moment of its own)");
    }
    return false;
  }

  private void writeHead() {
    headWritten = true;
    exchange.status(200);
    exchange.wire().streamHead(out);
    if (roleAtOnce) {
      writeRole();
    }
    dueNanos =
        exchange.request().completeNanos()
            + script.timeToFirstTokenNanos()
            + gaps(nextTokens() - 1);
  }

  private void writeRole() {
    ByteBuf event = exchange.scratch();
    if (form.opening(event)) {
      exchange.wire().chunk(out, event);
    }
  }

  /** How many tokens go out together next. */
  private int nextTokens() {
    return Math.min(tokensAtOnce, tokens - tokensWritten);
  }

  private void writeTokens() {
    if (tokensWritten == 0 && !roleAtOnce) {
      writeRole();
    }
    int count = nextTokens();
    ByteBuf events = exchange.scratch();
    for (int i = 0; i < count; i++) {
      form.token(events, text(tokensWritten + i));
    }
    exchange.wire().chunk(out, events);
    tokensEnd(count);
  }

  private void writeHalfAToken() {
    if (tokensWritten == 0 && !roleAtOnce) {
      writeRole();
    }
    ByteBuf event = exchange.scratch();
    form.token(event, text(tokensWritten));
    exchange.wire().chunk(out, event.readSlice(FaultyTokens.insideCharacter(event)));
    restOfToken = ByteBufUtil.getBytes(event);
    flush();
    exchange.wakeAt(System.nanoTime() + PAUSE_INSIDE_CHARACTER_NANOS, this);
  }

  private void writeRestOfToken() {
    exchange.wire().chunk(out, exchange.scratch().writeBytes(restOfToken));
    restOfToken = null;
    tokensEnd(1);
  }

  private byte[] text(int token) {
    return token == oddToken ? FaultyTokens.of(script.fault()) : Vocabulary.next(script.text());
  }

  /**
   * So many tokens are in {@code out} now, each in an event of its own; the next ones become due.
   */
  private void tokensEnd(int count) {
    tokensWritten += count;
    tokensInOut += count;
    dueNanos += gaps(nextTokens());
    if (exchange.dripping()) {
      flush();
      out = exchange.buffer();
    }
  }

  private void finish() {
    ByteBuf event = exchange.scratch();
    int factor = script.fault() == null ? 1 : script.fault().usageFactor();
    int promptCount = factor * asked.promptTokens();
    int answerCount = factor * tokens;
    form.finish(event, asked.finishReason(tokens), promptCount, answerCount);
    exchange.wire().chunk(out, event);
    event = exchange.scratch();
    if (form.usage(event, promptCount, answerCount)) {
      exchange.wire().chunk(out, event);
    }
    event = exchange.scratch();
    boolean noDone = script.fault() != null && script.fault().kind() == Fault.Kind.NO_DONE;
    if (!noDone && form.done(event)) {
      exchange.wire().chunk(out, event);
    }
    endBody(Outcome.COMPLETE);
  }

  private void endBody(Outcome outcome) {
    exchange.wire().lastChunk(out);
    flush();
    exchange.end(outcome);
  }

  private void flush() {
    exchange.write(out, tokensInOut, tokensInOut);
    out = null;
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
