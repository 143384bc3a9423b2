package io.longhaul.report.html;

import io.longhaul.export.GaugeOverSlice;
import io.longhaul.export.GpuSliceRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures of GPUs that charts show over time. */
public enum GpuGauge {
  /** Mean power. */
  POWER(
      "gpu-power",
      "GPU power",
      "W",
      "Less power at the same load means slower clocks or less work.",
      1),
  /** Share of time in which the GPU had work. */
  UTILIZATION(
      "gpu-utilization", "GPU utilization", "%", "The share of time in which the GPU had work.", 1),
  /** Memory in use. */
  MEMORY(
      "gpu-memory",
      "GPU memory in use",
      "GiB",
      "Servers usually reserve their memory at the start; growth may be a leak.",
      1L << 30),
  /** Clock of the streaming multiprocessors. */
  CLOCK(
      "gpu-clock",
      "GPU clock",
      "MHz",
      "A drop under load means that the GPU was limited by power or by heat; without load, a GPU"
          + " lowers its clock itself.",
      1e6),
  /** Temperature of the GPU. */
  TEMPERATURE(
      "gpu-temperature", "GPU temperature", "°C", "A GPU that is too hot reduces its clock.", 1);

  /** With more GPUs, charts show their range instead of a line for each. */
  static final int MAX_LINES = 8;

  private final String id;
  private final String title;
  private final String unit;
  private final String explanation;
  private final double perUnit;

  GpuGauge(String id, String title, String unit, String explanation, double perUnit) {
    this.id = id;
    this.title = title;
    this.unit = unit;
    this.explanation = explanation;
    this.perUnit = perUnit;
  }

  /** Returns the figure in a slice; null if it was not reported. */
  public @Nullable GaugeOverSlice of(GpuSliceRow row) {
    return switch (this) {
      case POWER -> row.getPowerWatts();
      case UTILIZATION -> row.getGpuUtilizationPercent();
      case MEMORY -> row.getMemoryUsedBytes();
      case CLOCK -> row.getSmClockHertz();
      case TEMPERATURE -> row.getGpuTemperatureCelsius();
    };
  }

  /** Converts a value in the unit of the exporter's samples (W, %, bytes, Hz, °C). */
  double inUnit(double value) {
    return value / perUnit;
  }

  /** Returns the chart with a line for each GPU. */
  TimeChart chart(List<Line> lines) {
    return new TimeChart(id, title, unit, explanation, lines);
  }

  /** Returns the chart with the range of many GPUs. */
  TimeChart rangeChart(int gpus, List<Line> lines) {
    return new TimeChart(
        id,
        title + " of " + gpus + " GPUs",
        unit,
        explanation + " The lines are the GPUs with the lowest and the highest value at each time.",
        lines);
  }
}
