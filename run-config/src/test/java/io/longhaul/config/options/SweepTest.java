package io.longhaul.config.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.config.binding.InvalidOptionsException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Names, order and seeds are those that AIPerf 0.13 made of the same command lines. */
class SweepTest {

  @Test
  void everyValueGoesWithEveryOther() throws InvalidOptionsException {
    Sweep sweep = sweep("--concurrency 1,2 --isl 64,128 --request-count 4");

    assertThat(sweep.cells())
        .extracting(Sweep.Cell::name)
        .containsExactly(
            "mean_64__concurrency_1",
            "mean_64__concurrency_2",
            "mean_128__concurrency_1",
            "mean_128__concurrency_2");
    assertThat(sweep.cells().get(2).values())
        .isEqualTo(
            Map.of("datasets.main.prompts.isl.mean", 128L, "phases.profiling.concurrency", 1L));
    assertThat(sweep.cells().get(2).label())
        .isEqualTo("datasets.main.prompts.isl.mean=128, phases.profiling.concurrency=1");
    assertThat(sweep.cells().get(2).options().arguments())
        .containsExactly(
            "--request-count", "4", "--random-seed", "44", "--isl", "128", "--concurrency", "1");
  }

  @Test
  void decimalsHaveAPointInNames() throws InvalidOptionsException {
    assertThat(sweep("--request-rate 5,10 --num-requests 4,6").cells())
        .extracting(Sweep.Cell::name)
        .containsExactly(
            "rate_5.0__requests_4",
            "rate_5.0__requests_6",
            "rate_10.0__requests_4",
            "rate_10.0__requests_6");
  }

  @Test
  void unitsInListsBecomePlainNumbersInNamesAndDocuments() throws InvalidOptionsException {
    Sweep sweep = sweep("--request-rate 5rps,600/min --benchmark-duration 1m,90s --sweep-type zip");

    assertThat(sweep.cells())
        .extracting(Sweep.Cell::name)
        .containsExactly("duration_60.0__rate_5.0", "duration_90.0__rate_10.0");
    assertThat(sweep.cells().get(1).values())
        .containsEntry("phases.profiling.rate", 10.0)
        .containsEntry("phases.profiling.duration", 90.0);
    assertThat(sweep.cells().get(1).options().arguments())
        .containsSubsequence("--benchmark-duration", "90")
        .containsSubsequence("--request-rate", "10");
  }

  @Test
  void theSameRateInTwoUnitsIsGivenTwice() {
    assertThat(TypedProfile.problems("--request-rate", "5,300/min"))
        .contains("Invalid --request-rate: 5,300/min (numbers separated by commas, each once)");
  }

  @Test
  void unitsInVariantsBecomePlainNumbersInDocuments() throws InvalidOptionsException {
    Sweep sweep =
        TypedProfile.sweep(
                "--variant",
                "a: request-rate=300/min, benchmark-duration=1m",
                "--variant",
                "b: request-rate=6.5, conversation-turn-delay-mean=2s")
            .orElseThrow();

    assertThat(sweep.cells().get(0).values())
        .isEqualTo(Map.of("request_rate", 5L, "benchmark_duration", 60L));
    assertThat(sweep.cells().get(1).values())
        .isEqualTo(Map.of("request_rate", 6.5, "conversation_turn_delay_mean", 2000L));
  }

  @Test
  void zippedListsGoTogetherOneByOne() throws InvalidOptionsException {
    Sweep sweep =
        sweep(
            "--osl 5,6 --osl-stddev 1,2 --isl-stddev 0.5,2 --session-turns-mean 1,2"
                + " --conversation-num 3,4 --benchmark-duration 1.5,2 --sweep-type zip"
                + " --random-seed 5 --parameter-sweep-cooldown-seconds 2");

    assertThat(sweep.cells())
        .extracting(Sweep.Cell::name)
        .containsExactly(
            "stddev_0.5__mean_5__stddev_1.0__mean_1__duration_1.5__sessions_3",
            "stddev_2.0__mean_6__stddev_2.0__mean_2__duration_2.0__sessions_4");
    assertThat(sweep.cells().get(1).values())
        .containsEntry("datasets.main.prompts.osl.mean", 6L)
        .containsEntry("datasets.main.turns.mean", 2L)
        .containsEntry("phases.profiling.duration", 2.0);
    assertThat(sweep.cells().get(1).options().arguments())
        .containsSubsequence("--random-seed", "6")
        .doesNotContain("--sweep-type", "zip", "--parameter-sweep-cooldown-seconds");
    assertThat(sweep.cooldown()).hasSeconds(2);
  }

  @Test
  void cellsKeepWhatIsSaidOfSeveralRuns() throws InvalidOptionsException {
    Sweep sweep =
        sweep("-m a,b --concurrency 1,2 --num-profile-runs 3 --parameter-sweep-mode INDEPENDENT");

    assertThat(sweep.order()).isEqualTo(Sweep.Order.INDEPENDENT);
    assertThat(sweep.cells().get(1).options().arguments())
        .containsSubsequence("--num-profile-runs", "3")
        .doesNotContain("--parameter-sweep-mode");
    assertThat(sweep.cells().get(1).model()).isEqualTo("a");
    assertThat(sweep("--concurrency 1,2").order()).isEqualTo(Sweep.Order.REPEATED);
  }

  @Test
  void theSeedMayBeTheSame() throws InvalidOptionsException {
    assertThat(sweep("--concurrency 1,2 --parameter-sweep-same-seed").cells())
        .allMatch(cell -> cell.options().arguments().containsAll(List.of("--random-seed", "42")));
  }

  /** A warm-up takes a list of concurrencies over as little as AIPerf's does. */
  @Test
  void aWarmupHasOneSlotUnlessItsOwnAreGiven() throws InvalidOptionsException {
    assertThat(sweep("--concurrency 2,4 --warmup-request-count 3").cells())
        .allMatch(
            cell -> cell.options().arguments().containsAll(List.of("--warmup-concurrency", "1")));
    assertThat(sweep("--concurrency 2,4 --warmup-request-count 3 --warmup-concurrency 5").cells())
        .noneMatch(cell -> cell.options().arguments().contains("1"));
  }

  @Test
  void variantsArePickedByHand() throws InvalidOptionsException {
    Sweep sweep =
        TypedProfile.sweep(
                "--variant",
                "big one: concurrency=4, isl=32,",
                "--sweep-variant",
                "request_rate=2.5,streaming=true, model='a=b',num-prompts=-1",
                "--isl",
                "8",
                "--warmup-duration",
                "1")
            .orElseThrow();

    assertThat(sweep.cells()).extracting(Sweep.Cell::name).containsExactly("big one", "v1");
    assertThat(sweep.cells().get(0).label()).isEqualTo("big one");
    assertThat(sweep.cells().get(0).options().arguments())
        .containsExactly(
            "--warmup-duration", "1", "--random-seed", "42", "--concurrency", "4", "--isl", "32");
    assertThat(sweep.cells().get(1).values())
        .isEqualTo(
            Map.of("request_rate", 2.5, "streaming", true, "model", "a=b", "num_prompts", -1L));
    assertThat(sweep.cells().get(1).options().arguments())
        .containsExactly(
            "--isl",
            "8",
            "--warmup-duration",
            "1",
            "--random-seed",
            "43",
            "--request-rate",
            "2.5",
            "--streaming=true",
            "--model",
            "a=b",
            "--num-prompts",
            "-1");
  }

  @Test
  void aVariantMayHaveASeedOfItsOwn() throws InvalidOptionsException {
    assertThat(
            TypedProfile.sweep("--variant", "random-seed=7", "--variant", "isl=8")
                .orElseThrow()
                .cells())
        .extracting(cell -> cell.options().valueOf("--random-seed").orElseThrow())
        .containsExactly("7", "43");
  }

  /** Whatever a variant may say, a recorded schedule can be replayed by each. */
  @Test
  void tracesCanBeVariants() throws InvalidOptionsException {
    assertThat(
            TypedProfile.sweep(
                "--fixed-schedule", "--variant", "input-file=a", "--variant", "input-file=b"))
        .isPresent();
  }

  @Test
  void aCellsNameIsThatOfAFolder() {
    assertThat(List.of("big one", "v1", "a.b")).allMatch(SweepVariant::isFolderName);
    assertThat(List.of("", ".", "..", ".a", "a/b", "a:b", "aggregate", "earlier"))
        .noneMatch(SweepVariant::isFolderName);
  }

  @Test
  void withoutAListThereIsNoSweep() throws InvalidOptionsException {
    assertThat(TypedProfile.sweep("--concurrency", "4", "--model", "a,b")).isEmpty();
  }

  private static Sweep sweep(String line) throws InvalidOptionsException {
    return TypedProfile.sweep(line.split(" ", -1)).orElseThrow();
  }
}
