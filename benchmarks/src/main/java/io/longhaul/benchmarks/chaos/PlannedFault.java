package io.longhaul.benchmarks.chaos;

/**
 * A planned fault.
 *
 * @param atSeconds when it begins, after the first request of the run
 * @param seconds how long it lasts; 0 if it is momentary
 * @param index which one of several, such as the number of the generator
 */
public record PlannedFault(FaultKind kind, int atSeconds, int seconds, int index) {

  int endSeconds() {
    return atSeconds + seconds;
  }

  /** Returns whether this is about the same part of the run as another fault. */
  boolean sharesTarget(PlannedFault other) {
    return kind.target() == other.kind.target()
        && (kind.target() != FaultKind.Target.GENERATOR || index == other.index);
  }

  @Override
  public String toString() {
    return kind.word() + " " + index + " at " + atSeconds + " s for " + seconds + " s";
  }
}
