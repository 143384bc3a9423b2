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
      paramLabel = "N",
      description =
          "Stop after this many sessions, each with all of its turns. A single-turn request counts"
              + " as a session.")
  String sessionCount;

  @Option(
      names = {"--conversation-turn-mean", "--session-turns-mean"},
      paramLabel = "N",
      description = "Mean number of turns in a synthetic session. Default: 1")
  String turns;

  @Option(
      names = {"--conversation-turn-stddev", "--session-turns-stddev"},
      paramLabel = "N",
      description = "Standard deviation of the number of turns. Default: 0")
  String turnsStddev;

  @Option(
      names = {"--conversation-turn-delay-mean", "--session-turn-delay-mean"},
      paramLabel = "MS",
      description =
          "Mean delay from the end of a turn to the next turn of a synthetic session, in"
              + " milliseconds. Default: 0")
  String delay;

  @Option(
      names = {"--conversation-turn-delay-stddev", "--session-turn-delay-stddev"},
      paramLabel = "MS",
      description = "Standard deviation of the turn delay, in milliseconds. Default: 0")
  String delayStddev;

  @Option(
      names = {"--conversation-turn-delay-ratio", "--session-delay-ratio"},
      paramLabel = "R",
      description = "Factor by which synthetic turn delays are multiplied. Default: 1")
  String delayRatio;

  /**
   * Adds them to a plan.
   *
   * @param synthetic whether prompts are made up
   */
  void addTo(RunPlanBuilder plan, boolean synthetic, Numbers numbers, OptionProblems problems) {
    numbers.wholeNumber("--conversation-num", sessionCount, 1).ifPresent(plan::sessionCount);
    SessionPlan single = SessionPlan.SINGLE_TURNS;
    SessionPlan typed =
        new SessionPlan(
            numbers.count("--conversation-turn-mean", turns, 1).orElse(single.turnsMean()),
            numbers.atLeastZero("--conversation-turn-stddev", turnsStddev).orElse(0),
            numbers.lengthInMillisFromZero("--conversation-turn-delay-mean", delay).orElse(0),
            numbers
                .lengthInMillisFromZero("--conversation-turn-delay-stddev", delayStddev)
                .orElse(0),
            numbers.atLeastZero("--conversation-turn-delay-ratio", delayRatio).orElse(1));
    if (synthetic) {
      plan.sessions(typed);
      noteIgnored(typed, problems);
    } else {
      refuse(problems);
    }
  }

  private void noteIgnored(SessionPlan typed, OptionProblems problems) {
    if (!typed.hasLaterTurns() && (delay != null || delayStddev != null || delayRatio != null)) {
      problems.note("--conversation-turn-delay-… says nothing: each session has a single turn");
    }
  }

  private void refuse(OptionProblems problems) {
    Map<String, String> ofSynthetic = new LinkedHashMap<>();
    ofSynthetic.put("--conversation-turn-mean", turns);
    ofSynthetic.put("--conversation-turn-stddev", turnsStddev);
    ofSynthetic.put("--conversation-turn-delay-mean", delay);
    ofSynthetic.put("--conversation-turn-delay-stddev", delayStddev);
    ofSynthetic.put("--conversation-turn-delay-ratio", delayRatio);
    ofSynthetic.forEach(
        (option, value) -> {
          if (value != null) {
            problems.invalid(option, value, "not with --input-file, which brings its own turns");
          }
        });
  }
}
