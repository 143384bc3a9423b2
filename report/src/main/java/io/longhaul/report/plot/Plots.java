package io.longhaul.report.plot;

import io.longhaul.report.picture.Chart;
import io.longhaul.report.picture.ColorTheme;
import io.longhaul.report.picture.Picture;
import io.longhaul.report.picture.PictureFormat;
import io.longhaul.sinks.folder.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The plots of one or several runs. For one thread. */
public final class Plots {
  /** Size of AIPerf's plots. */
  private static final int WIDTH = 1600;

  private static final int HEIGHT = 800;

  private final List<Plot> drawn = new ArrayList<>();
  private final List<String> skipped = new ArrayList<>();

  /**
   * Adds a plot, or the reason why there is nothing to see.
   *
   * @param reason why there are no values, if there are none
   */
  void add(String name, Chart chart, String reason) {
    if (chart.isEmpty()) {
      skip(name, reason);
    } else {
      drawn.add(new Plot(name, chart));
    }
  }

  void skip(String name, String reason) {
    skipped.add(name + ": " + reason);
  }

  /** Returns the plots with something to see. */
  public List<Plot> drawn() {
    return List.copyOf(drawn);
  }

  /** Returns the names of the other plots, each with the reason. */
  public List<String> skipped() {
    return List.copyOf(skipped);
  }

  /**
   * Writes all plots to a folder, which is created if it does not exist.
   *
   * @return the files, in the order of the plots
   */
  public List<Path> write(Path folder, ColorTheme theme, Collection<PictureFormat> formats)
      throws IOException {
    Files.createDirectories(folder);
    List<Path> files = new ArrayList<>();
    for (Plot plot : drawn) {
      Picture picture = plot.chart().drawn(theme, WIDTH, HEIGHT);
      for (PictureFormat format : formats) {
        Path file = folder.resolve(plot.name() + format.ending());
        AtomicFile.replace(file, out -> format.write(picture, out));
        files.add(file);
      }
    }
    return files;
  }
}
