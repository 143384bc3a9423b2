package io.longhaul.load.plan.load;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.longhaul.load.plan.check.Problems;
import java.util.List;

/**
 * The arrivals of requests in an open loop.
 *
 * @param rate the request rate over the time since the start of the phase
 * @param pattern the distribution of the gaps between arrivals
 * @param smoothness the shape of the gamma distribution: arrivals come in bursts below 1, as a
 *     Poisson process at 1, and more evenly above 1; 1 for the other patterns
 */
@JsonPropertyOrder({"pattern", "smoothness"})
public record ArrivalPlan(
    @JsonUnwrapped RateCurve rate, ArrivalPattern pattern, double smoothness) {

  /** Reads the form in JSON, in which the members of the rate are members of the arrivals. */
  @JsonCreator
  static ArrivalPlan fromJson(
      @JsonProperty("pattern") ArrivalPattern pattern,
      @JsonProperty("smoothness") double smoothness,
      @JsonProperty("stages") List<RateStage> stages,
      @JsonProperty("repeats") boolean repeats) {
    return new ArrivalPlan(new RateCurve(stages, repeats), pattern, smoothness);
  }

  /** Returns arrivals at a constant rate. */
  public static ArrivalPlan at(double perSecond, ArrivalPattern pattern) {
    return new ArrivalPlan(RateCurve.level(perSecond), pattern, 1);
  }

  void check(String of, Problems problems) {
    rate.check(of, problems);
    problems.requireMoreThanZero(of + "arrival smoothness", smoothness, "more than 0");
    if (pattern != ArrivalPattern.GAMMA && smoothness != 1) {
      problems.invalid(of + "arrival smoothness", smoothness, "only with gamma arrivals");
    }
  }
}
