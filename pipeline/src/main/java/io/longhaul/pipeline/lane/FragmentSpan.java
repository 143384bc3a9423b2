package io.longhaul.pipeline.lane;

import io.longhaul.wire.RequestFragment;
import io.longhaul.wire.Transport;

/**
 * The earliest and the latest fact of a fragment that counts in slices (send, chunks, end), in lane
 * time.
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

  /** Returns {@code true} if the fragment contains no fact that counts in a slice. */
  boolean isEmpty() {
    return latestAtNanos < earliestAtNanos;
  }
}
