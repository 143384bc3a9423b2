package io.longhaul.load.dataset.prompt;

/** Forwards all calls to another source. Subclasses add content or times to its conversations. */
public abstract class ForwardingPromptSource implements PromptSource {
  private final PromptSource source;

  public ForwardingPromptSource(PromptSource source) {
    this.source = source;
  }

  @Override
  public int entryFor(long session) {
    return source.entryFor(session);
  }

  @Override
  public Conversation conversation(int entry) {
    return source.conversation(entry);
  }

  @Override
  public int entries() {
    return source.entries();
  }

  @Override
  public double meanTurns() {
    return source.meanTurns();
  }

  @Override
  public boolean isInMemory() {
    return source.isInMemory();
  }

  @Override
  public long dueNanos(int entry) {
    return source.dueNanos(entry);
  }

  @Override
  public void close() {
    source.close();
  }
}
