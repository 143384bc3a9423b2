package io.longhaul.load.record;

import io.longhaul.load.endpoint.response.ResponseResult;
import io.longhaul.load.http.ExchangeEnd;
import io.longhaul.load.plan.server.Redaction;
import io.longhaul.schema.FailureReason;
import io.longhaul.wire.Ending;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How a request ended, from the end of the exchange and the content of the response.
 *
 * @param reason keyword by which errors are counted; null for a success
 * @param message message for people; null if there is none
 */
record RequestOutcome(Ending ending, @Nullable String reason, @Nullable String message) {
  static final RequestOutcome RECORDER_OVERRUN =
      new RequestOutcome(
          Ending.PROTOCOL_ERROR,
          "recorder_overrun",
          "The generator could not record a part of the response");

  private static final int MAX_MESSAGE_CHARS = 2_000;

  RequestOutcome {
    reason = reason == null || reason.isEmpty() ? null : reason;
    message = message == null || message.isEmpty() ? null : shortened(message);
  }

  /**
   * Determines the outcome of a request.
   *
   * @param status status of the response, or null if there is none
   * @param cause why the client cancelled the request, or null if it did not
   */
  static RequestOutcome of(
      ExchangeEnd end,
      @Nullable Integer status,
      ResponseDecoder decoder,
      @Nullable CancelCause cause) {
    if (decoder.failure() != null) {
      return new RequestOutcome(
          Ending.PROTOCOL_ERROR, decoder.failure().reason(), decoder.failure().message());
    }
    return switch (end.kind()) {
      case COMPLETE -> ofResponse(status, decoder, true, end.message());
      case CALL_FAILED -> ofCall(end);
      case CLOSED_INSIDE_ANSWER -> ofResponse(status, decoder, false, end.message());
      case CONNECT_FAILED, CONNECT_TIMEOUT, TLS_FAILED, CLOSED_BEFORE_ANSWER, STALE_CONNECTION ->
          new RequestOutcome(Ending.TRANSPORT_ERROR, reasonOf(end), end.message());
      case BAD_HTTP, UNSUPPORTED_CONTENT_ENCODING ->
          new RequestOutcome(Ending.PROTOCOL_ERROR, reasonOf(end), end.message());
      case TIMEOUT ->
          new RequestOutcome(Ending.TIMEOUT, FailureReason.REQUEST_TIMEOUT.word(), end.message());
      case CANCELLED -> ofCancel(cause, end.message());
    };
  }

  /** Returns this outcome with our secrets redacted, in case a server repeated them. */
  RequestOutcome without(Redaction secrets) {
    return new RequestOutcome(ending, secrets.blotted(reason), secrets.blotted(message));
  }

  private static RequestOutcome ofResponse(
      @Nullable Integer status,
      ResponseDecoder decoder,
      boolean endedProperly,
      String networkMessage) {
    if (status == null) {
      return new RequestOutcome(
          Ending.PROTOCOL_ERROR, "no_head", "The exchange ended before the headers of a response");
    }
    if (!ResponseDecoder.isSuccess(status)) {
      return new RequestOutcome(Ending.HTTP_ERROR, "http_" + status, decoder.errorMessage());
    }
    ResponseResult verdict = decoder.verdict(endedProperly);
    return switch (verdict.kind()) {
      case WHOLE -> new RequestOutcome(Ending.OK, null, null);
      case EMPTY ->
          new RequestOutcome(Ending.PROTOCOL_ERROR, verdict.reason(), decoder.noContentMessage());
      case TRUNCATED ->
          new RequestOutcome(
              Ending.TRUNCATED,
              verdict.reason(),
              networkMessage.isEmpty() ? verdict.message() : networkMessage);
      case STREAM_ERROR ->
          new RequestOutcome(Ending.STREAM_ERROR, verdict.reason(), verdict.message());
      case PROTOCOL_ERROR ->
          new RequestOutcome(Ending.PROTOCOL_ERROR, verdict.reason(), verdict.message());
    };
  }

  private static RequestOutcome ofCall(ExchangeEnd end) {
    boolean late = end.callStatus().equals("deadline_exceeded");
    return new RequestOutcome(
        late ? Ending.TIMEOUT : Ending.STREAM_ERROR, "grpc_" + end.callStatus(), end.message());
  }

  private static RequestOutcome ofCancel(@Nullable CancelCause cause, String message) {
    if (cause == CancelCause.GRACE_ENDED) {
      return new RequestOutcome(Ending.IN_FLIGHT_AT_STOP, "grace_ended", null);
    }
    return new RequestOutcome(
        Ending.CANCELLED,
        cause == null ? "cancelled" : cause.name().toLowerCase(Locale.ROOT),
        message);
  }

  private static String reasonOf(ExchangeEnd end) {
    return end.kind().name().toLowerCase(Locale.ROOT);
  }

  private static String shortened(String message) {
    return message.length() <= MAX_MESSAGE_CHARS
        ? message
        : message.substring(0, MAX_MESSAGE_CHARS);
  }
}
