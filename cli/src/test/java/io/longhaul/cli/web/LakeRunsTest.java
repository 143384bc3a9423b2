package io.longhaul.cli.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.coordinator.AnnouncedRun;
import io.longhaul.kafka.KafkaConnection;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.report.runs.ListedRun;
import io.longhaul.report.runs.ListedRun.Status;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.folder.RunFolder;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.lake.RunRegistration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LakeRunsTest {
  private static final Duration LEASE = Duration.ofSeconds(20);
  private static final String CONFIGURATION =
      "{\"input_config\": {\"models\": {\"items\": [{\"name\": \"of run.json\"}]}}}";

  @TempDir Path folder;
  private final Instant now = Instant.now();
  private TestLake lake;

  @BeforeEach
  void open() throws IOException {
    lake = new TestLake(folder.resolve("lake"));
    lake.addFinished("old", "llama", 0);
  }

  @Test
  void anAnnouncedRunIsListedWithItsPlanBeforeItsFirstSlice() {
    ListedRun starting = listed("run-k", announced("run-k", Optional.empty(), now, false));
    assertThat(starting.status()).isEqualTo(Status.STARTING);
    assertThat(starting.models()).isEqualTo("m");
    assertThat(starting.load()).isEqualTo("concurrency 7");

    Instant start = now.minusSeconds(90);
    ListedRun running = listed("run-k", announced("run-k", Optional.of(start), now, false));
    assertThat(running.status()).isEqualTo(Status.IN_PROGRESS);
    assertThat(running.seconds()).isEqualTo(90);
  }

  @Test
  void aRunWithoutACoordinatorIsAbandoned() throws IOException {
    lake.addUnfinished("run-k", 3);
    Instant gone = now.minus(LEASE).minusSeconds(1);
    AnnouncedRun dead = announced("run-k", Optional.of(now.minusSeconds(90)), gone, false);

    ListedRun run = listed("run-k", dead);
    assertThat(run.status()).isEqualTo(Status.ABANDONED);
    assertThat(run.detail()).contains("longhaul resume finishes the run");
  }

  @Test
  @SuppressWarnings("try") // only locks the folder
  void aRegisteredRunIsInProgressAsLongAsAProcessHoldsItsFolder() throws IOException {
    ExportLayout layout = new ExportLayout(folder.resolve("artifacts"));
    Files.createDirectories(layout.folder());
    Files.writeString(
        layout.runJson(),
        "{\"run_id\": \"run-k\", \"configuration\": %s}".formatted(CONFIGURATION));
    RunRegistration.register(lake.lake(), "run-k", layout.folder());
    try (RunFolder held = RunFolder.hold(layout.folder())) {
      assertThat(listed("run-k").status()).isEqualTo(Status.STARTING);
      assertThat(listed("run-k").models()).isEqualTo("of run.json");
      lake.addUnfinished("run-k", 3);
      assertThat(listed("run-k").status()).isEqualTo(Status.IN_PROGRESS);
    }

    assertThat(listed("run-k").status()).isEqualTo(Status.ABANDONED);
    assertThat(listed("run-k").detail())
        .isEqualTo(
            "its processes have ended before it (longhaul resume %s finishes the run)"
                .formatted(layout.folder()));
    lake.finish("run-k");
    assertThat(listed("run-k").status()).isEqualTo(Status.COMPLETE);
  }

  @Test
  void aRegisteredRunWhoseLockCannotBeReadIsInProgressWhileItCommitsSlices() throws IOException {
    ExportLayout layout = new ExportLayout(folder.resolve("artifacts"));
    Files.createDirectories(layout.folder());
    Files.writeString(layout.runJson(), "{\"run_id\": \"run-k\", \"configuration\": {}}");
    Files.createSymbolicLink(layout.lock(), layout.lock());
    RunRegistration.register(lake.lake(), "run-k", layout.folder());
    assertThat(listed("run-k").status()).isEqualTo(Status.STARTING);

    lake.addUnfinished("run-k", 3);
    assertThat(listed("run-k").status()).isEqualTo(Status.IN_PROGRESS);

    for (Path file : lake.lake().files(Dataset.SLICES, "run-k")) {
      Files.setLastModifiedTime(file, FileTime.from(now.minusSeconds(3_600)));
    }
    assertThat(listed("run-k").status()).isEqualTo(Status.ABANDONED);
    assertThat(listed("run-k").detail()).startsWith("no summary, and no slice since ");
  }

  @Test
  void aRegisteredRunWithoutRowsIsForgottenWithItsFolder() throws IOException {
    RunRegistration.register(lake.lake(), "run-k", folder.resolve("deleted"));
    LakeRuns runs = new LakeRuns(List.of(lake.lake()), LakeRuns.Announcements.NONE, () -> now);
    runs.refresh();

    assertThat(runs.list().runs()).containsOnlyKeys("1/old");
  }

  @Test
  void theSummaryIsInProgressUntilTheJobHasCommittedIt() throws IOException {
    lake.addUnfinished("run-k", 3);
    AnnouncedRun closed = announced("run-k", Optional.of(now.minusSeconds(90)), now, true);

    assertThat(listed("run-k", closed).status()).isEqualTo(Status.IN_PROGRESS);
  }

  @Test
  void aFinishedRunIsThatOfTheLake() {
    AnnouncedRun alive = announced("old", Optional.of(now), now, false);

    assertThat(listed("old", alive).status()).isEqualTo(Status.COMPLETE);
  }

  @Test
  void aPlanOfAnotherVersionDoesNotHideTheRun() {
    AnnouncedRun other =
        new AnnouncedRun("run-k", "{\"future\": 1}", Optional.of(now), now, LEASE, false);

    assertThat(listed("run-k", other).models()).isEmpty();
  }

  @Test
  void withoutKafkaTheRunsInTheLakeAreShown() {
    LakeRuns runs =
        new LakeRuns(
            List.of(lake.lake()),
            () -> {
              throw new KafkaUnreachableException(
                  KafkaConnection.plain("127.0.0.1:1"), new IOException("refused"));
            },
            () -> now);
    runs.refresh();

    assertThat(runs.list().runs()).containsOnlyKeys("1/old");
    assertThat(runs.list().notes())
        .singleElement()
        .asString()
        .startsWith("Only the runs in the lakes are shown: ");
  }

  @Test
  void eachFileIsReadOnceAndADeletedOneIsForgotten() throws IOException {
    LakeRuns runs = new LakeRuns(List.of(lake.lake()), LakeRuns.Announcements.NONE, () -> now);
    runs.refresh();
    ListedRun first = runs.list().runs().get("1/old").listed();
    runs.refresh();
    assertThat(runs.list().runs().get("1/old").listed()).isSameAs(first);

    Lake stored = lake.lake();
    for (Dataset<?> dataset : List.of(Dataset.RUNS, Dataset.SLICES)) {
      for (Path file : stored.files(dataset, "old")) {
        Files.delete(file);
      }
    }
    runs.refresh();
    assertThat(runs.list().runs()).isEmpty();
  }

  @Test
  void thePageOfAnAnnouncedRunIsNotThatOfTheFinishedRun() throws IOException {
    AnnouncedRun alive = announced("run-k", Optional.empty(), now, false);
    LakeRuns runs = new LakeRuns(List.of(lake.lake()), () -> List.of(alive), () -> now);
    runs.refresh();
    String early = runs.list().runs().get("1/run-k").pageKey();

    lake.addUnfinished("run-k", 3);
    runs.refresh();
    assertThat(runs.list().runs().get("1/run-k").pageKey()).isEqualTo(early);
    lake.finish("run-k");
    runs.refresh();
    assertThat(runs.list().runs().get("1/run-k").pageKey()).isNotEqualTo(early);
  }

  @Test
  void aSummaryThatWasReplacedIsReadAgainAndHasAnotherPage() throws IOException {
    LakeRuns runs = new LakeRuns(List.of(lake.lake()), LakeRuns.Announcements.NONE, () -> now);
    runs.refresh();
    FoundRun first = runs.list().runs().get("1/old");

    TestLake other = new TestLake(folder.resolve("other"));
    other.addFinished("old", "another-model", 0);
    Files.move(
        other.lake().files(Dataset.RUNS, "old").get(0),
        lake.lake().files(Dataset.RUNS, "old").get(0),
        StandardCopyOption.REPLACE_EXISTING);
    runs.refresh();
    FoundRun second = runs.list().runs().get("1/old");
    assertThat(second.listed().models()).isEqualTo("another-model");
    assertThat(second.pageKey()).isNotEqualTo(first.pageKey());
  }

  private AnnouncedRun announced(
      String runId, Optional<Instant> started, Instant lastLed, boolean isClosed) {
    String plan = RunPlanJson.toJson(RunPlanBuilder.plan(runId).model("m").concurrency(7).build());
    return new AnnouncedRun(runId, plan, started, lastLed, LEASE, isClosed);
  }

  private ListedRun listed(String runId, AnnouncedRun... announced) {
    LakeRuns runs = new LakeRuns(List.of(lake.lake()), () -> List.of(announced), () -> now);
    runs.refresh();
    return runs.list().runs().get("1/" + runId).listed();
  }
}
