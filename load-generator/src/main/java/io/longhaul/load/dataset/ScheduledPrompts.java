package io.longhaul.load.dataset;

/** Conversations of another source with the due times of a fixed schedule. */
final class ScheduledPrompts extends ForwardingPromptSource {
  private final long[] dueNanos;

  /**
   * Creates the source.
   *
   * @param dueNanos due time of each entry, in nanoseconds since the start, ascending
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
