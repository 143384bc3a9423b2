package io.longhaul.cli.options;

import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.SessionPlan;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options of multi-turn sessions: their number, their turns and the delays between turns. */
final class SessionOptions {
  @Option(
      names = {"--conversation-num", "--num-conversations", "--num-sessions"},
      converter = Converters.LongCount.class,
      paramLabel = "N",
      description =
          "Stop after this many sessions, each with all of its turns. A single-turn request counts"
              + " as a session.")
  OptionValue<Long> sessionCount;

  @Option(
      names = {"--conversation-turn-mean", "--session-turns-mean"},
      converter = Converters.Count.class,
      paramLabel = "N",
      description = "Mean number of turns in a synthetic session. Default: 1")
  OptionValue<Integer> turns;

  @Option(
      names = {"--conversation-turn-stddev", "--session-turns-stddev"},
      converter = Converters.NonNegative.class,
      paramLabel = "N",
      description = "Standard deviation of the number of turns. Default: 0")
  OptionValue<Double> turnsStddev;

  @Option(
      names = {"--conversation-turn-delay-mean", "--session-turn-delay-mean"},
      converter = Converters.LengthInMillisOrZero.class,
      paramLabel = "MS",
      description =
          "Mean delay from the end of a turn to the next turn of a synthetic session, in"
              + " milliseconds. Default: 0")
  OptionValue<Double> delay;

  @Option(
      names = {"--conversation-turn-delay-stddev", "--session-turn-delay-stddev"},
      converter = Converters.LengthInMillisOrZero.class,
      paramLabel = "MS",
      description = "Standard deviation of the turn delay, in milliseconds. Default: 0")
  OptionValue<Double> delayStddev;

  @Option(
      names = {"--conversation-turn-delay-ratio", "--session-delay-ratio"},
      converter = Converters.NonNegative.class,
      paramLabel = "R",
      description = "Factor by which synthetic turn delays are multiplied. Default: 1")
  OptionValue<Double> delayRatio;

  /**
   * Adds them to a plan.
   *
   * @param synthetic whether prompts are made up
   */
  void addTo(RunPlanBuilder plan, boolean synthetic, OptionProblems problems) {
    OptionValue.of(sessionCount).ifPresent(plan::sessionCount);
    SessionPlan single = SessionPlan.SINGLE_TURNS;
    SessionPlan typed =
        new SessionPlan(
            OptionValue.of(turns).orElse(single.turnsMean()),
            OptionValue.of(turnsStddev).orElse(0.0),
            OptionValue.of(delay).orElse(0.0),
            OptionValue.of(delayStddev).orElse(0.0),
            OptionValue.of(delayRatio).orElse(1.0));
    if (synthetic) {
      plan.sessions(typed);
      noteIgnored(typed, problems);
    } else {
      refuse(problems);
    }
  }

  private void noteIgnored(SessionPlan typed, OptionProblems problems) {
    if (!typed.hasLaterTurns() && (delay != null || delayStddev != null || delayRatio != null)) {
      problems.note("--conversation-turn-delay-… has no effect: each session has a single turn");
    }
  }

  private void refuse(OptionProblems problems) {
    Map<String, Object> ofSynthetic = new LinkedHashMap<>();
    ofSynthetic.put("--conversation-turn-mean", turns);
    ofSynthetic.put("--conversation-turn-stddev", turnsStddev);
    ofSynthetic.put("--conversation-turn-delay-mean", delay);
    ofSynthetic.put("--conversation-turn-delay-stddev", delayStddev);
    ofSynthetic.put("--conversation-turn-delay-ratio", delayRatio);
    ofSynthetic.forEach(
        (option, value) -> {
          if (value != null) {
            problems.invalid(option, value, "not with --input-file, which contains its own turns");
          }
        });
  }
}
