package io.longhaul.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.benchmarks.chaos.ChaosResult;
import io.longhaul.benchmarks.chaos.ChaosRun;
import io.longhaul.benchmarks.chaos.FaultKind;
import io.longhaul.benchmarks.chaos.FaultSchedule;
import io.longhaul.benchmarks.chaos.MountNamespace;
import io.longhaul.benchmarks.chaos.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Distributed runs whose processes, disks, connections and records fail according to a seeded
 * schedule. A seed passes if nothing is lost that the run has not declared.
 */
@Command(
    name = "Chaos",
    mixinStandardHelpOptions = true,
    description = "Runs with faults, and checks that no run loses data without declaring it.")
public final class Chaos implements Callable<Integer> {
  private static final int SECONDS_PER_MINUTE = 60;
  private static final int FAILED = 1;
  private static final double LEAST_MINUTES = 0.5;
  private static final Pattern SEEDS = Pattern.compile("([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?");

  private final Path home =
      Path.of(System.getProperty("longhaul.home")).toAbsolutePath().normalize();

  @SuppressWarnings("NullAway") // the parser sets it
  @Spec
  private CommandSpec spec;

  @Option(
      names = {"--seed", "--seeds"},
      required = true,
      description = "Seed, or the first and the last one, as in 1-200")
  private String seeds = "";

  @Option(
      names = "--minutes",
      defaultValue = "1.5",
      description = "Duration of the load of each run. Default: ${DEFAULT-VALUE}")
  private double minutes;

  @Option(
      names = "--results",
      paramLabel = "FILE",
      description =
          "File to which results are appended; seeds that have passed are left out when the"
              + " command is repeated. Default: target/chaos/results.jsonl in the source tree")
  private @Nullable Path results;

  @Option(names = "--again", description = "Also run seeds that have passed")
  private boolean again;

  @Option(names = "--keep", description = "Keep the folders of seeds that pass")
  private boolean keep;

  @Option(names = "--summary", description = "Only print the table of the results so far")
  private boolean summaryOnly;

  public static void main(String[] args) throws IOException, InterruptedException {
    if (!MountNamespace.isOwn()) {
      Optional<Integer> status = MountNamespace.run(thisCommand(args));
      if (status.isPresent()) {
        System.exit(status.get());
      }
      System.err.println(
          "Note: this machine permits no mounts; disks are full by a limit for the size of files");
    }
    System.exit(new CommandLine(new Chaos()).execute(args));
  }

  private static List<String> thisCommand(String[] args) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add("-Dlonghaul.home=" + System.getProperty("longhaul.home"));
    words.add("-Duser.timezone=UTC");
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"));
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Chaos.class.getName()));
    words.addAll(List.of(args));
    return words;
  }

  @Override
  public Integer call() throws Exception {
    if (minutes < LEAST_MINUTES) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "Invalid --minutes: " + minutes + " (0.5 or more)");
    }
    List<Long> wanted = wanted();
    int loadSeconds = (int) Math.round(minutes * SECONDS_PER_MINUTE);
    ResultsFile file =
        new ResultsFile(results == null ? folder().resolve("results.jsonl") : results);
    if (!summaryOnly) {
      runAll(wanted, file, loadSeconds);
    }
    List<ChaosResult> newest = newest(file.read(), wanted);
    System.out.println(table(newest));
    long failed = newest.stream().filter(result -> !result.passed()).count();
    System.out.printf(
        "%d of %d seeds passed, %d failed%n", newest.size() - failed, wanted.size(), failed);
    return newest.size() - failed == wanted.size() ? 0 : FAILED;
  }

  private Path folder() {
    return home.resolve("target").resolve("chaos");
  }

  private List<Long> wanted() {
    Matcher matcher = SEEDS.matcher(seeds);
    if (!matcher.matches()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "Invalid --seeds: " + seeds + " (a number from 1, or 1-200)");
    }
    long first = Long.parseLong(matcher.group(1));
    long last = matcher.group(2) == null ? first : Long.parseLong(matcher.group(2));
    return LongStream.rangeClosed(first, last).boxed().toList();
  }

  private void runAll(List<Long> wanted, ResultsFile file, int loadSeconds)
      throws IOException, InterruptedException {
    LoadTester.longhaul();
    Set<Long> passed = file.passed(loadSeconds);
    String commit = commit();
    for (long seed : wanted) {
      if (again || !passed.contains(seed)) {
        Path folder = folder().resolve("seed-" + seed);
        delete(folder);
        ChaosResult result = run(seed, loadSeconds, commit, folder);
        file.append(result);
        print(result, folder);
        if (result.passed() && !keep) {
          delete(folder);
        }
      }
    }
  }

  /** A run that cannot be carried out is a failed seed, too. */
  private ChaosResult run(long seed, int loadSeconds, String commit, Path folder)
      throws InterruptedException {
    long startNanos = System.nanoTime();
    try {
      return new ChaosRun(home, folder, FaultSchedule.of(seed, loadSeconds), loadSeconds)
          .execute(commit);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return new ChaosResult(
          seed,
          commit,
          Instant.now().toString(),
          loadSeconds,
          (System.nanoTime() - startNanos) / 1_000_000_000L,
          "failed",
          -1,
          -1,
          0,
          0,
          0,
          List.of(),
          List.of(),
          List.of("Cannot judge the run: " + e));
    }
  }

  private static void print(ChaosResult result, Path folder) {
    System.out.printf(
        "seed %d %s in %d s: %s, %d requests received, %d rows, %d late%n",
        result.seed(),
        result.passed() ? "passed" : "FAILED (" + folder + ")",
        result.seconds(),
        result.status(),
        result.received(),
        result.rows(),
        result.late());
    for (ChaosResult.FaultResult fault : result.faults()) {
      System.out.printf(
          "  %3d s %-24s %s%s%n",
          fault.atSeconds(),
          fault.kind(),
          fault.tookEffect() ? "" : "no effect: ",
          fault.evidence());
    }
    result.findings().forEach(finding -> System.out.println("  ! " + finding));
  }

  private static List<ChaosResult> newest(List<ChaosResult> results, List<Long> wanted) {
    Map<Long, ChaosResult> newest = new HashMap<>();
    results.forEach(result -> newest.put(result.seed(), result));
    return wanted.stream().map(newest::get).filter(result -> result != null).toList();
  }

  private static Table table(List<ChaosResult> results) {
    Table table = new Table("fault", "planned", "took effect");
    for (FaultKind kind : FaultKind.values()) {
      List<ChaosResult.FaultResult> faults =
          results.stream()
              .flatMap(result -> result.faults().stream())
              .filter(fault -> fault.kind().equals(kind.word()))
              .toList();
      long effective = faults.stream().filter(ChaosResult.FaultResult::tookEffect).count();
      table.add(kind.word(), faults.size(), effective);
    }
    return table;
  }

  private String commit() throws IOException, InterruptedException {
    Process git =
        new ProcessBuilder("git", "-C", home.toString(), "describe", "--always", "--dirty").start();
    String printed = new String(git.getInputStream().readAllBytes(), UTF_8).strip();
    return git.waitFor() == 0 ? printed : "unknown";
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path each : walk.sorted(Comparator.reverseOrder()).toList()) {
        try {
          Files.delete(each);
        } catch (IOException e) {
          // A mounted disk ends with this process.
        }
      }
    }
  }
}
