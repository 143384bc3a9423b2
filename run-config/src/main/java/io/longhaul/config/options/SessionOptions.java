package io.longhaul.config.options;

import io.longhaul.config.binding.NotWith;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.binding.Yaml;
import io.longhaul.load.plan.dataset.SessionPlan;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of multi-turn sessions: their number, their turns and the delays between turns. */
final class SessionOptions {
  @Yaml("profiling.sessions")
  @Option(
      names = {"--conversation-num", "--num-conversations", "--num-sessions"},
      description =
          "Stop after this many sessions, each with all of its turns. A single-turn request counts"
              + " as a session.")
  OptionValue.@Nullable LongCount sessionCount;

  @NotWith(value = "--input-file", because = ", which contains its own turns")
  @Option(
      names = {"--conversation-turn-mean", "--session-turns-mean"},
      description = "Mean number of turns in a synthetic session. Default: 1")
  OptionValue.@Nullable Count turns;

  @NotWith(value = "--input-file", because = ", which contains its own turns")
  @Option(
      names = {"--conversation-turn-stddev", "--session-turns-stddev"},
      description = "Standard deviation of the number of turns. Default: 0")
  OptionValue.@Nullable NonNegative turnsStddev;

  @NotWith(value = "--input-file", because = ", which contains its own turns")
  @Option(
      names = {"--conversation-turn-delay-mean", "--session-turn-delay-mean"},
      description =
          "Mean delay from the end of a turn to the next turn of a synthetic session, in"
              + " milliseconds. Default: 0")
  OptionValue.@Nullable LengthInMillisOrZero delay;

  @NotWith(value = "--input-file", because = ", which contains its own turns")
  @Option(
      names = {"--conversation-turn-delay-stddev", "--session-turn-delay-stddev"},
      description = "Standard deviation of the turn delay, in milliseconds. Default: 0")
  OptionValue.@Nullable LengthInMillisOrZero delayStddev;

  @NotWith(value = "--input-file", because = ", which contains its own turns")
  @Yaml(value = "dataset[synthetic].turnDelayRatio", unless = "1")
  @Option(
      names = {"--conversation-turn-delay-ratio", "--session-delay-ratio"},
      paramLabel = "R",
      description = "Factor by which synthetic turn delays are multiplied. Default: 1")
  OptionValue.@Nullable NonNegative delayRatio;

  /**
   * Returns the turns of synthetic sessions.
   *
   * @param synthetic whether prompts are synthetic
   */
  SessionPlan plan(boolean synthetic, OptionProblems problems) {
    if (!synthetic) {
      return SessionPlan.SINGLE_TURNS;
    }
    SessionPlan plan =
        new SessionPlan(
            OptionValue.of(turns, SessionPlan.SINGLE_TURNS.turnsMean()),
            OptionValue.of(turnsStddev, 0.0),
            OptionValue.of(delay, 0.0),
            OptionValue.of(delayStddev, 0.0),
            OptionValue.of(delayRatio, 1.0));
    if (!plan.hasLaterTurns() && (delay != null || delayStddev != null || delayRatio != null)) {
      problems.note("--conversation-turn-delay-… has no effect: each session has a single turn");
    }
    return plan;
  }
}
