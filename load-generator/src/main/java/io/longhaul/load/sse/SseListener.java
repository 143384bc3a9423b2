package io.longhaul.load.sse;

/**
 * Receives the events of one stream.
 *
 * <p>Order and multiplicity: called once per event, in the order of the stream, on the thread that
 * feeds the decoder, from within {@link SseDecoder#feed} or {@link SseDecoder#end}.
 *
 * <p>Prohibitions: it must not feed the calling decoder, and must not keep the event or its bytes,
 * which are reused when it returns. Its exceptions pass through the decoder, which must not be used
 * afterwards.
 */
@FunctionalInterface
public interface SseListener {

  /** Called when an event has ended. */
  void event(SseEvent event);
}
