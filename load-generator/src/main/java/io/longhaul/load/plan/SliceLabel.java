package io.longhaul.load.plan;

import io.longhaul.load.endpoint.Keyword;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Something by which slices tell requests apart. */
public enum SliceLabel implements Keyword {
  /** Name of the model that a request asks. */
  MODEL,
  /** Base URL that it goes to. */
  URL,
  /** Endpoint type that it speaks. */
  ENDPOINT,
  /** Number of the stage of rates in which it was to be sent, from 1. */
  STAGE,
  /** Which turn of its session it is, from 0, as {@code turn_index} in rows. */
  TURN;

  /** To a server that has LoRA adapters each of them is a model with a name of its own. */
  private static final String ADAPTER = "adapter";

  /** So many values have slices of their own; all others share those of {@code other}. */
  public static final int MOST_VALUES = 32;

  private static final int MOST_TURNS_OF_FILES = 16;

  /** The label with this word. */
  public static Optional<SliceLabel> of(String word) {
    if (word.equals(ADAPTER)) {
      return Optional.of(MODEL);
    }
    return Arrays.stream(values()).filter(label -> label.word().equals(word)).findFirst();
  }

  /** All words, for people. */
  public static String words() {
    return Arrays.stream(values()).map(SliceLabel::word).collect(Collectors.joining(", "));
  }

  /** What the plan knows of its values; a dataset's entries may bring further models. */
  public List<String> valuesOf(RunPlan plan) {
    return switch (this) {
      case MODEL -> plan.request().models().stream().distinct().toList();
      case URL -> plan.target().urls().stream().distinct().toList();
      case ENDPOINT -> List.of(plan.request().endpointType().typedName());
      case TURN -> IntStream.range(0, turnsOf(plan)).mapToObj(Integer::toString).toList();
      case STAGE -> IntStream.rangeClosed(1, stagesOf(plan)).mapToObj(Integer::toString).toList();
    };
  }

  /** Nearly all turns; how many a session has is known only when it is drawn or read. */
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
