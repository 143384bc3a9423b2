package io.longhaul.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.benchmarks.subject.TemporaryFolder;
import io.longhaul.cli.calibrate.Machine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Runs the benchmarks of whole processes in sequence, and writes their figures to one file, with
 * the commit and the machine. Benchmarks that need a tool or a tokenizer that is not given are left
 * out. The file is written after each benchmark, and a repeated command runs only those that it
 * does not contain, because all of them take hours.
 */
@SuppressWarnings("NullAway.Init") // picocli sets the options
@Command(name = "All", mixinStandardHelpOptions = true)
public final class All implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Option(names = "--into", required = true, description = "File of the figures, in JSON")
  private Path into;

  @Mixin private OtherTools tools = new OtherTools();

  @Option(names = "--tokenizer", description = "Folder that contains a tokenizer.json")
  private @Nullable Path tokenizer;

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "Number of rounds of each benchmark; default: ${DEFAULT-VALUE}")
  private int rounds;

  public static void main(String[] args) {
    System.exit(new CommandLine(new All()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    AllFigures figures = begun();
    List<String> failed = new ArrayList<>();
    for (List<String> benchmark : benchmarks()) {
      String command = String.join(" ", benchmark);
      if (figures.contains(benchmark.get(0), benchmark.subList(1, benchmark.size()))) {
        System.out.printf("%n== %s: %s already contains it%n", command, into);
        continue;
      }
      System.out.printf("%n== %s%n", command);
      Optional<MeasuredFigures.Document> document = run(benchmark);
      if (document.isEmpty()) {
        failed.add(command);
        continue;
      }
      figures = figures.with(document.get());
      figures.write(into);
    }
    if (!failed.isEmpty()) {
      System.err.printf(
          "%nCannot measure everything: %s failed (see the messages above; repeat the command to run"
              + " only the missing benchmarks)%n",
          String.join(", ", failed));
      return 1;
    }
    return 0;
  }

  /** Returns the figures in the file if they are of this commit and machine, otherwise none. */
  private AllFigures begun() throws IOException, InterruptedException {
    String commit = commit();
    Machine machine = Machine.current();
    if (Files.exists(into)) {
      AllFigures written = AllFigures.read(into);
      if (written.commit().equals(commit) && written.machine().equals(machine)) {
        return written;
      }
    }
    String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    return new AllFigures(commit, now, machine, List.of());
  }

  /**
   * Returns the names of the benchmarks, each with the arguments by which its figures are known.
   */
  private List<List<String>> benchmarks() {
    List<List<String>> benchmarks =
        new ArrayList<>(
            List.of(
                List.of("EventLoopCost"),
                List.of("TtftAccuracy"),
                List.of("Pacing"),
                List.of("PausedBroker"),
                List.of("PipelineThroughput"),
                List.of("RecordsExport"),
                List.of("VerifySpeed")));
    if (tokenizer == null) {
      System.out.println("Left out: Peers, StartUp (without --tokenizer)");
      return benchmarks;
    }
    benchmarks.add(List.of("Peers"));
    if (tools.aiperf() == null) {
      System.out.println("Left out: StartUp (without --aiperf)");
    } else {
      benchmarks.add(List.of("StartUp"));
    }
    return benchmarks;
  }

  /** Returns the options of a benchmark that needs tools. */
  private List<String> toolsOf(String benchmark) {
    List<String> options = new ArrayList<>(List.of("--tokenizer", String.valueOf(tokenizer)));
    switch (benchmark) {
      case "Peers" -> options.addAll(tools.toArguments());
      case "StartUp" -> options.addAll(List.of("--aiperf", String.valueOf(tools.aiperf())));
      default -> options.clear();
    }
    return options;
  }

  /** Runs a benchmark in a process of its own and returns its figures; empty if it failed. */
  private Optional<MeasuredFigures.Document> run(List<String> benchmark)
      throws IOException, InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      Path figures = folder.path().resolve("figures.json");
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.add("-Dlonghaul.home=" + System.getProperty("longhaul.home"));
      command.addAll(List.of("-Duser.timezone=UTC", "-Dfile.encoding=UTF-8"));
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.add(All.class.getPackageName() + "." + benchmark.get(0));
      command.addAll(benchmark.subList(1, benchmark.size()));
      command.addAll(toolsOf(benchmark.get(0)));
      command.addAll(List.of("--rounds", Integer.toString(rounds), "--json", figures.toString()));
      int code = new ProcessBuilder(command).inheritIO().start().waitFor();
      if (code != 0) {
        System.err.printf("%s ended with exit code %d%n", benchmark.get(0), code);
        return Optional.empty();
      }
      MeasuredFigures.Document document =
          JSON.readValue(figures.toFile(), MeasuredFigures.Document.class);
      return Optional.of(
          new MeasuredFigures.Document(
              document.benchmark(), benchmark.subList(1, benchmark.size()), document.figures()));
    }
  }

  private static String commit() throws IOException, InterruptedException {
    String commit = git("rev-parse", "HEAD");
    return git("status", "--porcelain", "--untracked-files=no").isEmpty()
        ? commit
        : commit + "-dirty";
  }

  private static String git(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("git", "-C", System.getProperty("longhaul.home")));
    command.addAll(List.of(arguments));
    Process git =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (git.waitFor() != 0) {
      throw new IllegalStateException("Cannot find the commit: git ended with " + git.exitValue());
    }
    return output.strip();
  }
}
