package io.longhaul.pipeline.history;

/** What may befall a key's state between two records. None of it may change a result. */
public enum StateTransition {
  /** It stays in memory. */
  KEPT,
  /** The job is restarted: it is what was written down. */
  RESTORED,
  /** A checkpoint holds on to it while the job goes on with a copy. */
  COPIED
}
