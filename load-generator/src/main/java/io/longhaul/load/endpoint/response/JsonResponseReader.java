package io.longhaul.load.endpoint.response;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.load.endpoint.json.UntrustedJson;
import io.longhaul.load.sse.SseEvent;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON responses of any endpoint. A {@link ResponsePayload} knows the format; this class
 * decides, in the same way for all endpoints, whether a response is complete, truncated or an
 * error.
 */
public final class JsonResponseReader implements ResponseReader {

  private static final String DONE = "[DONE]";
  private static final int UNKNOWN_ERROR_CODE = 502;

  /** Finish reasons are recorded and should be one word. */
  private static final int MAX_FINISH_REASON_CHARS = 100;

  /** Each choice has a bit; choices with a higher index share the last one. */
  private static final int MAX_CHOICE = Long.SIZE - 1;

  private final boolean streaming;
  private final ResponsePayload payload;
  private final Envelope envelope = new Envelope();

  private boolean done;
  private boolean hasChunks;
  private boolean hasResponse;
  private boolean lastEventCut;
  private long choicesSeen;
  private long choicesFinished;
  private String firstFinishReason = "";

  /** Stored in parsed form, because the original may be large. */
  private @Nullable Usage lastUsage;

  /** Whether the envelope contains a later usage than {@link #lastUsage}. */
  private boolean usageIsInEnvelope;

  /** The first error of its kind, or null. */
  private @Nullable ResponseResult streamError;

  private @Nullable ResponseResult protocolError;

  public JsonResponseReader(boolean streaming, ResponsePayload payload) {
    this.streaming = streaming;
    this.payload = payload;
  }

  @Override
  public Delta event(SseEvent event) {
    if (!streaming) {
      throw new IllegalStateException("Cannot read an event: the response is not a stream");
    }
    boolean isError = event.name().equalsIgnoreCase("error");
    Delta cached =
        isError ? null : envelope.read(event.dataBytes(), event.dataOffset(), event.dataLength());
    if (cached == null) {
      return parse(event, isError);
    }
    usageIsInEnvelope |= envelope.hasUsage();
    return cached;
  }

  private Delta parse(SseEvent event, boolean isError) {
    if (isBlank(event)) {
      if (isError) {
        recordStreamError(UNKNOWN_ERROR_CODE, event.comment().orElse("event: error"));
      }
      return Delta.NOTHING;
    }
    if (isDone(event)) {
      done = true;
      return Delta.NOTHING;
    }
    takeUsageFromEnvelope();
    try {
      payload.read(event.dataBytes(), event.dataOffset(), event.dataLength());
    } catch (IOException e) {
      recordUnreadable(event, isError, e);
      return Delta.NOTHING;
    }
    if (isError && payload.error() == null) {
      recordStreamError(UNKNOWN_ERROR_CODE, event.comment().orElseGet(event::dataText));
    }
    Delta delta = applyPayload();
    if (isReusable()) {
      envelope.store(
          event.dataBytes(),
          event.dataOffset(),
          event.dataLength(),
          payload.textQuote(),
          payload.usageStart(),
          payload.usageEnd(),
          delta);
    }
    return delta;
  }

  /**
   * Returns whether an event that differs only in its text and the numbers of its usage would have
   * no other effect.
   */
  private boolean isReusable() {
    return payload.textQuote() != ResponsePayload.UNKNOWN_POSITION
        && (payload.usage() == null || payload.usageStart() > payload.textQuote())
        && payload.error() == null;
  }

  private void takeUsageFromEnvelope() {
    if (usageIsInEnvelope) {
      lastUsage = UsageReader.read(envelope.usage());
      usageIsInEnvelope = false;
    }
  }

  @Override
  public Delta body(byte[] bytes, int offset, int length) {
    if (streaming) {
      throw new IllegalStateException("Cannot read a body: the response is a stream");
    }
    try {
      payload.read(bytes, offset, length);
    } catch (IOException e) {
      recordProtocolError(e);
      return Delta.NOTHING;
    }
    return applyPayload();
  }

  @Override
  public Optional<Usage> usage() {
    takeUsageFromEnvelope();
    return Optional.ofNullable(lastUsage);
  }

  @Override
  public Optional<String> finishReason() {
    return firstFinishReason.isEmpty() ? Optional.empty() : Optional.of(firstFinishReason);
  }

  @Override
  public ResponseResult result(boolean bodyEndedProperly) {
    if (streamError != null) {
      return streamError;
    }
    return streaming ? resultOfStream(bodyEndedProperly) : resultOfBody(bodyEndedProperly);
  }

  private ResponseResult resultOfStream(boolean bodyEndedProperly) {
    if (protocolError != null) {
      return protocolError;
    }
    if (!bodyEndedProperly) {
      return ResponseResult.truncated("body_cut", "The body of the stream did not end properly");
    }
    if (lastEventCut) {
      return ResponseResult.truncated("event_cut", "The stream ended inside an event");
    }
    if (!done && !everyChoiceFinished() && !payload.endsWithBody()) {
      return ResponseResult.truncated(
          "no_finish", "The stream ended without [DONE] or a finish reason");
    }
    return hasChunks ? ResponseResult.WHOLE : ResponseResult.EMPTY;
  }

  private ResponseResult resultOfBody(boolean bodyEndedProperly) {
    if (!bodyEndedProperly) {
      return ResponseResult.truncated("body_cut", "The body did not end properly");
    }
    if (protocolError != null) {
      return protocolError;
    }
    if (!hasResponse) {
      return ResponseResult.protocolError(
          "no_" + payload.requiredMember(), "The response has no " + payload.requiredMember());
    }
    return hasChunks ? ResponseResult.WHOLE : ResponseResult.EMPTY;
  }

  private boolean everyChoiceFinished() {
    return choicesSeen != 0 && (choicesSeen & ~choicesFinished) == 0;
  }

  private Delta applyPayload() {
    hasResponse |= payload.isResponse();
    if (payload.usage() != null) {
      lastUsage = UsageReader.read(payload.usage());
    }
    if (payload.error() != null) {
      recordStreamError(codeOf(payload.error()), ErrorMessages.of(payload.error()));
    }
    if (payload.choice() == ResponsePayload.NO_CHOICE) {
      return Delta.NOTHING;
    }
    String finishReason = payload.finishReason();
    long choiceBit = 1L << Math.min(payload.choice(), MAX_CHOICE);
    choicesSeen |= choiceBit;
    if (!finishReason.isEmpty()) {
      choicesFinished |= choiceBit;
      if (firstFinishReason.isEmpty()) {
        firstFinishReason = ErrorMessages.abbreviated(finishReason, MAX_FINISH_REASON_CHARS);
      }
    }
    Delta delta =
        new Delta(payload.content(), payload.reasoning(), finishReason, payload.containsData());
    hasChunks |= delta.isChunk();
    return delta.isChunk() || !finishReason.isEmpty() ? delta : Delta.NOTHING;
  }

  private void recordUnreadable(SseEvent event, boolean isError, IOException problem) {
    if (isError) {
      recordStreamError(UNKNOWN_ERROR_CODE, event.comment().orElseGet(event::dataText));
    } else if (event.isTerminated()) {
      recordProtocolError(problem);
    } else {
      lastEventCut = true;
    }
  }

  private void recordProtocolError(IOException problem) {
    if (protocolError != null) {
      return;
    }
    if (problem instanceof JsonProcessingException malformed) {
      protocolError =
          ResponseResult.protocolError(
              "malformed_json", ErrorMessages.shortened(UntrustedJson.reasonOf(malformed)));
    } else {
      protocolError =
          ResponseResult.protocolError("unexpected_json", String.valueOf(problem.getMessage()));
    }
  }

  private void recordStreamError(int code, String message) {
    if (streamError == null) {
      streamError = ResponseResult.streamError(code, ErrorMessages.shortened(message));
    }
  }

  /** Returns the error's code if it is an HTTP error status, as in AIPerf. */
  private static int codeOf(JsonNode error) {
    int code = error.path("code").asInt(UNKNOWN_ERROR_CODE);
    return code >= 400 && code <= 599 ? code : UNKNOWN_ERROR_CODE;
  }

  private static boolean isBlank(SseEvent event) {
    for (int i = 0; i < event.dataLength(); i++) {
      if ((event.dataBytes()[event.dataOffset() + i] & 0xFF) > ' ') {
        return false;
      }
    }
    return true;
  }

  /** Checks the length first, to avoid creating a text from long data. */
  private static boolean isDone(SseEvent event) {
    return event.dataLength() < 2 * DONE.length() && event.dataText().strip().equals(DONE);
  }
}
