package io.longhaul.cli.run;

import static io.longhaul.sinks.Rows.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.sinks.delta.DeltaRegistration;
import io.longhaul.sinks.iceberg.LakeRegistration;
import io.longhaul.sinks.iceberg.TableCatalog;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.WrittenRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LakeFollowerTest {
  private static final Duration SOON = Duration.ofMillis(20);
  private static final long PATIENCE_SECONDS = 60;

  @TempDir Path folder;
  private final BlockingQueue<String> progress = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> warnings = new LinkedBlockingQueue<>();
  private final AtomicReference<LakeFollower> follower = new AtomicReference<>();
  private TableCatalog catalog;
  private Thread thread;

  @BeforeEach
  void openCatalog() throws IOException {
    Files.createDirectories(folder.resolve("lake/requests"));
    catalog =
        TableCatalog.open(
            new TableCatalog.Settings(
                "jdbc:sqlite:" + folder.resolve("catalog.db"),
                "longhaul",
                "longhaul",
                Optional.of(folder.resolve("tables").toString())),
            Map.of());
  }

  @AfterEach
  void stop() throws Exception {
    follower.get().stop();
    thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    assertThat(thread.isAlive()).isFalse();
    catalog.close();
  }

  private void follow() {
    LakeRegistration registration = new LakeRegistration(lake(), catalog);
    follow(
        () ->
            new LakeFollower(
                () -> registration, SOON, Duration.ofHours(1), true, progress::add, warnings::add));
  }

  private Lake lake() {
    return new Lake(folder.resolve("lake"));
  }

  private void follow(Supplier<LakeFollower> creation) {
    thread =
        new Thread(
            () -> {
              LakeFollower created = creation.get();
              follower.set(created);
              try {
                created.follow();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();
  }

  private static String next(BlockingQueue<String> lines) throws InterruptedException {
    String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(line).isNotNull();
    return line;
  }

  /** A finished file appears as a whole. */
  private void finishFile(int number, boolean isWhole) throws IOException {
    Path draft = folder.resolve("draft-" + number);
    if (isWhole) {
      WrittenRows.requests(draft, List.of(aRequest("run", "id" + number).build()));
    } else {
      Files.writeString(draft, "no Parquet");
    }
    Files.move(
        draft,
        folder.resolve("lake/requests/2026-01-02.run.part-a-%d.parquet".formatted(number)),
        StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void eachNewFileIsAdded() throws Exception {
    finishFile(0, true);
    follow();
    assertThat(next(progress)).endsWith("Z added 1 file with 1 row to 1 table");

    finishFile(1, true);

    assertThat(next(progress)).endsWith("Z added 1 file with 1 row to 1 table");
    assertThat(warnings).isEmpty();
  }

  @Test
  void filesAreAddedToDeltaTables() throws Exception {
    finishFile(0, true);

    follow(() -> new LakeFollower(new DeltaRegistration(lake()), progress::add, warnings::add));

    assertThat(next(progress)).endsWith("Z added 1 file with 1 row to 1 table");
    assertThat(folder.resolve("lake/requests/_delta_log")).isDirectory();
    assertThat(warnings).isEmpty();
  }

  @Test
  void aFailureIsReportedOnceAndTheWorkIsTriedAgain() throws Exception {
    finishFile(0, false);
    follow();
    assertThat(next(warnings))
        .startsWith("Cannot read ")
        .endsWith(" (it is tried again, to add files)");

    finishFile(0, true);

    assertThat(next(progress)).endsWith("Z added 1 file with 1 row to 1 table");
    assertThat(next(progress)).endsWith("Z works again: add files");
    assertThat(warnings).isEmpty();
  }
}
