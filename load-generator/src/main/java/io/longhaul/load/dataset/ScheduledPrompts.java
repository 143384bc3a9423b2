package io.longhaul.load.dataset;

/** The conversations of another source, which a fixed schedule has at these times. */
final class ScheduledPrompts extends ForwardingPromptSource {
  private final long[] dueNanos;

  /**
   * They take turns in time.
   *
   * @param dueNanos of each entry, in nanoseconds since the start, none less than the one before
   */
  ScheduledPrompts(PromptSource source, long[] dueNanos) {
    super(source);
    this.dueNanos = dueNanos;
  }

  @Override
  public long dueNanos(int entry) {
    return dueNanos[entry];
  }
}
