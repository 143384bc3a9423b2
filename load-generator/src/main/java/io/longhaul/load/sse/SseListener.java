package io.longhaul.load.sse;

/**
 * Hears the events of one stream.
 *
 * <p>Order and multiplicity: called once for each event, in the order of the stream, on the thread
 * that feeds the decoder, from inside {@link SseDecoder#feed} or {@link SseDecoder#end}.
 *
 * <p>Prohibitions: it must not feed the decoder that calls it, and must not keep the event or its
 * bytes: both are used again when it returns. What it throws passes through the decoder, which then
 * must not be fed again.
 */
@FunctionalInterface
public interface SseListener {

  /** Hears and forgets. */
  SseListener NONE = event -> {};

  /** An event has ended. */
  void event(SseEvent event);
}
