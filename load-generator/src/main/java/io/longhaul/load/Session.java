package io.longhaul.load;

import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.schema.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * An active session of one lane, with its next or latest request and the time at which its next
 * turn is due. A request of a single turn is a session, too. Belongs to the event loop.
 */
final class Session {
  private final long number;
  private final String correlationId;
  private final @Nullable ConversationHistory history;
  private RequestFactory.PreparedRequest request;
  private long endedNanos;
  private long dueNanos;

  /**
   * Creates a session that has not started.
   *
   * @param number index among the sessions of the plan
   * @param first the first request
   * @param firstId id of the first request, which identifies all requests of the session
   */
  Session(long number, RequestFactory.PreparedRequest first, RequestId firstId) {
    this.number = number;
    this.correlationId = firstId.toString();
    this.request = first;
    this.history = isAtLastTurn() ? null : new ConversationHistory(first.conversation());
  }

  long number() {
    return number;
  }

  String correlationId() {
    return correlationId;
  }

  RequestFactory.PreparedRequest request() {
    return request;
  }

  /**
   * Returns the messages so far; null for a session of one turn. For the thread that builds turns.
   */
  @Nullable ConversationHistory history() {
    return history;
  }

  /** Returns whether no turn follows. */
  boolean isAtLastTurn() {
    return request.turn() == turns() - 1;
  }

  /** Records the end of the latest request, at which the think time starts. */
  void ended(long atNanos) {
    endedNanos = atNanos;
    dueNanos = atNanos + conversation().turns().get(request.turn() + 1).delayNanos();
  }

  /** Returns when the latest request ended. */
  long endedNanos() {
    return endedNanos;
  }

  /** Sets the next request. */
  void setRequest(RequestFactory.PreparedRequest made) {
    request = made;
  }

  /**
   * Sets the time at which the next turn is due, which is not before the end of the latest request.
   */
  void scheduleNextTurn(long plannedNanos) {
    dueNanos = Math.max(endedNanos, plannedNanos);
  }

  /**
   * Returns the recorded time of the next turn, since the start of the phase; null if there is
   * none.
   */
  @Nullable Long recordedNanos() {
    return conversation().turns().get(request.turn()).recordedNanos();
  }

  /** Returns the number of turns. */
  int turns() {
    return conversation().turns().size();
  }

  /** Returns when the next turn is due. */
  long dueNanos() {
    return dueNanos;
  }

  private Conversation conversation() {
    return request.conversation();
  }
}
