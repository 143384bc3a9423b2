package io.longhaul.sinks.report;

import io.longhaul.export.HandshakeRow;
import io.longhaul.metrics.NetworkRoundTrip;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the handshakes of a run say together. */
public final class HandshakeStatistics {
  private final Map<String, Target> targets = new TreeMap<>();
  private long succeeded;
  private double sumNanos;

  private HandshakeStatistics() {}

  /** Of a run's rows, read one by one. */
  public static HandshakeStatistics of(Lake lake, String runId) throws IOException {
    HandshakeStatistics tally = new HandshakeStatistics();
    lake.forEach(Dataset.HANDSHAKES, runId, tally::add);
    return tally;
  }

  private void add(HandshakeRow row) {
    Target target =
        targets.computeIfAbsent(row.getHost() + ":" + row.getPort(), first -> new Target());
    target.tried++;
    if (row.getErrorType() == null) {
      succeeded++;
      sumNanos += row.getTookNs();
    } else {
      target.failed++;
      target.failure = row.getErrorMessage();
    }
  }

  /** As AIPerf has it: the mean of all that succeeded, whatever their targets. */
  public NetworkRoundTrip mean() {
    return succeeded == 0
        ? NetworkRoundTrip.UNKNOWN
        : new NetworkRoundTrip(Math.round(sumNanos / succeeded));
  }

  /** Sentences about those that failed. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    targets.forEach(
        (name, target) -> {
          if (target.failed > 0) {
            remarks.add(
                "Of %,d handshakes with %s %,d failed (%s)"
                    .formatted(target.tried, name, target.failed, target.failure));
          }
        });
    if (succeeded == 0 && !targets.isEmpty()) {
      remarks.add("No latency is told without the network, whose round trip is not known");
    }
    return remarks;
  }

  private static final class Target {
    private long tried;
    private long failed;

    /** Of the row that was read last. */
    private String failure;
  }
}
