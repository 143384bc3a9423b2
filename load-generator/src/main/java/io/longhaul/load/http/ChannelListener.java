package io.longhaul.load.http;

import java.net.SocketAddress;

/** Hears what the {@link StampingHandler} at the head of a channel's pipeline sees. On the loop. */
interface ChannelListener {

  void connecting(SocketAddress remote, long atNanos);

  void opened();

  /** Bytes were read; they are handled next. */
  void read(long atNanos);

  /** Bytes are put behind those that wait to be flushed. */
  void writing(int bytes);

  /** What waits is handed to the operating system next. */
  void flushing(long atNanos);

  void closed(long atNanos);
}
