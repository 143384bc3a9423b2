package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.slice.LabelSets;
import io.longhaul.pipeline.slice.SlicePart;
import io.longhaul.pipeline.slice.SliceParts;
import io.longhaul.pipeline.state.OpenLabelSetState;
import io.longhaul.pipeline.state.OpenSliceState;
import java.util.ArrayList;
import java.util.List;

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

  OpenSliceState toState(long index) {
    List<OpenLabelSetState> stored = new ArrayList<>();
    for (int set = 0; set < sets.length; set++) {
      if (sets[set] != null) {
        InFlight inFlight = sets[set].inFlight();
        stored.add(
            new OpenLabelSetState(
                set, sets[set].part().toState(), inFlight.startsState(), inFlight.endsState()));
      }
    }
    return new OpenSliceState(index, stored);
  }

  static OpenSlice ofState(LabelSets labels, OpenSliceState stored) {
    OpenSlice slice = new OpenSlice(labels);
    for (OpenLabelSetState set : stored.getLabelSets()) {
      slice.sets[set.getLabelSet()] =
          new Counted(
              SlicePart.ofState(set.getPart()),
              InFlight.ofState(set.getStartsEpochNs(), set.getEndsEpochNs()));
    }
    return slice;
  }
}
