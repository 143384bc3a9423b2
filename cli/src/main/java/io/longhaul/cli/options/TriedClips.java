package io.longhaul.cli.options;

import io.longhaul.load.plan.MediaPlan;
import java.util.HashSet;
import java.util.Set;

/** Which clips have been tried out: those of one kind are, once, however many runs have them. */
public final class TriedClips {
  private final Set<MediaPlan> tried = new HashSet<>();

  /** Whether nobody has asked for them before. */
  boolean areNew(MediaPlan clips) {
    return tried.add(clips);
  }
}
