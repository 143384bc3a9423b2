package io.longhaul.report.plot;

import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.folder.WriteProblem;
import java.awt.AWTError;
import java.io.IOException;
import java.util.Optional;

/**
 * The plots that a run or a series draws when it ends. A failure must not cost its other results,
 * whatever the cause: Java's graphics libraries also fail with errors.
 *
 * @param layout the folder
 */
public record RequestedPlots(ExportLayout layout) {
  /** Draws plots into the folder. */
  @FunctionalInterface
  public interface Drawing {
    void draw() throws IOException;
  }

  /** Returns whether AIPerf's plots are requested. */
  public boolean areAiperfs() {
    return areRequired() || layout.also().contains(OptionalExport.PLOTS);
  }

  /** Returns whether the run fails if AIPerf's plots cannot be drawn. */
  public boolean areRequired() {
    return layout.also().contains(OptionalExport.REQUIRED_PLOTS);
  }

  /**
   * Draws plots.
   *
   * @return why that failed; empty if it did not
   */
  public Optional<String> draw(Drawing drawing) {
    try {
      drawing.draw();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(failure(WriteProblem.inWords(e)));
    } catch (RuntimeException | LinkageError | AWTError e) {
      return Optional.of(failure(String.valueOf(e)));
    }
  }

  private String failure(String why) {
    return "the plots are not in %s: %s (longhaul plot %s draws them)"
        .formatted(layout.plots(), why, layout.folder());
  }
}
