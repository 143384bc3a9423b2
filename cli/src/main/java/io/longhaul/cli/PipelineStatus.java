package io.longhaul.cli;

import io.longhaul.cli.api.MetricSink;
import io.longhaul.cli.api.ProcessStatus;

/** The state of {@code pipeline}. */
final class PipelineStatus implements ProcessStatus {
  private volatile boolean isRunning;

  /** Sets whether the job runs. */
  void setRunning(boolean running) {
    isRunning = running;
  }

  @Override
  public String command() {
    return "pipeline";
  }

  @Override
  public String version() {
    return Version.text();
  }

  @Override
  public boolean isReady() {
    return isRunning;
  }

  @Override
  public void addTo(MetricSink metrics) {
    metrics.gauge("longhaul_pipeline_running", "1 while the job runs, else 0.", isRunning ? 1 : 0);
  }
}
