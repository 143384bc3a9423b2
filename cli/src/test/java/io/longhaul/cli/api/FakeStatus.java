package io.longhaul.cli.api;

/** A process with one metric, whose readiness a test sets. */
final class FakeStatus implements ProcessStatus {
  private volatile boolean ready;

  void setReady() {
    ready = true;
  }

  @Override
  public String command() {
    return "fake";
  }

  @Override
  public String version() {
    return "test";
  }

  @Override
  public boolean isReady() {
    return ready;
  }

  @Override
  public void addTo(MetricSink metrics) {
    metrics.counter("longhaul_fakes_total", "Fakes.", 7);
  }
}
