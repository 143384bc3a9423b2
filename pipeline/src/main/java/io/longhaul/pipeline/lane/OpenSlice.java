package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.slice.LabelSets;
import io.longhaul.pipeline.slice.SlicePart;
import io.longhaul.pipeline.slice.SliceParts;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A slice of a lane to which facts can still be added, by label set. Mutable; part of a lane's
 * state.
 */
final class OpenSlice {
  private final LabelSets labels;

  /** Indexed by label set; null without a fact. */
  private final Counted[] sets;

  /** The aggregates of one label set. */
  private record Counted(SlicePart part, InFlight inFlight) {}

  OpenSlice(LabelSets labels) {
    this.labels = labels;
    this.sets = new Counted[labels.count()];
    counted(LabelSets.EVERYTHING);
  }

  private Counted counted(int set) {
    if (sets[set] == null) {
      sets[set] = new Counted(new SlicePart(), new InFlight());
    }
    return sets[set];
  }

  SlicePart part(int set) {
    return counted(set).part();
  }

  InFlight inFlight(int set) {
    return counted(set).inFlight();
  }

  /**
   * Returns whether the label set has anything to send.
   *
   * @param carried requests of the set in flight at the slice's start
   */
  boolean has(int set, long carried) {
    return sets[set] != null || carried > 0;
  }

  /** Returns the parts of all label sets. */
  SliceParts parts() {
    SliceParts parts = new SliceParts(part(LabelSets.EVERYTHING));
    for (int set = LabelSets.EVERYTHING + 1; set < sets.length; set++) {
      if (sets[set] != null) {
        parts.put(labels.nameOf(set), sets[set].part());
      }
    }
    return parts;
  }

  OpenSlice copy() {
    OpenSlice copy = new OpenSlice(labels);
    for (int set = 0; set < sets.length; set++) {
      if (sets[set] != null) {
        copy.sets[set] = new Counted(part(set).copy(), inFlight(set).copy());
      }
    }
    return copy;
  }

  void writeTo(DataOutput out) throws IOException {
    for (Counted set : sets) {
      out.writeBoolean(set != null);
      if (set != null) {
        set.part().writeTo(out);
        set.inFlight().writeTo(out);
      }
    }
  }

  static OpenSlice readFrom(LabelSets labels, DataInput in) throws IOException {
    OpenSlice slice = new OpenSlice(labels);
    for (int set = 0; set < slice.sets.length; set++) {
      if (in.readBoolean()) {
        slice.sets[set] = new Counted(SlicePart.readFrom(in), InFlight.readFrom(in));
      }
    }
    return slice;
  }
}
