package io.longhaul.mock.llm;

import io.longhaul.mock.endpoint.ResponseFormat;
import io.longhaul.mock.endpoint.ParsedRequest;
import io.longhaul.mock.endpoint.Json;
import io.longhaul.mock.script.Fault;
import io.longhaul.mock.script.RequestScript;
import io.longhaul.mock.truth.TruthRecord.Outcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.ArrayList;
import java.util.List;

/**
 * An answer that is not streamed: head and body go out when the last token is due. It draws the
 * same times and words as the stream would. Faults that would strike between two events of a stream
 * strike in the middle of the body.
 */
final class WholeResponse implements Runnable {
  private static final long PAUSE_INSIDE_CHARACTER_NANOS = 5_000_000;

  private enum Step {
    WAIT,
    WRITE,
    WRITE_REST
  }

  private final Exchange exchange;
  private final ParsedRequest asked;
  private final RequestScript script;
  private final ResponseFormat form;
  private final int tokens;

  private Step next = Step.WAIT;
  private byte[] rest;

  WholeResponse(Exchange exchange, ParsedRequest asked, RequestScript script, ResponseFormat form) {
    this.exchange = exchange;
    this.asked = asked;
    this.script = script;
    this.form = form;
    this.tokens = asked.outputTokens(script.outputTokens());
  }

  /** Takes the next step. */
  @Override
  public void run() {
    switch (next) {
      case WAIT -> begin();
      case WRITE -> write();
      case WRITE_REST -> writeRest();
    }
  }

  private void begin() {
    long dueNanos = exchange.request().completeNanos() + script.timeToFirstTokenNanos();
    for (int i = 1; i < tokens; i++) {
      dueNanos += script.nextGapNanos();
    }
    Fault fault = script.fault();
    if (fault == null || fault.strikesAt(tokens) != Fault.BEFORE_HEADERS) {
      then(Step.WRITE, dueNanos);
    } else if (fault.kind() == Fault.Kind.RESET) {
      exchange.reset();
    } else if (fault.nanos() != Fault.FOR_EVER) {
      then(Step.WRITE, Math.max(dueNanos, System.nanoTime() + fault.nanos()));
    }
  }

  private void write() {
    ByteBuf body = exchange.scratch();
    Outcome outcome = writeBody(body);
    ByteBuf out = exchange.buffer();
    exchange.wire().head(out, body.readableBytes());
    exchange.status(200);
    int half = out.readableBytes() + body.readableBytes() / 2;
    out.writeBytes(body);
    Fault fault = script.fault();
    if (fault != null && fault.strikesAt(tokens) != Fault.BEFORE_HEADERS && strikesInside(fault)) {
      strike(
          fault,
          out,
          fault.kind() == Fault.Kind.SPLIT_UTF8 ? FaultyTokens.insideCharacter(out) : half);
    } else {
      exchange.write(out, 1, tokens);
      exchange.end(outcome);
    }
  }

  /** Writes the body that the script wants and says how the answer then ends. */
  private Outcome writeBody(ByteBuf body) {
    Fault.Kind kind = script.fault() == null ? null : script.fault().kind();
    if (kind == Fault.Kind.ERROR_EVENT || kind == Fault.Kind.NAMED_ERROR_EVENT) {
      HttpText.utf8(body, Json.error("Scripted failure", "server_error", 500));
      return Outcome.ERROR;
    }
    boolean early = kind == Fault.Kind.END_EARLY;
    int told = early ? script.fault().strikesAt(tokens) : tokens;
    int factor = script.fault() == null ? 1 : script.fault().usageFactor();
    form.whole(
        body,
        texts(told),
        early ? null : asked.finishReason(tokens),
        factor * asked.promptTokens(),
        factor * told);
    if (kind == Fault.Kind.MALFORMED_JSON) {
      body.writerIndex(body.writerIndex() / 2);
    }
    return early ? Outcome.CUT : Outcome.COMPLETE;
  }

  private List<byte[]> texts(int count) {
    Fault fault = script.fault();
    int oddToken =
        fault != null && FaultyTokens.has(fault) ? Math.min(fault.strikesAt(tokens), tokens - 1) : -1;
    List<byte[]> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(i == oddToken ? FaultyTokens.of(fault) : Vocabulary.next(script.text()));
    }
    return texts;
  }

  private static boolean strikesInside(Fault fault) {
    return switch (fault.kind()) {
      case RESET, STALL, TRUNCATE, SPLIT_UTF8 -> true;
      default -> false;
    };
  }

  /** Writes so many bytes, then lets the fault happen. */
  private void strike(Fault fault, ByteBuf out, int bytes) {
    ByteBuf first = out.readRetainedSlice(bytes);
    rest = ByteBufUtil.getBytes(out);
    out.release();
    exchange.write(first, 0, 0);
    switch (fault.kind()) {
      case RESET -> exchange.reset();
      case TRUNCATE -> exchange.cut();
      case SPLIT_UTF8 -> then(Step.WRITE_REST, System.nanoTime() + PAUSE_INSIDE_CHARACTER_NANOS);
      default -> {
        if (fault.nanos() != Fault.FOR_EVER) {
          then(Step.WRITE_REST, System.nanoTime() + fault.nanos());
        }
      }
    }
  }

  private void writeRest() {
    exchange.write(exchange.buffer().writeBytes(rest), 1, tokens);
    exchange.end(Outcome.COMPLETE);
  }

  private void then(Step step, long nanos) {
    next = step;
    exchange.wakeAt(nanos, this);
  }
}
