package io.longhaul.benchmarks;

import io.longhaul.benchmarks.fortnight.RunShape;
import io.longhaul.benchmarks.subject.TemporaryFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures whether anything grows in a run of weeks, and whether its totals stay exact: the real
 * job reads a synthetic log, in which event time passes as fast as the job reads. The events lie in
 * the past. After each simulated day the job is stopped with a savepoint, and a new process
 * continues from it; in the middle it can be one of another version. The records of the day are
 * then deleted from the log.
 */
@Command(name = "Fortnight", mixinStandardHelpOptions = true)
public final class Fortnight implements Callable<Integer> {
  private static final String RUN = "fortnight";
  private static final String OWN_CLASS_PATH = System.getProperty("java.class.path");
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** In the lake and, until the day's savepoint exists, in the log. */
  private static final long BYTES_PER_REQUEST = 300;

  private static final long BYTES_PER_DAY = 200L << 20;

  @Option(names = "--days", defaultValue = "14", description = "Simulated days")
  private int days;

  @Option(names = "--requests", defaultValue = "20000000", description = "Total number of requests")
  private long requests;

  @Option(
      names = "--slice-duration",
      defaultValue = "60",
      description = "Duration of a slice in seconds")
  private int sliceSeconds;

  @Option(
      names = "--interval",
      defaultValue = "1",
      description = "Seconds between two heartbeats of a lane and two samples of a GPU")
  private int intervalSeconds;

  @Option(names = "--seed", defaultValue = "1", description = "Determines every request")
  private long seed;

  @Option(
      names = "--upgrade-from",
      description =
          "Folder of another build or installation, whose jars run the job before the middle")
  private @Nullable Path upgradeFrom;

  @Option(
      names = "--folder",
      description = "Folder for all data, which are deleted at the end (default: temporary files)")
  private @Nullable Path parent;

  @Option(names = "--keep", description = "Keep all data if a total is not exact or a figure grows")
  private boolean keep;

  @Option(
      names = "--progress",
      description =
          "File to which everything that is printed is also written, as it goes (default: fortnight.txt)")
  private Path progress = Path.of("fortnight.txt");

  public static void main(String[] args) {
    System.exit(new CommandLine(new Fortnight()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    LocalDate end = LocalDate.now(ZoneOffset.UTC);
    RunShape shape;
    String oldClassPath;
    try {
      long start = end.minusDays(days).atStartOfDay(ZoneOffset.UTC).toEpochSecond();
      shape =
          new RunShape(
              RUN, start * NANOS_PER_SECOND, days, requests, sliceSeconds, intervalSeconds, seed);
      oldClassPath = upgradeFrom == null ? OWN_CLASS_PATH : StandingJob.classPath(upgradeFrom);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      return CommandLine.ExitCode.USAGE;
    }
    Path folders = parent == null ? Path.of(System.getProperty("java.io.tmpdir")) : parent;
    Files.createDirectories(folders);
    long free = Files.getFileStore(folders).getUsableSpace();
    long needed = requests * BYTES_PER_REQUEST + days * BYTES_PER_DAY;
    if (free < needed) {
      System.err.printf(
          "Cannot simulate %d days: %s has %,d MB free, and about %,d MB are needed (choose another"
              + " --folder or fewer --requests)%n",
          days, folders, free >> 20, needed >> 20);
      return CommandLine.ExitCode.USAGE;
    }
    try (ProgressFile out = ProgressFile.create(progress)) {
      TemporaryFolder folder = TemporaryFolder.in(folders);
      boolean isExactAndFlat = false;
      try {
        isExactAndFlat = simulate(shape, oldClassPath, folder.path(), out);
      } catch (Exception e) {
        // The file must state why an unattended run has ended.
        out.print("Cannot go on: " + (e instanceof IllegalStateException ? e.getMessage() : e));
      } finally {
        if (isExactAndFlat || !keep) {
          folder.close();
        } else {
          out.print("The data are in " + folder.path());
        }
      }
      return isExactAndFlat ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private boolean simulate(RunShape shape, String oldClassPath, Path folder, ProgressFile out)
      throws Exception {
    out.print(
        "%d days, %,d requests, slices of %d s, an event of each lane and GPU every %d s, in %s"
            .formatted(days, requests, sliceSeconds, intervalSeconds, folder));
    int upgradeAfter = upgradeFrom == null ? days : days / 2;
    SimulatedDays figures = new SimulatedDays(upgradeAfter);
    List<String> differences;
    try (FortnightRun run = FortnightRun.start(shape, new FortnightFolder(folder), out)) {
      for (int day = 0; day < days; day++) {
        if (day == upgradeAfter) {
          out.print("Upgrade of the job");
        }
        figures.add(run.simulateDay(day, day < upgradeAfter ? oldClassPath : OWN_CLASS_PATH));
      }
      differences = run.end(OWN_CLASS_PATH);
    }
    out.print(figures.table().toString());
    out.print(figures.trends().toString());
    if (!figures.areJudged()) {
      out.print("There are too few days to judge whether a figure grows.");
    }
    differences.forEach(out::print);
    List<DayFigure> growing = figures.growing();
    growing.forEach(figure -> out.print("Grows: " + figure.title()));
    out.print(differences.isEmpty() ? "All totals are exact." : "The totals are NOT exact.");
    return differences.isEmpty() && growing.isEmpty();
  }
}
