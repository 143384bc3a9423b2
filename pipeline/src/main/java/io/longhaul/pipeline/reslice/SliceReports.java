package io.longhaul.pipeline.reslice;

import io.longhaul.export.DistrustCause;
import io.longhaul.export.SliceRow;
import io.longhaul.pipeline.row.SliceRows;
import io.longhaul.pipeline.slice.SlicePart;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What generators reported about themselves in the slices of a run, which its requests do not show.
 * It is known per slice of the run. If that is divided, each part has its maxima and minima, which
 * are then bounds, and can be trusted only if the whole slice can; counts and sums over time are in
 * the first part.
 */
final class SliceReports {
  private final SliceChange change;

  /** By slice of the run if it is divided, else by new slice. */
  private final Map<Long, SlicePart> reports = new HashMap<>();

  /** By slice of the run, those that cannot be trusted; only if slices are divided. */
  private final Map<Long, Distrust> distrusted = new HashMap<>();

  private record Distrust(List<String> texts, List<DistrustCause> causes) {}

  SliceReports(SliceChange change) {
    this.change = change;
  }

  /** Adds the row of all requests of a slice of the run. */
  void add(SliceRow row) {
    long slice = row.getSliceIndex();
    if (!change.divides()) {
      reports
          .computeIfAbsent(change.sliceOf(slice, row.getStartEpochNs()), any -> new SlicePart())
          .addSlice(SliceRows.reports(row));
      return;
    }
    reports.put(slice, SliceRows.reports(row));
    if (!row.getTrusted()) {
      distrusted.put(slice, new Distrust(row.getDistrust(), row.getDistrustCauses()));
    }
  }

  /** Returns what was reported in a new slice. */
  SlicePart of(long slice) {
    if (!change.divides()) {
      return reports.getOrDefault(slice, new SlicePart());
    }
    long ofRun = change.dividedInto(slice);
    SlicePart whole = reports.getOrDefault(ofRun, new SlicePart());
    return slice == change.firstOf(ofRun) ? whole : whole.bounds();
  }

  /** Returns the row of a new slice with the verdict on the slice of which it is a part. */
  SliceRow judged(SliceRow row) {
    if (!change.divides()) {
      return row;
    }
    Distrust distrust = distrusted.get(change.dividedInto(row.getSliceIndex()));
    return SliceRow.newBuilder(row)
        .setTrusted(distrust == null)
        .setDistrust(distrust == null ? List.of() : distrust.texts())
        .setDistrustCauses(distrust == null ? List.of() : distrust.causes())
        .build();
  }
}
