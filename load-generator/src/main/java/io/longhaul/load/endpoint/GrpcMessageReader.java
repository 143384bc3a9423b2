package io.longhaul.load.endpoint;

import io.longhaul.load.sse.SseEvent;

/** Reads an answer that is made of messages, each of them a body of its own. */
interface GrpcMessageReader extends ResponseReader {
  @Override
  default boolean readsMessages() {
    return true;
  }

  @Override
  default Delta event(SseEvent event) {
    throw new IllegalStateException("Cannot read an event: the answer is made of messages");
  }
}
