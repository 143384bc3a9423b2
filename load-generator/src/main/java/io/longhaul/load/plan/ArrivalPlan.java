package io.longhaul.load.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * When requests of an open loop arrive.
 *
 * @param rate how many per second, over the time since the phase's start
 * @param pattern how the gaps between them are drawn
 * @param smoothness the shape of the gamma distribution: below 1 arrivals come in bursts, at 1 as a
 *     Poisson process, above 1 more and more evenly; 1 with the other patterns
 */
@JsonPropertyOrder({"pattern", "smoothness"})
public record ArrivalPlan(
    @JsonUnwrapped RateCurve rate, ArrivalPattern pattern, double smoothness) {

  /** The stages are members of the arrivals themselves in JSON. */
  @JsonCreator
  static ArrivalPlan fromJson(
      @JsonProperty("pattern") ArrivalPattern pattern,
      @JsonProperty("smoothness") double smoothness,
      @JsonProperty("stages") List<RateStage> stages,
      @JsonProperty("repeats") boolean repeats) {
    return new ArrivalPlan(new RateCurve(stages, repeats), pattern, smoothness);
  }

  /** Arrivals at one rate. */
  public static ArrivalPlan at(double perSecond, ArrivalPattern pattern) {
    return new ArrivalPlan(RateCurve.level(perSecond), pattern, 1);
  }

  void check(String of, Problems problems) {
    rate.check(of, problems);
    if (!(smoothness > 0 && Double.isFinite(smoothness))) {
      problems.invalid(of + "arrival smoothness", smoothness, "more than 0");
    }
    if (pattern != ArrivalPattern.GAMMA && smoothness != 1) {
      problems.invalid(of + "arrival smoothness", smoothness, "only with gamma arrivals");
    }
  }
}
