package io.longhaul.load.record;

import io.longhaul.load.endpoint.ResponseResult;
import io.longhaul.load.http.ExchangeEnd;
import io.longhaul.load.plan.Redaction;
import io.longhaul.wire.Ending;
import java.util.Locale;

/**
 * The one way in which a request ended: what the network said, weighed with what the answer said.
 *
 * @param reason one of few words, by which errors are counted; null when all is well
 * @param message for people; null when there is none
 */
record Outcome(Ending ending, String reason, String message) {
  static final Outcome RECORDER_OVERRUN =
      new Outcome(
          Ending.PROTOCOL_ERROR,
          "recorder_overrun",
          "The generator could not record a part of the answer");

  private static final int MAX_MESSAGE_CHARS = 2_000;

  Outcome {
    reason = reason == null || reason.isEmpty() ? null : reason;
    message = message == null || message.isEmpty() ? null : shortened(message);
  }

  /**
   * @param status of the answer, or null when no head came
   * @param cause why the client cancelled, or null when it did not
   */
  static Outcome of(ExchangeEnd end, Integer status, AnswerReader answer, CancelCause cause) {
    if (answer.brokenOff() != null) {
      return new Outcome(
          Ending.PROTOCOL_ERROR, answer.brokenOff().reason(), answer.brokenOff().message());
    }
    return switch (end.kind()) {
      case COMPLETE -> ofAnswer(status, answer, true, end.message());
      case CALL_FAILED -> ofCall(end);
      case CLOSED_INSIDE_ANSWER -> ofAnswer(status, answer, false, end.message());
      case CONNECT_FAILED, CONNECT_TIMEOUT, TLS_FAILED, CLOSED_BEFORE_ANSWER, STALE_CONNECTION ->
          new Outcome(Ending.TRANSPORT_ERROR, word(end), end.message());
      case BAD_HTTP, UNSUPPORTED_CONTENT_ENCODING ->
          new Outcome(Ending.PROTOCOL_ERROR, word(end), end.message());
      case TIMEOUT -> new Outcome(Ending.TIMEOUT, "request_timeout", end.message());
      case CANCELLED -> ofCancel(cause, end.message());
    };
  }

  /** The same without what a server repeated of our secrets. */
  Outcome without(Redaction secrets) {
    return new Outcome(ending, secrets.blotted(reason), secrets.blotted(message));
  }

  private static Outcome ofAnswer(
      Integer status, AnswerReader answer, boolean endedProperly, String networkMessage) {
    if (status == null) {
      return new Outcome(
          Ending.PROTOCOL_ERROR, "no_head", "The exchange ended before the head of an answer");
    }
    if (!AnswerReader.isGood(status)) {
      return new Outcome(Ending.HTTP_ERROR, "http_" + status, answer.errorMessage());
    }
    ResponseResult verdict = answer.verdict(endedProperly);
    return switch (verdict.kind()) {
      case WHOLE -> new Outcome(Ending.OK, null, null);
      case EMPTY -> new Outcome(Ending.PROTOCOL_ERROR, verdict.reason(), answer.withoutContent());
      case TRUNCATED ->
          new Outcome(
              Ending.TRUNCATED,
              verdict.reason(),
              networkMessage.isEmpty() ? verdict.message() : networkMessage);
      case STREAM_ERROR -> new Outcome(Ending.STREAM_ERROR, verdict.reason(), verdict.message());
      case PROTOCOL_ERROR ->
          new Outcome(Ending.PROTOCOL_ERROR, verdict.reason(), verdict.message());
    };
  }

  private static Outcome ofCall(ExchangeEnd end) {
    boolean late = end.callStatus().equals("deadline_exceeded");
    return new Outcome(
        late ? Ending.TIMEOUT : Ending.STREAM_ERROR, "grpc_" + end.callStatus(), end.message());
  }

  private static Outcome ofCancel(CancelCause cause, String message) {
    if (cause == CancelCause.GRACE_ENDED) {
      return new Outcome(Ending.IN_FLIGHT_AT_STOP, "grace_ended", null);
    }
    return new Outcome(
        Ending.CANCELLED,
        cause == null ? "cancelled" : cause.name().toLowerCase(Locale.ROOT),
        message);
  }

  private static String word(ExchangeEnd end) {
    return end.kind().name().toLowerCase(Locale.ROOT);
  }

  private static String shortened(String message) {
    return message.length() <= MAX_MESSAGE_CHARS
        ? message
        : message.substring(0, MAX_MESSAGE_CHARS);
  }
}
