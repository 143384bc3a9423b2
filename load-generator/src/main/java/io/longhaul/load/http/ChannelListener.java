package io.longhaul.load.http;

import java.net.SocketAddress;

/**
 * Receives the events that the {@link StampingHandler} at the head of a channel's pipeline sees.
 * Belongs to the event loop.
 */
interface ChannelListener {

  void connecting(SocketAddress remote, long atNanos);

  void opened();

  /** Called when bytes have been read and before they are processed. */
  void read(long atNanos);

  /** Called when bytes are queued for the next flush. */
  void writing(int bytes);

  /** Called before the queued bytes are passed to the operating system. */
  void flushing(long atNanos);

  void closed(long atNanos);
}
