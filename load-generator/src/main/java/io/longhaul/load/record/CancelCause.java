package io.longhaul.load.record;

/** Why the client cancels a request. */
public enum CancelCause {
  /** The plan wants this request to be given up. */
  PLANNED_CANCELLATION,
  /** The grace period is over. */
  GRACE_ENDED,
  /** Somebody stopped the run and did not want to wait. */
  STOPPED,
  /** The warm-up lasted longer than allowed. */
  WARMUP_TOO_LONG
}
