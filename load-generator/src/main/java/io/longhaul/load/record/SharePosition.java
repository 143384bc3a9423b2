package io.longhaul.load.record;

/**
 * How much of its share a lane and its predecessors have used, so that a successor can continue.
 *
 * @param requests requests of the share that were issued, or are counted as not issued
 * @param sessions sessions of the share that were started or skipped
 */
public record SharePosition(long requests, long sessions) {
  /** The start of a share. */
  public static final SharePosition START = new SharePosition(0, 0);
}
