package io.longhaul.load;

import io.longhaul.load.http.ClientSettings;
import io.longhaul.load.plan.ConnectionReuse;
import io.longhaul.load.plan.TargetPlan;

/** How a client treats the connections of a plan. */
public final class TargetConnections {
  private static final long KEEP_NONE = 0;

  private TargetConnections() {}

  /** What the plan says, and the defaults for the rest. */
  public static ClientSettings of(TargetPlan target) {
    ClientSettings defaults = ClientSettings.DEFAULTS;
    return new ClientSettings(
        defaults.connectTimeoutNanos(),
        target.connectionReuse() == ConnectionReuse.NEVER ? KEEP_NONE : defaults.keepIdleNanos(),
        target.staleRetry(),
        !target.insecureTls());
  }
}
