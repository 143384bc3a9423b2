package io.longhaul.report.figures;

import io.longhaul.export.HandshakeRow;
import io.longhaul.metrics.NetworkRoundTrip;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Statistics of the TCP handshakes of a run. */
public final class HandshakeStatistics {
  private final Map<String, Target> targets = new TreeMap<>();
  private long succeeded;
  private double sumNanos;

  private HandshakeStatistics() {}

  /** Reads the handshakes of a run. */
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

  /** Returns the mean of all successful handshakes with all targets, as in AIPerf. */
  public NetworkRoundTrip mean() {
    return succeeded == 0
        ? NetworkRoundTrip.UNKNOWN
        : new NetworkRoundTrip(Math.round(sumNanos / succeeded));
  }

  /** Returns sentences about failed handshakes. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    targets.forEach(
        (name, target) -> {
          if (target.failed > 0) {
            remarks.add(
                "Of %,d handshakes with %s, %,d failed (%s)"
                    .formatted(target.tried, name, target.failed, target.failure));
          }
        });
    if (succeeded == 0 && !targets.isEmpty()) {
      remarks.add("Network-adjusted latencies are missing: the network round trip is not known");
    }
    return remarks;
  }

  private static final class Target {
    private long tried;
    private long failed;

    /** The error of the last row read. */
    private String failure = "";
  }
}
