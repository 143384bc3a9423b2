package io.longhaul.load;

/** A {@link RequestScheduler} that forwards each call to another; subclasses override some. */
abstract class DelegatingScheduler implements RequestScheduler {
  private final RequestScheduler delegate;

  DelegatingScheduler(RequestScheduler delegate) {
    this.delegate = delegate;
  }

  @Override
  public void begin(long startNanos) {
    delegate.begin(startNanos);
  }

  @Override
  public boolean hasNext() {
    return delegate.hasNext();
  }

  @Override
  public long nextScheduledNanos() {
    return delegate.nextScheduledNanos();
  }

  @Override
  public long nextDueNanos() {
    return delegate.nextDueNanos();
  }

  @Override
  public long nextPlanIndex() {
    return delegate.nextPlanIndex();
  }

  @Override
  public Session sessionToContinue() {
    return delegate.sessionToContinue();
  }

  @Override
  public boolean hasNextSession() {
    return delegate.hasNextSession();
  }

  @Override
  public long nextSessionNumber() {
    return delegate.nextSessionNumber();
  }

  @Override
  public int maxTurns() {
    return delegate.maxTurns();
  }

  @Override
  public void requestSent(Session session) {
    delegate.requestSent(session);
  }

  @Override
  public void turnReady(Session session) {
    delegate.turnReady(session);
  }

  @Override
  public void prefillEnded(long atNanos) {
    delegate.prefillEnded(atNanos);
  }

  @Override
  public void connectionRefused(long atNanos) {
    delegate.connectionRefused(atNanos);
  }

  @Override
  public boolean connected(long atNanos) {
    return delegate.connected(atNanos);
  }

  @Override
  public long backedOffNanos(long nowNanos) {
    return delegate.backedOffNanos(nowNanos);
  }

  @Override
  public void sessionEnded(long atNanos) {
    delegate.sessionEnded(atNanos);
  }

  @Override
  public long unsent(long nowNanos) {
    return delegate.unsent(nowNanos);
  }
}
