package io.longhaul.load;

import io.longhaul.load.schedule.UserStarts;
import java.util.PrimitiveIterator;
import java.util.function.LongFunction;

/**
 * Iterates over the sessions of the users of one lane, in the order in which they start, and builds their first turns. The next session is known only after the current one has been built. For one thread.
 */
final class UserSessions implements PrimitiveIterator.OfLong, LongFunction<RequestFactory.PreparedRequest> {
  private final UserStarts starts;
  private final LongFunction<RequestFactory.PreparedRequest> maker;

  UserSessions(UserStarts starts, LongFunction<RequestFactory.PreparedRequest> maker) {
    this.starts = starts;
    this.maker = maker;
  }

  @Override
  public boolean hasNext() {
    return starts.hasNext();
  }

  @Override
  public long nextLong() {
    return starts.session();
  }

  @Override
  public RequestFactory.PreparedRequest apply(long session) {
    RequestFactory.PreparedRequest made = maker.apply(session).upTo(starts.maxTurns());
    starts.sessionStarted(made.conversation().turns().size());
    return made;
  }
}
