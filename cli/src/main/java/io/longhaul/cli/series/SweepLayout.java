package io.longhaul.cli.series;

import io.longhaul.config.options.Sweep;
import io.longhaul.sinks.ExportLayout;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The folders of a sweep's runs and aggregates; the same as in AIPerf 0.13.
 *
 * @param folder layout of the sweep's folder
 * @param repeats whether each cell is executed several times
 * @param order order of cells and repetitions
 */
record SweepLayout(ExportLayout folder, boolean repeats, Sweep.Order order) {

  /** Returns the layout of a cell's run. */
  ExportLayout run(String cell, int number) {
    if (!repeats) {
      return folder.ofCell(cell);
    }
    String trial = String.format(Locale.ROOT, "trial_%04d", number);
    return switch (order) {
      case REPEATED -> folder.ofRun(trial).ofCell(cell);
      case INDEPENDENT -> folder.ofCell(cell).ofRun(trial);
    };
  }

  /** Returns the folder of a cell's aggregate. */
  Path aggregate(String cell) {
    return switch (order) {
      case REPEATED -> folder.aggregate().ofCell(cell).folder();
      case INDEPENDENT -> folder.ofCell(cell).aggregate().folder();
    };
  }

  /** Returns the layout of the comparison of all cells. */
  ExportLayout comparison() {
    return repeats && order == Sweep.Order.REPEATED ? folder.aggregate() : folder;
  }
}
