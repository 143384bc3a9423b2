package io.longhaul.config.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.report.aggregate.Convergence;
import io.longhaul.report.figures.Statistic;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RepeatsTest {

  @Test
  void eachRunIsAskedForWithoutASayAboutSeveral() throws InvalidOptionsException {
    assertThat(
            runs(
                "--num-profile-runs=3",
                "--profile-run-cooldown-seconds",
                "2",
                "--confidence-level",
                "0.9",
                "--set-consistent-seed",
                "--convergence-metric=request_latency",
                "--convergence-stat",
                "p99",
                "--convergence-mode",
                "cv",
                "--convergence-threshold",
                "0.2",
                "--concurrency",
                "4",
                "--random-seed",
                "7"))
        .hasSize(3)
        .containsOnly(words("profile -m m --concurrency 4 --random-seed 7"));
  }

  @Test
  void withoutASeedAllHaveAiperfsSeed() throws InvalidOptionsException {
    assertThat(runs("--num-profile-runs", "2"))
        .containsOnly(words("profile -m m --random-seed 42"));
  }

  @Test
  void everyRunCanAskSomethingElse() throws InvalidOptionsException {
    assertThat(runs("--num-profile-runs", "2", "--no-set-consistent-seed"))
        .containsExactly(
            words("profile -m m --random-seed 1"), words("profile -m m --random-seed 2"));
    assertThat(runs("--num-profile-runs", "2", "--no-set-consistent-seed", "--random-seed=5"))
        .containsOnly(words("profile -m m --random-seed=5"));
  }

  @Test
  void everyRunCanAskSomethingElseWhateverTheFirstAsks() throws InvalidOptionsException {
    assertThat(runs("--num-profile-runs", "3", "--vary-seed-per-trial"))
        .containsExactly(
            words("profile -m m --random-seed 42"),
            words("profile -m m --random-seed 1042"),
            words("profile -m m --random-seed 2042"));
    assertThat(runs("--num-profile-runs", "2", "--vary-seed-per-trial", "--random-seed=5"))
        .containsExactly(
            words("profile -m m --random-seed 5"), words("profile -m m --random-seed 1005"));
  }

  @Test
  void theyAgreeByAiperfsUsualRules() throws InvalidOptionsException {
    assertThat(convergence("request_latency"))
        .contains(
            new Convergence("request_latency", Statistic.AVG, Convergence.Mode.CI_WIDTH, 0.1));
    assertThat(convergence("request_latency", "--convergence-mode=CV").orElseThrow().threshold())
        .isEqualTo(0.05);
  }

  private static Optional<Convergence> convergence(String metric, String... more)
      throws InvalidOptionsException {
    List<String> typed = List.of("--num-profile-runs", "3", "--convergence-metric", metric);
    return TypedProfile.completed(TypedProfile.join(typed, List.of(more)).toArray(String[]::new))
        .repeats()
        .convergence();
  }

  @Test
  void onlyTheFirstWarmsUp() throws InvalidOptionsException {
    List<List<String>> runs =
        runs(
            "--num-profile-runs",
            "2",
            "--random-seed",
            "7",
            "--num-warmup-requests",
            "9",
            "--warmup-concurrency=2",
            "--streaming");

    assertThat(runs)
        .containsExactly(
            words(
                "profile -m m --random-seed 7 --num-warmup-requests 9 --warmup-concurrency=2"
                    + " --streaming"),
            words("profile -m m --random-seed 7 --streaming"));
  }

  @Test
  void allWarmUpWhenThatIsWanted() throws InvalidOptionsException {
    assertThat(
            runs(
                "--num-profile-runs",
                "2",
                "--no-profile-run-disable-warmup-after-first",
                "--random-seed",
                "7",
                "--warmup-duration",
                "9"))
        .containsOnly(words("profile -m m --random-seed 7 --warmup-duration 9"));
  }

  @Test
  void anOptionIsReplacedByWhicheverNameItWasGiven() {
    assertThat(given("--output-artifact-dir", "a", "--model=b").with("--artifact-dir", "c").words())
        .isEqualTo(words("profile -m m --model=b --artifact-dir c"));
  }

  private static List<List<String>> runs(String... more) throws InvalidOptionsException {
    Repeats repeats = TypedProfile.completed(more).repeats();
    return repeats.optionsOfRuns(given(more)).stream().map(GivenOptions::words).toList();
  }

  private static GivenOptions given(String... more) {
    return TypedProfile.given(
        Stream.concat(Stream.of("-m", "m"), Stream.of(more)).toArray(String[]::new));
  }

  private static List<String> words(String line) {
    return List.of(line.split(" "));
  }
}
