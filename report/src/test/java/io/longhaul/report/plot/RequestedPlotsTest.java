package io.longhaul.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.sinks.ExportLayout;
import java.awt.AWTError;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RequestedPlotsTest {
  private final RequestedPlots plots = new RequestedPlots(new ExportLayout(Path.of("results")));

  @Test
  void noFailureOfADrawingEndsTheRun() {
    assertThat(plots.draw(() -> {})).isEmpty();
    assertThat(
            plots.draw(
                () -> {
                  throw new IOException("no space left");
                }))
        .hasValueSatisfying(
            why -> assertThat(why).contains("no space left", "longhaul plot results draws them"));
    assertThat(
            plots.draw(
                () -> {
                  throw new AWTError("no display");
                }))
        .hasValueSatisfying(why -> assertThat(why).contains("no display"));
    assertThat(
            plots.draw(
                () -> {
                  throw new IllegalStateException("a defect");
                }))
        .hasValueSatisfying(why -> assertThat(why).contains("a defect"));
  }

  @Test
  void plotsAreOnlyDrawnOnRequest() {
    assertThat(plots.areAiperfs()).isFalse();
    assertThat(plots.areRequired()).isFalse();
  }
}
