package io.longhaul.cli.forecast;

import io.longhaul.cli.folder.ByteText;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * What several runs need together.
 *
 * @param kinds the different ones
 * @param times how often each is carried out, at most
 * @param orFewer whether it may be less often
 * @param waited between runs, in all
 */
record RunsForecast(List<DryRun> kinds, int times, boolean orFewer, Duration waited) {

  /** On the disk. */
  long bytes() {
    return kinds.stream().mapToLong(DryRun::bytes).sum() * times;
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
      text.append("waited between them ").append(DryRun.seconds(waited.toNanos())).append("; ");
    }
    return text.append("on the disk up to about ")
        .append(ByteText.of(bytes()))
        .append(kinds.stream().allMatch(DryRun::knowsRequests) ? "" : " and what requests need")
        .toString();
  }

  /** Of all runs; empty when one of them depends on the server. */
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
