package io.longhaul.load.endpoint;

import io.longhaul.load.sse.SseEvent;
import java.util.Optional;

/** Reads a response that consists of gRPC messages. Each message is a body. */
interface GrpcMessageReader extends ResponseReader {
  @Override
  default boolean readsMessages() {
    return true;
  }

  @Override
  default Delta event(SseEvent event) {
    throw new IllegalStateException("Cannot read an event: the response consists of messages");
  }

  @Override
  default Optional<Usage> usage() {
    return Optional.empty();
  }

  @Override
  default Optional<String> finishReason() {
    return Optional.empty();
  }
}
