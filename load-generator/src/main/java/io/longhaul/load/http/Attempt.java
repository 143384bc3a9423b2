package io.longhaul.load.http;

/** One attempt to send a request. Belongs to the event loop. */
interface Attempt {

  void start();

  /** Aborts the attempt; it reports nothing more. */
  void abandon();
}
