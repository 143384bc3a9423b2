package io.longhaul.load.plan;

import io.longhaul.load.endpoint.request.Keyword;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.plan.load.ArrivalPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A label by which slices are split. */
public enum SliceLabel implements Keyword {
  /** The name of the model. */
  MODEL,
  /** The base URL of the server. */
  URL,
  /** The endpoint type. */
  ENDPOINT,
  /** The number of the rate stage in which the request was scheduled, from 1. */
  STAGE,
  /** The index of the turn in its session, from 0, as {@code turn_index} in rows. */
  TURN;

  /** A server with LoRA adapters has a model name for each adapter. */
  private static final String ADAPTER = "adapter";

  /** The maximum number of values with slices of their own; all others count as {@code other}. */
  public static final int MOST_VALUES = 32;

  private static final int MOST_TURNS_OF_FILES = 16;

  /** Returns the label with this name. */
  public static Optional<SliceLabel> of(String word) {
    if (word.equals(ADAPTER)) {
      return Optional.of(MODEL);
    }
    return Arrays.stream(values()).filter(label -> label.word().equals(word)).findFirst();
  }

  /** Returns all names, for messages. */
  public static String words() {
    return Arrays.stream(values()).map(SliceLabel::word).collect(Collectors.joining(", "));
  }

  /** Returns the values that the plan contains; dataset entries may add further models. */
  public List<String> valuesOf(RunPlan plan) {
    return switch (this) {
      case MODEL -> plan.request().models().stream().distinct().toList();
      case URL -> plan.target().urls().stream().distinct().toList();
      case ENDPOINT -> List.of(plan.request().endpointType().typedName());
      case TURN -> IntStream.range(0, turnsOf(plan)).mapToObj(Integer::toString).toList();
      case STAGE -> IntStream.rangeClosed(1, stagesOf(plan)).mapToObj(Integer::toString).toList();
    };
  }

  /** Covers nearly all turns: the exact number is known only when a session is drawn or read. */
  private static int turnsOf(RunPlan plan) {
    if (!plan.dataset().hasSessions()) {
      return 1;
    }
    SessionPlan drawn = plan.dataset().sessions();
    double most = StrictMath.ceil(drawn.turnsMean() + 3 * drawn.turnsStddev());
    return plan.dataset().isSynthetic() ? (int) most : MOST_TURNS_OF_FILES;
  }

  private static int stagesOf(RunPlan plan) {
    ArrivalPlan arrivals = plan.load().profiling().arrivals();
    return arrivals == null ? 0 : arrivals.rate().stages().size();
  }
}
