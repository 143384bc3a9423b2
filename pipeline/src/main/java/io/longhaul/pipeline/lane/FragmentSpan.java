package io.longhaul.pipeline.lane;

import io.longhaul.wire.RequestFragment;
import io.longhaul.wire.Transport;

/**
 * The earliest and the latest of the facts in a fragment that count in slices: sending, chunks,
 * ending. In lane time.
 */
record FragmentSpan(long earliestAtNanos, long latestAtNanos) {

  static FragmentSpan of(RequestFragment fragment, Chunks chunks) {
    FragmentSpan span = new FragmentSpan(Long.MAX_VALUE, Long.MIN_VALUE);
    Transport transport = fragment.getTransport();
    if (transport != null) {
      span = span.with(transport.getConnectStartedAtNs()).with(transport.getSentAtNs());
      if (RequestAssembler.hasOnlyWrittenTime(transport)) {
        span = span.with(transport.getWrittenAtNs());
      }
    }
    if (chunks.count() > 0) {
      span = span.with(chunks.atNanos()[0]).with(chunks.atNanos()[chunks.count() - 1]);
    }
    return fragment.getEnded() == null ? span : span.with(fragment.getEnded().getEndedAtNs());
  }

  private FragmentSpan with(Long atNanos) {
    return atNanos == null
        ? this
        : new FragmentSpan(Math.min(earliestAtNanos, atNanos), Math.max(latestAtNanos, atNanos));
  }

  /** Nothing in it counts in a slice yet. */
  boolean isEmpty() {
    return latestAtNanos < earliestAtNanos;
  }
}
