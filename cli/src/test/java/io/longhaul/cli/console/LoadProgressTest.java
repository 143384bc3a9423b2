package io.longhaul.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.coordinator.LiveLoad;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoadProgressTest {
  @Test
  void aDurationGivesProgressAndRemainingTime() {
    LoadProgress tenMinutes = boundBy(-1, 600, false);

    assertThat(text(tenMinutes, 0, 0, 0)).isEqualTo("0 %, 10 min left");
    assertThat(text(tenMinutes, 150, 40, 8)).isEqualTo("25 %, 7 min 30 s left");
    assertThat(text(tenMinutes, 590, 40, 8)).isEqualTo("98 %, 10 s left");
    assertThat(text(tenMinutes, 599, 40, 8)).isEqualTo("99 %, 1 s left");
    assertThat(text(tenMinutes, 601, 40, 8)).isEqualTo("100 %, waiting for the last answers");
    assertThat(text(tenMinutes, 601, 40, 0)).isEqualTo("100 %, 0 s left");
  }

  @Test
  void aRequestCountGivesProgressByResponsesAndRemainingTimeByThroughput() {
    LoadProgress thousand = boundBy(1000, -1, false);

    assertThat(text(thousand, 5, 10, 8)).as("too few answers for a pace").isEqualTo("0 %");
    assertThat(text(thousand, 50, 258, 8)).isEqualTo("25 %, 2 min 30 s left");
    assertThat(text(thousand, 190, 958, 8)).isEqualTo("95 %, 10 s left");
    assertThat(text(thousand, 200, 1000, 1)).isEqualTo("99 %, 0 s left");
    assertThat(text(thousand, 200, 1000, 0)).isEqualTo("100 %, 0 s left");
  }

  @Test
  void theLimitThatIsReachedFirstCounts() {
    LoadProgress both = boundBy(1000, 600, false);

    assertThat(text(both, 60, 508, 8)).isEqualTo("50 %, 60 s left");
    assertThat(text(both, 300, 108, 8)).isEqualTo("50 %, 5 min 0 s left");
  }

  @Test
  void aRateDeterminesTheRemainingTime() {
    LoadProgress ramped = boundBy(1000, 600, true);

    assertThat(text(ramped, 60, 20, 5)).isEqualTo("10 %, 9 min 0 s left");
    assertThat(text(ramped, 660, 958, 8)).as("behind its plan").isEqualTo("95 %, 35 s left");
  }

  @Test
  void aRunOfWeeksIsShownInDays() {
    LoadProgress week = boundBy(-1, 7 * 86_400, false);

    assertThat(text(week, 3_600, 9, 0)).isEqualTo("0 %, 6 d 23 h left");
    assertThat(text(week, 6 * 86_400 + 3_600, 9, 0)).isEqualTo("86 %, 23 h 0 min left");
  }

  @Test
  void anEndlessLoadShowsNoProgress() {
    assertThat(text(LoadProgress.UNKNOWN, 60, 100, 8)).isEmpty();
  }

  @Test
  void aNarrowTerminalShowsTheShortForm() {
    LineFields line = new LineFields();
    boundBy(-1, 600, false).addTo(line, TimeUnit.SECONDS.toNanos(150), LiveLoad.NONE);
    line.add("something that has no room");

    assertThat(line.text(15)).isEqualTo("25 % -7min30s");
  }

  private static LoadProgress boundBy(long requests, long seconds, boolean timed) {
    return new LoadProgress(
        requests < 0 ? OptionalLong.empty() : OptionalLong.of(requests),
        seconds < 0 ? OptionalLong.empty() : OptionalLong.of(TimeUnit.SECONDS.toNanos(seconds)),
        timed);
  }

  private static String text(LoadProgress progress, long seconds, long sent, long inFlight) {
    LineFields line = new LineFields();
    progress.addTo(line, TimeUnit.SECONDS.toNanos(seconds), new LiveLoad(sent, inFlight, 0, 0));
    return line.text();
  }
}
