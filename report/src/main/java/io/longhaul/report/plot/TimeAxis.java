package io.longhaul.report.plot;

import io.longhaul.report.picture.Axis;
import java.util.Arrays;

/**
 * The time axis of plots, in a unit that fits the length of the run.
 *
 * @param unit unit of the labels
 * @param seconds length of the unit
 */
record TimeAxis(String unit, double seconds) {
  static TimeAxis until(double endSeconds) {
    if (endSeconds <= 900) {
      return new TimeAxis("s", 1);
    }
    if (endSeconds <= 3 * 3600) {
      return new TimeAxis("minutes", 60);
    }
    return endSeconds <= 4 * 86_400 ? new TimeAxis("hours", 3600) : new TimeAxis("days", 86_400);
  }

  Axis axis() {
    return Axis.of("Time since the start (" + unit + ")");
  }

  double[] of(double[] times) {
    return Arrays.stream(times).map(each -> each / seconds).toArray();
  }
}
