package io.longhaul.load.plan.server;

import io.longhaul.load.endpoint.request.Keyword;

/** How a model is selected for a turn. */
public enum ModelSelection implements Keyword {
  /** Models take turns, also within a session. */
  ROUND_ROBIN,
  /** A random model each time. */
  RANDOM;
}
