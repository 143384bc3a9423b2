package io.longhaul.load;

import io.longhaul.load.dataset.Conversation;
import io.longhaul.schema.RequestId;

/**
 * A session under way in one lane: the request that is to be sent or was sent last, and when the
 * user wants to go on. A single turn is a session, too. Belongs to the loop.
 */
final class Session {
  private final long number;
  private final String correlationId;
  private final ConversationHistory history;
  private RequestFactory.PreparedRequest request;
  private long endedNanos;
  private long dueNanos;

  /**
   * A session that is about to begin.
   *
   * @param number its place among the sessions of the plan
   * @param first what it asks first
   * @param firstId the id of that request, by which all of its requests are known together
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

  /** What was said so far; null of a single turn. For the thread that makes turns. */
  ConversationHistory history() {
    return history;
  }

  /** Whether no turn follows. */
  boolean isAtLastTurn() {
    return request.turn() == turns() - 1;
  }

  /** The request has ended: from now on the user thinks. */
  void ended(long atNanos) {
    endedNanos = atNanos;
    dueNanos = atNanos + conversation().turns().get(request.turn() + 1).delayNanos();
  }

  /** When its last request ended. */
  long endedNanos() {
    return endedNanos;
  }

  /** This is asked next. */
  void setRequest(RequestFactory.PreparedRequest made) {
    request = made;
  }

  /** It goes on at this time, but not before the answer is there. */
  void scheduleNextTurn(long plannedNanos) {
    dueNanos = Math.max(endedNanos, plannedNanos);
  }

  /** When its turn was recorded, since the start, or null. */
  Long recordedNanos() {
    return conversation().turns().get(request.turn()).recordedNanos();
  }

  /** How many turns it has. */
  int turns() {
    return conversation().turns().size();
  }

  /** When the user wants to go on. */
  long dueNanos() {
    return dueNanos;
  }

  private Conversation conversation() {
    return request.conversation();
  }
}
