package io.longhaul.cli.run;

import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.sinks.iceberg.CatalogException;
import io.longhaul.sinks.iceberg.LakeRegistration;
import io.longhaul.sinks.iceberg.TableCatalog;
import io.longhaul.sinks.iceberg.TableSettings;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds the files of each checkpoint to the tables of a catalog while a run is in progress, on a
 * thread of its own. All progress is in the tables, so that a killed run loses none of it.
 */
final class LiveTables implements RunTables {
  private static final Logger LOG = LoggerFactory.getLogger(LiveTables.class);

  /** A catalog that does not answer must not keep a finished run from ending. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(10);

  private final TableSettings settings;
  private final Lake lake;
  private final LakeFollower follower;
  private final Thread thread = new Thread(this::work, "tables");
  private volatile boolean isClosed;
  private volatile Optional<String> problem =
      Optional.of("the catalog has not answered for %d s".formatted(PATIENCE.toSeconds()));
  private @Nullable TableCatalog catalog;

  private LiveTables(TableSettings settings, Lake lake, Consumer<String> warnings) {
    this.settings = settings;
    this.lake = lake;
    this.follower = new LakeFollower(this::open, settings.keepSnapshots(), LOG::info, warnings);
  }

  /**
   * Starts to add the files of a lake to tables. The catalog need not be available.
   *
   * @param settings the tables; empty for none
   * @param warnings receives a sentence for each new problem; called on any thread
   */
  static RunTables start(Optional<TableSettings> settings, Lake lake, Consumer<String> warnings) {
    if (settings.isEmpty()) {
      return NONE;
    }
    LiveTables tables = new LiveTables(settings.get(), lake, warnings);
    tables.thread.setDaemon(true);
    tables.thread.start();
    return tables;
  }

  /**
   * Refuses a catalog that cannot be used.
   *
   * @throws RunFailedException if the catalog cannot be reached or refuses the access
   */
  static void require(TableSettings settings) throws RunFailedException, IOException {
    try (TableCatalog catalog = TableCatalog.open(settings.catalog(), System.getenv())) {
      LOG.info("The catalog {} is available", catalog);
    } catch (CatalogException e) {
      throw new RunFailedException(ExitCode.INFRASTRUCTURE_FAILED, String.valueOf(e.getMessage()));
    }
  }

  private LakeRegistration open() throws IOException {
    catalog = TableCatalog.open(settings.catalog(), System.getenv());
    return new LakeRegistration(lake, catalog);
  }

  private void work() {
    try {
      follower.follow();
      if (!isClosed) {
        problem = follower.addRest();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("The tables cannot be followed", e);
      problem = Optional.of("an internal error: " + e);
    } finally {
      closeCatalog();
    }
  }

  private void closeCatalog() {
    try {
      if (catalog != null) {
        catalog.close();
      }
    } catch (IOException | RuntimeException e) {
      LOG.info("Cannot close the catalog: {}", e.getMessage());
    }
  }

  @Override
  public void end() {
    follower.stop();
  }

  @Override
  public Optional<String> awaitRest() throws InterruptedException {
    end();
    thread.join(PATIENCE.toMillis());
    return problem.map(this::sentence);
  }

  private String sentence(String why) {
    return "the tables of %s lack %s: %s (%s adds them)"
        .formatted(
            settings.catalog().shownUri(),
            follower.completeUntil().map(LiveTables::committedAfter).orElse("rows of this run"),
            why,
            ReportHint.register(lake, settings.catalog()));
  }

  private static String committedAfter(Instant time) {
    return "the rows that were committed after " + time.truncatedTo(ChronoUnit.SECONDS);
  }

  @Override
  public void close() {
    isClosed = true;
    end();
    thread.interrupt();
    try {
      thread.join(CLOSE_PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
