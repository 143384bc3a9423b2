package io.longhaul.cli.series;

/** A run that was over as soon as it was started. */
record FinishedProcess(int status) implements StartedRun {
  @Override
  public int await() {
    return status;
  }

  @Override
  public void interrupt() {}

  @Override
  public void close() {}
}
