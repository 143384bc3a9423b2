package io.longhaul.cli.series;

/** A run that has finished already when it is started. */
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
