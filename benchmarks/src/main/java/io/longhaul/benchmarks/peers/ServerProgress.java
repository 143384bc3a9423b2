package io.longhaul.benchmarks.peers;

/**
 * What a server has done so far.
 *
 * @param received requests
 * @param open streamed responses that have not ended
 */
public record ServerProgress(long received, long open) {
  /** Returns the number of requests that were answered. */
  long answered() {
    return received - open;
  }
}
