package io.longhaul.cli.web;

import io.longhaul.cli.api.MetricSink;
import io.longhaul.cli.api.ProcessStatus;
import io.longhaul.report.runs.ListedRun;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * The state of the process that serves the pages.
 *
 * @param version version of the build
 */
record WebStatus(String version, RefreshedRuns runs, FollowedRuns followed)
    implements ProcessStatus {
  private static final double MILLIS_PER_SECOND = 1e3;

  @Override
  public String command() {
    return "web";
  }

  /** The lakes were read once. If that has failed, they are read again. */
  @Override
  public boolean isReady() {
    boolean isRead = runs.list().time().isAfter(Instant.EPOCH);
    if (!isRead) {
      CompletableFuture<RunList> unused = runs.notOlderThan(Duration.ZERO);
    }
    return isRead;
  }

  @Override
  public void addTo(MetricSink metrics) {
    RunList list = runs.list();
    Map<ListedRun.Status, Integer> byStatus = new TreeMap<>();
    list.listed().forEach(run -> byStatus.merge(run.status(), 1, Integer::sum));
    for (ListedRun.Status status : ListedRun.Status.values()) {
      metrics.gauge(
          "longhaul_web_runs",
          "Runs in the lakes.",
          byStatus.getOrDefault(status, 0),
          "status",
          status.name().toLowerCase(Locale.ROOT));
    }
    metrics.gauge(
        "longhaul_web_runs_read_timestamp_seconds",
        "Time when the list of the runs was read.",
        list.time().toEpochMilli() / MILLIS_PER_SECOND);
    metrics.gauge("longhaul_web_live_views", "Runs whose live view is open.", followed.count());
  }
}
