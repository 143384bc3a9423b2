package io.longhaul.load;

import io.longhaul.load.schedule.UserStarts;
import java.util.PrimitiveIterator;
import java.util.function.LongFunction;

/**
 * Iterates over the sessions of the users of one lane, in the order in which they start, and builds
 * their first turns. The next session is known only after the current one has been built. For one
 * thread.
 */
record UserSessions(UserStarts starts, LongFunction<RequestFactory.PreparedRequest> builder)
    implements PrimitiveIterator.OfLong, LongFunction<RequestFactory.PreparedRequest> {

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
    RequestFactory.PreparedRequest prepared = builder.apply(session).upTo(starts.maxTurns());
    starts.sessionStarted(prepared.conversation().turns().size());
    return prepared;
  }
}
