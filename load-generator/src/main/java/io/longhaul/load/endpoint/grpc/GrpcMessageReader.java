package io.longhaul.load.endpoint.grpc;

import com.google.protobuf.InvalidProtocolBufferException;
import io.longhaul.load.endpoint.response.Delta;
import io.longhaul.load.endpoint.response.ErrorMessages;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.endpoint.response.ResponseResult;
import io.longhaul.load.sse.SseEvent;
import org.jspecify.annotations.Nullable;

/** Reads a response that consists of gRPC messages. Each message is a body. */
public abstract class GrpcMessageReader implements ResponseReader {
  private boolean hasChunks;

  /** The first error of its kind, or null. */
  private @Nullable ResponseResult streamError;

  private @Nullable ResponseResult protocolError;

  /**
   * Reads a message.
   *
   * @throws InvalidProtocolBufferException if it is malformed
   */
  public abstract Delta read(byte[] bytes, int offset, int length)
      throws InvalidProtocolBufferException;

  /** Returns what is missing in a response without errors; null if it is complete. */
  public abstract @Nullable ResponseResult missing();

  public final void recordStreamError(ResponseResult error) {
    streamError = streamError == null ? error : streamError;
  }

  public final void recordProtocolError(String reason, String message) {
    if (protocolError == null) {
      protocolError = ResponseResult.protocolError(reason, ErrorMessages.shortened(message));
    }
  }

  @Override
  public final boolean readsMessages() {
    return true;
  }

  @Override
  public final Delta event(SseEvent event) {
    throw new IllegalStateException("Cannot read an event: the response consists of messages");
  }

  @Override
  public final Delta body(byte[] bytes, int offset, int length) {
    try {
      Delta delta = read(bytes, offset, length);
      hasChunks |= delta.isChunk();
      return delta;
    } catch (InvalidProtocolBufferException e) {
      recordProtocolError("malformed_message", String.valueOf(e.getMessage()));
      return Delta.NOTHING;
    }
  }

  @Override
  public final ResponseResult result(boolean bodyEndedProperly) {
    if (streamError != null) {
      return streamError;
    }
    if (protocolError != null) {
      return protocolError;
    }
    if (!bodyEndedProperly) {
      return ResponseResult.truncated("body_cut", "The call did not end properly");
    }
    ResponseResult missing = missing();
    if (missing != null) {
      return missing;
    }
    return hasChunks ? ResponseResult.WHOLE : ResponseResult.EMPTY;
  }
}
