package io.longhaul.load.record;

/** Why the client cancels a request. */
public enum CancelCause {
  /** The plan cancels this request. */
  PLANNED_CANCELLATION,
  /** The grace period is over. */
  GRACE_ENDED,
  /** The run was stopped without waiting. */
  STOPPED,
  /** The warm-up lasted longer than allowed. */
  WARMUP_TOO_LONG
}
