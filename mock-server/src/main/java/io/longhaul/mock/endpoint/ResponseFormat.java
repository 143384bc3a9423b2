package io.longhaul.mock.endpoint;

import io.netty.buffer.ByteBuf;

/** Writes one response in the format of its endpoint. */
public interface ResponseFormat {

  /** Writes the complete response. */
  void whole(ByteBuf out, ResponseContent content);
}
