package io.longhaul.cli.options;

import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.SessionPlan;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Sessions of several turns: how many, how long, and how long their users think. */
final class SessionOptions {
  @Option(
      names = {"--conversation-num", "--num-conversations", "--num-sessions"},
      paramLabel = "N",
      description =
          "Stop after so many sessions, each with all of its turns; a single turn is one, too.")
  String sessionCount;

  @Option(
      names = {"--conversation-turn-mean", "--session-turns-mean"},
      paramLabel = "N",
      description = "Turns of a synthetic session, mean. Default: 1")
  String turns;

  @Option(
      names = {"--conversation-turn-stddev", "--session-turns-stddev"},
      paramLabel = "N",
      description = "Its standard deviation. Default: 0")
  String turnsStddev;

  @Option(
      names = {"--conversation-turn-delay-mean", "--session-turn-delay-mean"},
      paramLabel = "MS",
      description =
          "Milliseconds from the end of a turn to the next of a synthetic session, mean. Default:"
              + " 0")
  String delay;

  @Option(
      names = {"--conversation-turn-delay-stddev", "--session-turn-delay-stddev"},
      paramLabel = "MS",
      description = "Its standard deviation. Default: 0")
  String delayStddev;

  @Option(
      names = {"--conversation-turn-delay-ratio", "--session-delay-ratio"},
      paramLabel = "R",
      description = "Multiply these delays by this. Default: 1")
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
