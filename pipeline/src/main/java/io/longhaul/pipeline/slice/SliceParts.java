package io.longhaul.pipeline.slice;

import io.longhaul.pipeline.state.LabelSetPartState;
import io.longhaul.pipeline.state.SliceState;
import io.longhaul.pipeline.types.ConvertedList;
import io.longhaul.pipeline.types.StateCodec;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The aggregates of a slice, for all requests and for each label set: of one lane, of all lanes, or
 * of all slices of a run. Mutable; belongs to one key's state.
 */
public final class SliceParts {
  /** Encodes the message from lane to run. */
  public static final StateCodec<SliceState> CODEC = new StateCodec<>(SliceState.class);

  private final SlicePart everything;
  private final TreeMap<String, SlicePart> byLabelSet = new TreeMap<>();

  public SliceParts() {
    this(new SlicePart());
  }

  public SliceParts(SlicePart everything) {
    this.everything = everything;
  }

  /** Returns empty aggregates with these label sets; further ones can be added. */
  public static SliceParts emptyOf(Collection<String> labelSets) {
    SliceParts parts = new SliceParts();
    labelSets.forEach(parts::partOf);
    return parts;
  }

  public void put(String labelSet, SlicePart part) {
    byLabelSet.put(labelSet, part);
  }

  private SlicePart partOf(String labelSet) {
    return byLabelSet.computeIfAbsent(labelSet, unknown -> new SlicePart());
  }

  public SlicePart everything() {
    return everything;
  }

  /** Returns the parts by name of the label set. */
  public SortedMap<String, SlicePart> byLabelSet() {
    return Collections.unmodifiableSortedMap(byLabelSet);
  }

  /** Adds another lane's parts of the same slice. */
  public void addLane(SliceParts lane) {
    everything.addLane(lane.everything);
    lane.byLabelSet.forEach((labelSet, part) -> partOf(labelSet).addLane(part));
  }

  /** Adds the slice that follows all slices added so far. */
  public void addSlice(SliceParts next) {
    everything.addSlice(next.everything);
    next.byLabelSet.forEach((labelSet, part) -> partOf(labelSet).addSlice(part));
  }

  public SliceParts copy() {
    SliceParts copy = new SliceParts(everything.copy());
    byLabelSet.forEach((labelSet, part) -> copy.put(labelSet, part.copy()));
    return copy;
  }

  public SliceState toState() {
    return new SliceState(
        everything.toState(),
        ConvertedList.of(
            byLabelSet.entrySet(),
            set -> new LabelSetPartState(set.getKey(), set.getValue().toState())));
  }

  public static SliceParts ofState(SliceState stored) {
    SliceParts parts = new SliceParts(SlicePart.ofState(stored.getEverything()));
    for (LabelSetPartState set : stored.getByLabelSet()) {
      parts.put(set.getLabelSet(), SlicePart.ofState(set.getPart()));
    }
    return parts;
  }

  /** Returns the serialized bytes, for the message from lane to run. */
  public byte[] toBytes() {
    return CODEC.encode(toState());
  }

  public static SliceParts ofBytes(byte[] bytes) {
    return ofState(CODEC.decode(bytes));
  }
}
