package io.longhaul.cli.options;

import io.longhaul.load.MethodLookup;
import io.longhaul.load.endpoint.GrpcMethod;
import io.longhaul.load.plan.MediaPlan;
import io.longhaul.load.plan.Secret;
import io.longhaul.load.plan.TargetPlan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What was found out for one run of several, and need not be for the others. One thread. */
public final class FoundOut {
  private final Set<MediaPlan> tried = new HashSet<>();
  private final Map<Question, GrpcMethod> methods = new HashMap<>();

  private record Question(String name, TargetPlan target, Map<String, Secret> secretHeaders) {}

  /** Whether nobody has asked for these clips before: those of one kind are tried out once. */
  boolean areNew(MediaPlan clips) {
    return tried.add(clips);
  }

  /**
   * A method as its server tells of it, which is asked once.
   *
   * @throws IllegalArgumentException saying in one sentence why it cannot be had
   */
  GrpcMethod method(String name, TargetPlan target, Map<String, Secret> secretHeaders) {
    return methods.computeIfAbsent(
        new Question(name, target, Map.copyOf(secretHeaders)),
        asked -> MethodLookup.find(name, target, secretHeaders, System::nanoTime));
  }
}
