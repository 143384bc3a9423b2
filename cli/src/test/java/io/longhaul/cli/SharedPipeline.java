package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.console.ProgressStyle;
import io.longhaul.cli.embedded.RestartableBroker;
import io.longhaul.cli.embedded.TestKafka;
import io.longhaul.cli.run.Interrupts;
import io.longhaul.cli.run.ProfileRun;
import io.longhaul.cli.run.RunSettings;
import io.longhaul.config.options.ProfileSettings;
import io.longhaul.config.value.SeriesPosition;
import io.longhaul.control.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * A broker and a standing job, on which many runs are carried out, side by side if need be. The
 * broker is a process of its own; the job, the generators and those who lead runs are threads of
 * this one, each begun by its command line.
 */
final class SharedPipeline implements AutoCloseable {
  static final long EXIT_TIMEOUT_SECONDS = 30;

  private final TestKafka broker;
  private final Path lake;
  private final Path spools;
  private final List<String> words;

  /** The job; its value is the status with which it ended. */
  private final FutureTask<Integer> job;

  private final Thread thread;

  /** Runs give signals back in another order than they took them; this gives them back last. */
  private final Interrupts signals = new Interrupts(number -> {});

  private SharedPipeline(TestKafka broker, Path lake, Path spools, List<String> words) {
    this.broker = broker;
    this.lake = lake;
    this.spools = spools;
    this.words = words;
    this.job = new FutureTask<>(this::pipeline);
    this.thread = new Thread(job, "pipeline");
  }

  private int pipeline() {
    List<String> pipeline =
        new ArrayList<>(
            List.of(
                "pipeline",
                "--kafka",
                broker.bootstrapServers(),
                "--lake",
                lake.toString(),
                "--checkpoint-interval",
                "1"));
    pipeline.addAll(words);
    return new Longhaul(new Transcript().terminal()).run(pipeline);
  }

  /** What commands print. */
  private record Transcript(ByteArrayOutputStream out, ByteArrayOutputStream err) {
    Transcript() {
      this(new ByteArrayOutputStream(), new ByteArrayOutputStream());
    }

    Terminal terminal() {
      return new Terminal(
          new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, false);
    }

    String messages() {
      return err.toString(UTF_8);
    }
  }

  /**
   * A run that is over.
   *
   * @param generatorStatus exit status of its generator
   * @param messages what it printed in addition to its result
   */
  record EndedRun(String runId, ExitCode exitCode, int generatorStatus, String messages) {}

  /**
   * Starts broker and job.
   *
   * @param folder takes what they write
   */
  static SharedPipeline start(Path folder) throws Exception {
    return start(
        RestartableBroker.start(folder.resolve("log"), folder.resolve("kafka.log")), folder);
  }

  /**
   * Starts a job.
   *
   * @param broker is closed with it
   * @param folder takes what it writes
   * @param words further words of {@code longhaul pipeline}
   */
  static SharedPipeline start(TestKafka broker, Path folder, String... words) {
    SharedPipeline ground =
        new SharedPipeline(broker, folder.resolve("lake"), folder.resolve("spool"), List.of(words));
    ground.thread.start();
    return ground;
  }

  Path lake() {
    return lake;
  }

  String kafka() {
    return broker.bootstrapServers();
  }

  /** Where events of generators wait until Kafka has accepted them. */
  Path spools() {
    return spools;
  }

  /**
   * Carries out a run with one generator, until its rows are committed. May be called by several
   * threads.
   *
   * @param words of {@code longhaul profile}, without where Kafka and the lake are
   */
  EndedRun execute(List<String> words) throws Exception {
    EndedRun ended = execute(words, List.of());
    assertThat(ended.generatorStatus()).as(ended.messages()).isZero();
    return ended;
  }

  /**
   * Carries out a run with one generator.
   *
   * @param generatorWords further words of {@code longhaul generate}
   */
  EndedRun execute(List<String> words, List<String> generatorWords) throws Exception {
    List<String> profile = new ArrayList<>(words);
    profile.addAll(List.of("--kafka", broker.bootstrapServers(), "--lake", lake.toString()));
    Transcript transcript = new Transcript();
    Terminal terminal = transcript.terminal();
    ProfileSettings settings = ProfileCommand.validated(profile, terminal).settings();
    String runId = settings.plan().runId();
    List<String> named = new ArrayList<>(List.of("--name", "generator of " + runId));
    named.addAll(generatorWords);
    CompletableFuture<Integer> generator =
        CompletableFuture.supplyAsync(
            () -> generate(runId, named, terminal), task -> new Thread(task, "generate").start());
    ExitCode exitCode =
        new ProfileRun(
                new RunSettings(
                    settings,
                    Main.class.getName(),
                    "",
                    Version.text(),
                    ProgressStyle.NONE,
                    false,
                    SeriesPosition.ALONE,
                    List.of()),
                terminal.out(),
                terminal.err())
            .execute();
    assertThat(generator)
        .as(transcript.messages())
        .succeedsWithin(EXIT_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    return new EndedRun(runId, exitCode, generator.join(), transcript.messages());
  }

  /**
   * Starts a whole command line and its generators.
   *
   * @param words of the command, without where Kafka and the lake are
   */
  PipelineRun start(String runId, int generators, List<String> words) {
    List<String> profile = new ArrayList<>(words);
    profile.addAll(List.of("--kafka", broker.bootstrapServers(), "--lake", lake.toString()));
    profile.addAll(List.of("--run-id", runId, "--generators", Integer.toString(generators)));
    List<CompletableFuture<Integer>> started = new ArrayList<>();
    for (int i = 0; i < generators; i++) {
      String name = "generator " + i + " of " + runId;
      started.add(
          CompletableFuture.supplyAsync(
              () -> generate(runId, List.of("--name", name), new Transcript().terminal()),
              task -> new Thread(task, name).start()));
    }
    return new PipelineRun(
        CompletableFuture.supplyAsync(
            () -> EndedCommand.of(profile), task -> new Thread(task, "profile " + runId).start()),
        started);
  }

  private int generate(String runId, List<String> more, Terminal terminal) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "generate",
                "--kafka",
                broker.bootstrapServers(),
                "--run-id",
                runId,
                "--spool-dir",
                spools.toString()));
    words.addAll(more);
    return new Longhaul(terminal).run(words);
  }

  /** Ends the job, and then the broker that it reads. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      assertThat(job)
          .succeedsWithin(EXIT_TIMEOUT_SECONDS, TimeUnit.SECONDS)
          .isEqualTo(ExitCode.INTERRUPTED.status());
    } finally {
      broker.close();
      signals.close();
    }
  }
}
