package io.longhaul.report.figures;

import io.longhaul.export.GaugeOverSlice;
import io.longhaul.export.GpuSliceRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;

/** Totals of each GPU over a whole run, and the reasons to doubt them. */
final class GpuTotals {
  /** Maximum relative difference between the energy counter and power times time. */
  private static final double MOST_DISAGREEMENT = 0.1;

  /** Maximum fraction of the run in which a GPU may be unobserved. */
  private static final double MOST_GAP = 0.05;

  /**
   * Maximum age of the readings at both ends of a slice or run, as a fraction of its length: this
   * fraction of the energy may belong elsewhere.
   */
  private static final double MOST_AGE = 0.1;

  private static final double NANOJOULES = 1e9;
  private static final double NANOS = 1e9;

  private GpuTotals() {}

  /** Returns the totals of GPUs from their slices, given in order of time and not changed. */
  static List<GpuSliceRow> merge(List<GpuSliceRow> slices) {
    Map<GpuId, GpuSliceRow> totals = new TreeMap<>();
    for (GpuSliceRow slice : slices) {
      GpuSliceRow first =
          GpuSliceRow.newBuilder(slice).setSliceIndex(MergedSlices.WHOLE_RUN).build();
      totals.merge(GpuId.of(slice), first, GpuTotals::add);
    }
    return List.copyOf(totals.values());
  }

  private static GpuSliceRow add(GpuSliceRow totals, GpuSliceRow slice) {
    totals.put("end_epoch_ns", slice.getEndEpochNs());
    for (Schema.Field field : slice.getSchema().getFields()) {
      Object value = slice.get(field.pos());
      Object before = totals.get(field.pos());
      if (value instanceof GaugeOverSlice gauge) {
        totals.put(field.pos(), before == null ? gauge : both((GaugeOverSlice) before, gauge));
      } else if (value instanceof Double last) {
        totals.put(field.pos(), last);
      } else if (field.name().endsWith("_max_ns")) {
        totals.put(field.pos(), Math.max((Long) before, (Long) value));
      } else if (value instanceof Long number && addsUp(field)) {
        totals.put(field.pos(), before == null ? number : number + (Long) before);
      }
    }
    return totals;
  }

  private static boolean addsUp(Schema.Field field) {
    return !field.name().endsWith("epoch_ns") && !field.name().equals("slice_index");
  }

  private static GaugeOverSlice both(GaugeOverSlice a, GaugeOverSlice b) {
    long observed = a.getObservedNs() + b.getObservedNs();
    double mean =
        observed == 0
            ? a.getMean()
            : (a.getMean() * a.getObservedNs() + b.getMean() * b.getObservedNs()) / observed;
    return GaugeOverSlice.newBuilder()
        .setObservedNs(observed)
        .setMean(mean)
        .setMin(Math.min(a.getMin(), b.getMin()))
        .setMax(Math.max(a.getMax(), b.getMax()))
        .build();
  }

  /** Returns why the energy of a GPU may be wrong; empty if there is no reason. */
  static List<String> doubts(GpuSliceRow gpu) {
    List<String> doubts = new ArrayList<>();
    String name = "GPU " + gpu.getGpuIndex() + " of " + gpu.getExporterUrl();
    Long counted = gpu.getEnergyNanojoules();
    Long integrated = gpu.getIntegratedPowerNanojoules();
    if (counted == null && integrated == null) {
      doubts.add(name + " reports neither energy nor power");
    } else if (counted == null) {
      doubts.add(name + " has no energy counter: its energy is mean power times the window");
    } else if (integrated != null
        && Math.abs(counted - integrated) > MOST_DISAGREEMENT * Math.max(counted, integrated)) {
      doubts.add(
          String.format(
              Locale.ROOT,
              "%s counted %.0f J, but its power times time is %.0f J",
              name,
              counted / NANOJOULES,
              integrated / NANOJOULES));
    }
    if (gpu.getGapNs() > MOST_GAP * gpu.getCoveredNs()) {
      doubts.add(
          String.format(
              Locale.ROOT, "%s was not observed for %.1f s", name, gpu.getGapNs() / NANOS));
    }
    if (gpu.getSampleAgeMaxNs() > MOST_AGE * gpu.getCoveredNs()) {
      doubts.add(
          String.format(
              Locale.ROOT,
              "%s reported samples up to %.1f s old",
              name,
              gpu.getSampleAgeMaxNs() / NANOS));
    }
    return doubts;
  }
}
