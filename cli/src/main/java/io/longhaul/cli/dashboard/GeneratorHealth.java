package io.longhaul.cli.dashboard;

import io.longhaul.control.coordinator.LiveLane;
import io.longhaul.wire.Health;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The health of the load generators in the last second: the worst figure of all of them, except for
 * the CPU, which is the sum.
 */
final class GeneratorHealth {
  private static final double NANOS_PER_MILLI = 1e6;

  /** CPU in cores by process; the lanes of a process report the same. */
  private final Map<String, Double> cores = new HashMap<>();

  private double sendLagMillis = Double.NaN;
  private double pauseMillis;
  private double idleRatio = Double.NaN;

  private GeneratorHealth() {}

  /** Returns the health in words, the most important figures first. */
  static String of(List<LiveLane> lanes) {
    GeneratorHealth worst = new GeneratorHealth();
    for (LiveLane lane : lanes) {
      Health health = lane.health();
      if (health != null && !lane.isOver()) {
        worst.add(lane.processId(), health);
      }
    }
    long lost = lanes.stream().filter(LiveLane::lost).map(LiveLane::processId).distinct().count();
    return worst.words(lost == 0 ? "" : " (" + lost + " lost)");
  }

  private void add(String process, Health health) {
    cores.put(process, health.getProcessCpuCores());
    pauseMillis = Math.max(pauseMillis, health.getPauseMaxNs() / NANOS_PER_MILLI);
    if (health.getSendLagP99Ns() != null) {
      double lag = health.getSendLagP99Ns() / NANOS_PER_MILLI;
      sendLagMillis = Double.isNaN(sendLagMillis) ? lag : Math.max(sendLagMillis, lag);
    }
    if (health.getHostIdleRatio() != null) {
      double idle = health.getHostIdleRatio();
      idleRatio = Double.isNaN(idleRatio) ? idle : Math.min(idleRatio, idle);
    }
  }

  private String words(String lost) {
    if (cores.isEmpty()) {
      return "No load generator is active" + lost;
    }
    String generators = cores.size() == 1 ? "1 generator" : cores.size() + " generators";
    String lag =
        Double.isNaN(sendLagMillis)
            ? ""
            : String.format(Locale.ROOT, "send lag p99 %.2f ms, ", sendLagMillis);
    double all = cores.values().stream().mapToDouble(Double::doubleValue).sum();
    String busy = String.format(Locale.ROOT, "pause %.0f ms, %.1f cores", pauseMillis, all);
    String idle =
        Double.isNaN(idleRatio)
            ? ""
            : String.format(Locale.ROOT, ", machine %.0f %% idle", 100 * idleRatio);
    return generators + lost + ": " + lag + busy + idle;
  }
}
