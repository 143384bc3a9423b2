package io.longhaul.cli.forecast;

import io.longhaul.sinks.folder.ByteText;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Forecast of several runs in total.
 *
 * @param kinds the distinct runs
 * @param times maximum number of executions of each
 * @param orFewer whether there may be fewer executions
 * @param waited total pause between runs
 */
record RunsForecast(List<DryRun> kinds, int times, boolean orFewer, Duration waited) {

  /** Returns what is on the disks of this machine at the end. */
  DiskForecast disk() {
    List<DiskForecast> each = kinds.stream().map(DryRun::diskOfThisMachine).toList();
    return new DiskForecast(
        each.stream().mapToLong(DiskForecast::kafkaBytes).sum() * times,
        each.stream().mapToLong(DiskForecast::resultBytes).sum() * times);
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append(DryRun.count((long) kinds.size() * times)).append(" runs");
    text.append(orFewer ? " or fewer; " : "; ");
    total(DryRun::requests)
        .ifPresent(requests -> text.append(DryRun.count(requests)).append(" requests; "));
    OptionalLong sending = total(DryRun::sendingNanos);
    if (sending.isPresent()) {
      text.append("sent for up to ").append(DryRun.seconds(sending.getAsLong())).append("; ");
    }
    if (!waited.isZero()) {
      text.append("pauses of ").append(DryRun.seconds(waited.toNanos())).append("; ");
    }
    return text.append("up to about ")
        .append(ByteText.of(disk().bytes()))
        .append(kinds.stream().allMatch(DryRun::knowsRequests) ? "" : " plus the requests' share")
        .toString();
  }

  /** Returns the total over all runs; empty if the value of a run depends on the server. */
  private OptionalLong total(Function<DryRun, OptionalLong> number) {
    long total = 0;
    for (DryRun kind : kinds) {
      OptionalLong ofKind = number.apply(kind);
      if (ofKind.isEmpty()) {
        return OptionalLong.empty();
      }
      total += ofKind.getAsLong() * times;
    }
    return OptionalLong.of(total);
  }
}
