package io.longhaul.cli.series;

import io.longhaul.cli.options.Sweep;
import io.longhaul.sinks.ExportLayout;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Where the runs of a sweep lie, and what is said of them; AIPerf 0.13 has the same folders.
 *
 * @param folder of all of them
 * @param repeats whether each cell is carried out several times
 * @param order in which
 */
record SweepLayout(ExportLayout folder, boolean repeats, Sweep.Order order) {

  /** Of a cell's run with this number, from 1. */
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

  /** The folder of what the runs of a cell say together. */
  Path aggregate(String cell) {
    return switch (order) {
      case REPEATED -> folder.aggregate().ofCell(cell).folder();
      case INDEPENDENT -> folder.ofCell(cell).aggregate().folder();
    };
  }

  /** Of what all cells say together. */
  ExportLayout comparison() {
    return repeats && order == Sweep.Order.REPEATED ? folder.aggregate() : folder;
  }
}
