package io.longhaul.mock.llm;

import static java.util.Objects.requireNonNull;

import io.longhaul.mock.endpoint.Json;
import io.longhaul.mock.endpoint.ParsedRequest;
import io.longhaul.mock.endpoint.ResponseContent;
import io.longhaul.mock.endpoint.ResponseFormat;
import io.longhaul.mock.script.Fault;
import io.longhaul.mock.script.RequestScript;
import io.longhaul.mock.truth.TruthRecord.Outcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.ArrayList;
import java.util.List;

/**
 * A response that is not streamed: head and body are sent when the last token is due. It draws the
 * same times and words as a stream. Faults between two events of a stream occur in the middle of
 * the body.
 */
final class WholeResponse {
  private final Exchange exchange;
  private final ParsedRequest parsed;
  private final RequestScript script;
  private final ResponseFormat format;
  private final int tokens;

  WholeResponse(
      Exchange exchange, ParsedRequest parsed, RequestScript script, ResponseFormat format) {
    this.exchange = exchange;
    this.parsed = parsed;
    this.script = script;
    this.format = format;
    this.tokens = parsed.outputTokens(script.outputTokens());
  }

  /** Schedules the response, or applies the fault that precedes it. */
  void start() {
    long dueNanos = exchange.request().completeNanos() + script.timeToFirstTokenNanos();
    for (int i = 1; i < tokens; i++) {
      dueNanos += script.nextGapNanos();
    }
    Fault fault = script.fault();
    if (fault == null || fault.positionIn(tokens) != Fault.BEFORE_HEADERS) {
      exchange.scheduleAt(dueNanos, this::write);
    } else if (fault.kind() == Fault.Kind.RESET) {
      exchange.reset();
    } else if (fault.nanos() != Fault.FOREVER) {
      exchange.scheduleAt(Math.max(dueNanos, System.nanoTime() + fault.nanos()), this::write);
    }
  }

  private void write() {
    ByteBuf body = exchange.scratch();
    Outcome outcome = writeBody(body);
    ByteBuf out = exchange.buffer();
    exchange.writer().head(out, body.readableBytes());
    exchange.status(200);
    int half = out.readableBytes() + body.readableBytes() / 2;
    out.writeBytes(body);
    Fault fault = script.fault();
    if (fault != null
        && fault.positionIn(tokens) != Fault.BEFORE_HEADERS
        && appliesInsideBody(fault)) {
      applyFault(
          fault,
          out,
          fault.kind() == Fault.Kind.SPLIT_UTF8 ? FaultyTokens.offsetInsideCharacter(out) : half);
    } else {
      exchange.write(out, 1, tokens);
      exchange.end(outcome);
    }
  }

  /** Writes the scripted body and returns the outcome. */
  private Outcome writeBody(ByteBuf body) {
    if (script.has(Fault.Kind.ERROR_EVENT) || script.has(Fault.Kind.NAMED_ERROR_EVENT)) {
      ByteBufUtil.writeUtf8(body, Json.error("Scripted failure", "server_error", 500));
      return Outcome.ERROR;
    }
    Fault fault = script.fault();
    boolean early = script.has(Fault.Kind.END_EARLY);
    int written = early ? requireNonNull(fault).positionIn(tokens) : tokens;
    int factor = script.usageFactor();
    format.whole(
        body,
        new ResponseContent(
            texts(written),
            early ? null : parsed.finishReason(tokens),
            factor * parsed.promptTokens(),
            factor * written));
    if (script.has(Fault.Kind.MALFORMED_JSON)) {
      body.writerIndex(body.writerIndex() / 2);
    }
    return early ? Outcome.CUT : Outcome.COMPLETE;
  }

  private List<byte[]> texts(int count) {
    int faultyToken = FaultyTokens.indexIn(tokens, script.fault());
    List<byte[]> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(FaultyTokens.text(script, i == faultyToken));
    }
    return texts;
  }

  private static boolean appliesInsideBody(Fault fault) {
    return switch (fault.kind()) {
      case RESET, STALL, TRUNCATE, SPLIT_UTF8 -> true;
      default -> false;
    };
  }

  /** Writes a number of bytes and applies the fault. */
  private void applyFault(Fault fault, ByteBuf out, int bytes) {
    ByteBuf first = out.readRetainedSlice(bytes);
    byte[] rest = ByteBufUtil.getBytes(out);
    out.release();
    exchange.write(first, 0, 0);
    switch (fault.kind()) {
      case RESET -> exchange.reset();
      case TRUNCATE -> exchange.closeAfterResponse();
      case SPLIT_UTF8 -> writeLater(rest, FaultyTokens.PAUSE_INSIDE_CHARACTER_NANOS);
      default -> {
        if (fault.nanos() != Fault.FOREVER) {
          writeLater(rest, fault.nanos());
        }
      }
    }
  }

  private void writeLater(byte[] rest, long nanos) {
    exchange.scheduleAt(
        System.nanoTime() + nanos,
        () -> {
          exchange.write(exchange.buffer().writeBytes(rest), 1, tokens);
          exchange.end(Outcome.COMPLETE);
        });
  }
}
