package io.longhaul.load.plan.server;

import io.longhaul.load.endpoint.request.Keyword;
import java.util.Locale;

/** Which connection a request uses. Names and meanings are those of AIPerf. */
public enum ConnectionReuse implements Keyword {
  /** An idle connection, if there is one; the connection stays open for the next request. */
  POOLED,
  /** One connection for each session, which is closed after the last turn. */
  STICKY_USER_SESSIONS,
  /** A new connection for each request, including handshakes; closed after the response. */
  NEVER;

  /** The name on a command line and in a plan, for example {@code sticky-user-sessions}. */
  @Override
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
