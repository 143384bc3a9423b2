package io.longhaul.pipeline.history;

/** What may happen to a key's state between two records. None of it may affect a result. */
public enum StateTransition {
  /** The state stays in memory. */
  KEPT,
  /** The job is restarted from the serialized state. */
  RESTORED,
  /** A checkpoint holds the state while the job continues with a copy. */
  COPIED
}
