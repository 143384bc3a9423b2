package io.longhaul.config.runfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.options.ProfileOptions;
import io.longhaul.config.options.Sweep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFileTest {
  private static final String PHASE = "profiling: {type: concurrency, requests: 5}\n";

  @TempDir Path folder;

  private final Map<String, String> environment = new HashMap<>();

  @Test
  void listsOfRatesAndDurationsMayHaveUnits() throws Exception {
    List<Sweep.Cell> cells =
        cells(
            """
            model: m
            endpoint: {url: "http://127.0.0.1:8000"}
            dataset: {type: synthetic}
            profiling: {type: constant, rate: [5rps, 600/min], duration: [1m, 90]}
            """);

    assertThat(cells)
        .extracting(Sweep.Cell::name)
        .containsExactly(
            "rate_5__duration_60",
            "rate_5__duration_90",
            "rate_10__duration_60",
            "rate_10__duration_90");
    assertThat(cells.get(2).values())
        .isEqualTo(Map.of("phases.profiling.rate", 10L, "phases.profiling.duration", 60L));
  }

  @Test
  void aFileBecomesTheSameWordsAsACommandLine() throws Exception {
    assertThat(
            words(
                """
                schemaVersion: "2.0"
                randomSeed: 11
                variables: {streams: 12}
                benchmark:
                  model: ${LLM_NAME:demo-8b}
                  endpoint: {url: "http://127.0.0.1:8000", type: chat, streaming: true, timeout: 900}
                  dataset:
                    type: synthetic
                    entries: 400
                    prompts: {isl: {mean: 600, stddev: 80}, osl: 120}
                  warmup: {type: concurrency, requests: "{{ streams * 2 }}", concurrency: 4}
                  profiling:
                    type: gamma
                    rate: 6
                    smoothness: 2.0
                    rateRamp: 1m
                    duration: 4h
                    gracePeriod: 90s
                    concurrency: "{{ streams }}"
                    failedRequestThreshold: 0.2
                  slos: {time_to_first_token: 700, request_latency: 9000}
                  artifacts: {dir: ./out/soak, sliceDuration: 5m}
                """))
        .containsExactlyInAnyOrder(
            "--random-seed=11",
            "--model=demo-8b",
            "--url=http://127.0.0.1:8000",
            "--endpoint-type=chat",
            "--streaming",
            "--request-timeout-seconds=900",
            "--num-dataset-entries=400",
            "--isl=600",
            "--isl-stddev=80",
            "--osl=120",
            "--warmup-request-count=24",
            "--warmup-concurrency=4",
            "--warmup-arrival-pattern=concurrency_burst",
            "--request-rate=6",
            "--arrival-pattern=gamma",
            "--arrival-smoothness=2",
            "--request-rate-ramp-duration=60",
            "--benchmark-duration=14400",
            "--benchmark-grace-period=90",
            "--concurrency=12",
            "--failed-request-threshold=0.2",
            "--goodput=time_to_first_token:700 request_latency:9000",
            "--artifact-dir=./out/soak",
            "--slice-duration=300");
  }

  @Test
  void metricsAreSentToTheCollectorOfTheFile() throws Exception {
    String file =
        """
        benchmark:
          model: m
          endpoint: {url: http://a}
          profiling: {type: concurrency, requests: 5}
          otel:
            metrics_url: collector:4318
            customResourceAttributes: {team_name: search, stage: test}
            streamTimingEnabled: true
        """;

    assertThat(words(file))
        .contains("--otel-url=collector:4318")
        .contains("--otel-resource-attributes=team_name=search,stage=test");
    assertThat(problems(file + "    genAiProvider: openai\n"))
        .singleElement()
        .asString()
        .contains("otel.genAiProvider", "omit this option");
    assertThat(problems(file.replace("TimingEnabled: true", "MetricsEnabled: false")))
        .singleElement()
        .asString()
        .contains("otel.streamMetricsEnabled: false (true)");
  }

  @Test
  void whatWasTypedWinsByWhicheverName() throws Exception {
    assertThat(
            words(
                """
                benchmark:
                  model: a
                  endpoint: {url: http://a, headers: {X-A: 1}}
                  profiling: {type: poisson, rate: 5, duration: 10, concurrency: 4}
                """,
                "-m",
                "b",
                "--num-requests",
                "7",
                "--benchmark-duration",
                "3",
                "--header",
                "X-A:2"))
        .containsExactly(
            "--url=http://a",
            "--header=X-A:1",
            "--concurrency=4",
            "--request-rate=5",
            "--arrival-pattern=poisson",
            "-m",
            "b",
            "--num-requests",
            "7",
            "--benchmark-duration",
            "3",
            "--header",
            "X-A:2");
  }

  @Test
  void keysMayHaveUnderscoresAndTheBenchmarkNoName() throws Exception {
    RunFile read =
        read(
            """
            model: m
            endpoint: {use_legacy_max_tokens: yes}
            profiling: {type: fixed_schedule, end_offset: 9}
            dataset: {type: file, path: t.jsonl, format: mooncake_trace}
            """);

    assertThat(read.options().arguments())
        .containsExactlyInAnyOrder(
            "--model=m",
            "--use-legacy-max-tokens",
            "--input-file=t.jsonl",
            "--custom-dataset-type=mooncake_trace",
            "--fixed-schedule",
            "--fixed-schedule-end-offset=9");
    assertThat(read.notes()).hasSize(1).first().asString().contains("belong under benchmark");
  }

  /** What a command line takes for granted and a file does not. */
  @Test
  void aFileHasDefaultsOfItsOwn() throws Exception {
    assertThat(
            words(
                """
                benchmark:
                  model: m
                  dataset: {isl: 10}
                  warmup: {type: constant, rate: 2, duration: 5, concurrency: 3}
                  profiling: {type: poisson, rate: 4, rateRamp: 2, duration: 9, concurrency: 7}
                """))
        .contains(
            "--num-dataset-entries=100",
            "--benchmark-grace-period=inf",
            "--warmup-request-rate-ramp-duration=0",
            "--warmup-arrival-pattern=constant");
    assertThat(
            words(
                """
                benchmark:
                  model: m
                  dataset: {type: file, path: t}
                  warmup: {type: concurrency, requests: 1}
                  profiling: {type: concurrency, requests: 5}
                """))
        .contains("--no-fixed-schedule", "--custom-dataset-type=single_turn")
        .contains("--warmup-concurrency=1");
  }

  @Test
  void theRestOfWhatCanBeSaid() throws Exception {
    assertThat(
            words(
                """
                benchmark:
                  models: {strategy: random, items: [{name: a}, {name: b}]}
                  endpoint:
                    urls: [http://a, http://b]
                    extra: {temperature: 0, stop: ["x"]}
                    template: {body: "{{ text }}", responseField: out}
                  datasets:
                    - name: main
                      turns: {mean: 3, stddev: 1}
                      turnDelay: 200
                      prompts:
                        sequenceDistribution:
                          - {isl: 8, osl: {mean: 4, stddev: 1}, probability: 60}
                          - {isl: 16, isl_stddev: 2, osl: 2, probability: 40}
                      images: {batchSize: 1}
                  phases:
                    - {name: profiling, type: user_centric, users: 3, rate: 1.5, sessions: 9,
                       cancellation: {rate: 10, delay: 0.5}}
                  gpuTelemetry: {enabled: false}
                  serverMetrics: http://a/metrics
                  artifacts: {summary: [json], records: false}
                  tokenizer: {name: builtin, revision: main}
                multiRun: {numRuns: 3, disableWarmupAfterFirst: false}
                """))
        .containsExactlyInAnyOrder(
            "--num-profile-runs=3",
            "--no-profile-run-disable-warmup-after-first",
            "--model=a,b",
            "--model-selection-strategy=random",
            "--url=http://a,http://b",
            "--endpoint-type=template",
            "--extra-inputs={\"payload_template\":\"{{ text }}\",\"response_field\":\"out\","
                + "\"temperature\":0,\"stop\":[\"x\"]}",
            "--num-dataset-entries=100",
            "--conversation-turn-mean=3",
            "--conversation-turn-stddev=1",
            "--conversation-turn-delay-mean=200",
            "--seq-dist={\"pairs\":[{\"isl\":8,\"osl\":4,\"osl_stddev\":1,\"prob\":60},"
                + "{\"isl\":16,\"isl_stddev\":2,\"osl\":2,\"prob\":40}]}",
            "--image-width-mean=512",
            "--image-height-mean=512",
            "--image-batch-size=1",
            "--image-format=jpeg",
            "--num-users=3",
            "--user-centric-rate=1.5",
            "--conversation-num=9",
            "--request-cancellation-rate=10",
            "--request-cancellation-delay=0.5",
            "--no-gpu-telemetry",
            "--server-metrics=http://a/metrics",
            "--export-level=summary",
            "--tokenizer=builtin");
  }

  @Test
  void referencesTakeTheEnvironmentOrTheirFallback() throws Exception {
    environment.put("KEY", "canary-7");
    environment.put("N", "3");

    assertThat(
            words(
                """
                benchmark:
                  model: m
                  endpoint: {apiKey: "${KEY}", sessionHeader: "X-${N}"}
                  profiling: {type: concurrency, requests: "${N}", concurrency: "${C:2}"}
                """))
        .containsExactlyInAnyOrder(
            "--model=m",
            "--api-key=canary-7",
            "--session-header=X-3",
            "--request-count=3",
            "--concurrency=2");
  }

  @Test
  void variablesMaySpeakOfEachOther() throws Exception {
    assertThat(
            words(
                """
                variables: {double: "{{ base * 2 }}", base: 4, half: "{{ double // 4 }}"}
                benchmark:
                  model: "m-{{ half }}"
                  phases: [{name: profiling, type: concurrency, requests: 8, concurrency: "{{ double }}"}]
                  slos: {request_latency: "{{ phases.profiling.requests + 1 }}"}
                """))
        .containsExactlyInAnyOrder(
            "--model=m-2", "--concurrency=8", "--request-count=8", "--goodput=request_latency:9");
  }

  @Test
  void allThatIsWrongIsToldAtOnceWithItsPath() {
    assertThat(
            problems(
                """
                schemaVersion: "1.0"
                sweep: {type: grid}
                colour: red
                benchmark:
                  model: m
                  endpoint: {url: http://a, urll: http://b, streaming: maybe}
                  dataset: {type: synthetic, isl: {peaks: []}, randomSeed: 4}
                  warmup: {type: poisson, rate: 4, seamless: true}
                  profiling: {type: gamma, smoothness: 2, gracePeriod: 3 weeks, users: 4}
                  artifacts: {userFiles: [], summary: false}
                  gpuTelemetry: {collector: amdsmi}
                """))
        .containsExactlyInAnyOrder(
            "Invalid schemaVersion: 1.0 (2.0)",
            "Invalid sweep.parameters: no value (paths, each with a list of values)",
            "Invalid key: colour (there is no such key)",
            "Invalid key in benchmark.endpoint: urll (did you mean url?)",
            "Invalid benchmark.endpoint.streaming: maybe (true or false)",
            "Invalid benchmark.dataset.isl: with peaks (a number, {value}, or {mean, stddev};"
                + " other distributions are not supported)",
            "Invalid benchmark.dataset.randomSeed: a value (the whole run has one seed:"
                + " randomSeed, at the top level)",
            "Invalid benchmark.warmup: no end (give requests, duration or sessions)",
            "Invalid benchmark.warmup.seamless: true (a phase starts when the previous one has"
                + " ended)",
            "Invalid benchmark.profiling.gracePeriod: 3 weeks (seconds, or a text such as 30s, 5m,"
                + " 2h, 1h30m or inf)",
            "Invalid benchmark.profiling: no rate (type gamma needs rate or rateSeries)",
            "Invalid benchmark.profiling: no end (give requests, duration or sessions)",
            "Invalid key in benchmark.profiling: users (there is no such key)",
            "Invalid benchmark.artifacts.userFiles: a list (custom files are not supported)",
            "Invalid benchmark.artifacts.summary: false (the summary is always written)",
            "Invalid benchmark.gpuTelemetry.collector: amdsmi (dcgm or pynvml)");
  }

  @Test
  void phasesAreOneWarmupIfAnyAndThenOneProfiling() {
    assertThat(
            problems(
                """
                benchmark:
                  model: m
                  phases:
                    - {name: a, kind: profiling, type: concurrency, requests: 5}
                    - {name: b, kind: profiling, type: concurrency, requests: 5}
                    - {name: c, type: concurrency, requests: 5}
                """))
        .containsExactlyInAnyOrder(
            "Invalid benchmark.phases[1]: another phase: profiling (one warmup, if any, and then"
                + " one profiling)",
            "Invalid benchmark.phases[2]: no kind (warmup or profiling)");
    assertThat(problems("benchmark: {model: m, phases: [], dataset: {}}"))
        .containsExactly("Invalid benchmark: no profiling phase (give one)");
  }

  @Test
  void aWarmupDoesNotTakeOverWhatItsFileDoesNotSay() {
    assertThat(
            problems(
                """
                benchmark:
                  model: m
                  warmup: {type: gamma, rate: 4, requests: 3}
                  profiling: {type: gamma, rate: 5, smoothness: 2, requests: 9, concurrency: 4,
                              prefillConcurrency: 2}
                """))
        .containsExactlyInAnyOrder(
            "Invalid benchmark.warmup: no concurrency (give one; otherwise that of profiling"
                + " would apply)",
            "Invalid benchmark.warmup: no prefillConcurrency (give one; otherwise that of"
                + " profiling would apply)",
            "Invalid benchmark.warmup.smoothness: no value (the same as profiling's)");
  }

  @Test
  void whatStandsInAFileIsNotShownWhenItCannotBeRead() {
    environment.put("SECRET", "canary-8");

    List<String> told =
        Stream.of(
                "benchmark: {endpoint: {apiKey: 'canary-8",
                "benchmark: {endpoint: {apiKey: [canary-8]}, model: m, " + PHASE.strip() + "}",
                "benchmark: {endpoint: {headers: {A: {b: canary-8}}}, model: m, "
                    + PHASE.strip()
                    + "}",
                "benchmark: {endpoint: {apiKey: '${SECRET} {{ x }}'}, model: m, "
                    + PHASE.strip()
                    + "}",
                "benchmark: {endpoint: {apiKey: '${SECRET} ${X'}, model: m, " + PHASE.strip() + "}")
            .flatMap(yaml -> problems(yaml).stream())
            .toList();

    assertThat(told).hasSize(5).noneMatch(problem -> problem.contains("canary"));
  }

  @Test
  void filesThatAreNoYamlAreRefused() {
    assertThat(problems("a: 1\na: 2\n"))
        .containsExactly(
            "Invalid --config: "
                + folder.resolve("run.yaml")
                + ", line 2, column 1 (YAML, but: found duplicate key a)");
    assertThat(problems("- a\n")).hasSize(1).first().asString().contains("a mapping");
    assertThat(problems("a: &x [*x]\n")).isNotEmpty();
    assertThat(problems("a: ${NO_SUCH_NAME}\n"))
        .contains("Invalid a: ${NO_SUCH_NAME} (there is no such environment variable)");
  }

  private static final String SWEPT =
      """
      benchmark:
        model: m
        endpoint: {url: "http://a"}
        dataset: {type: synthetic, entries: 5, prompts: {isl: 8}}
        warmup: {type: concurrency, requests: 2}
        profiling: {type: concurrency, requests: 5, concurrency: 9}
      """;

  /** Names and order are those that AIPerf 0.13 makes of the same file. */
  @Test
  void aFileMakesCellsOfEveryValueWithEveryOther() throws Exception {
    List<Sweep.Cell> cells =
        cells(
            SWEPT
                + """
                sweep:
                  iterationOrder: independent
                  sameSeed: true
                  cooldownSeconds: 2
                  parameters: {concurrency: [1, 2], datasets.default.prompts.isl: [64, 128]}
                """);

    assertThat(cells)
        .extracting(Sweep.Cell::name)
        .containsExactly(
            "isl_64__concurrency_1",
            "isl_64__concurrency_2",
            "isl_128__concurrency_1",
            "isl_128__concurrency_2");
    assertThat(cells.get(2).label())
        .isEqualTo("datasets.default.prompts.isl=128, phases.profiling.concurrency=1");
    assertThat(cells.get(2).values())
        .isEqualTo(
            Map.of("datasets.default.prompts.isl", 128L, "phases.profiling.concurrency", 1L));
    assertThat(cells.get(2).options().arguments())
        .contains(
            "--isl=128",
            "--concurrency=1",
            "--warmup-concurrency=1",
            "--parameter-sweep-mode=independent",
            "--parameter-sweep-same-seed",
            "--parameter-sweep-cooldown-seconds=2");
  }

  @Test
  void zippedParametersGoTogetherAndVariablesAreComputedAnew() throws Exception {
    assertThat(
            cells(
                SWEPT.replace("concurrency: 9", "concurrency: \"{{ n * 2 }}\"")
                    + """
                    variables: {n: 1}
                    sweep:
                      type: zip
                      parameters: {variables.n: [3, 4], phases.warmup.requests: [1, 2]}
                    """))
        .extracting(
            Sweep.Cell::name, cell -> cell.options().arguments().contains("--concurrency=8"))
        .containsExactly(tuple("requests_1__n_3", false), tuple("requests_2__n_4", true));
  }

  @Test
  void listsInAPhaseAreSweptToo() throws Exception {
    assertThat(cells(SWEPT.replace("concurrency: 9", "concurrency: [2, 4]")))
        .extracting(Sweep.Cell::name)
        .containsExactly("concurrency_2", "concurrency_4");
  }

  @Test
  void scenariosAreLaidOverTheFile() throws Exception {
    List<Sweep.Cell> cells =
        cells(
            """
            benchmark:
              model: m
              endpoint: {url: "http://a"}
              dataset: {type: synthetic, entries: 5, prompts: {isl: 8, osl: 3}}
              phases: [{name: profiling, type: concurrency, requests: 5, concurrency: 9}]
            sweep:
              type: scenarios
              runs:
                - name: aa-1k
                  benchmark:
                    dataset: {prompts: {isl: 1000}}
                    phases: [{name: profiling, concurrency: 2}]
                - benchmark: {model: n}
                  values: {which: n}
            """);

    assertThat(cells).extracting(Sweep.Cell::name).containsExactly("aa-1k", "scenario_1");
    assertThat(cells.get(0).values())
        .isEqualTo(Map.of("dataset.prompts.isl", 1000L, "phases.profiling.concurrency", 2L));
    assertThat(cells.get(0).options().arguments())
        .contains("--isl=1000", "--osl=3", "--concurrency=2", "--request-count=5");
    assertThat(cells.get(1).values()).isEqualTo(Map.of("which", "n"));
    assertThat(cells.get(1).options().arguments()).contains("--model=n", "--concurrency=9");
  }

  @Test
  void aSweepThatCannotBeIsToldByItsPath() {
    assertThat(problems(SWEPT + "sweep: {type: sobol}\n"))
        .containsExactly(
            "Invalid sweep.type: sobol (grid, zip or scenarios; searches are not supported)");
    assertThat(problems(SWEPT + "sweep: {parameters: {rate: 5, phases.main.rate: [1]}}\n"))
        .contains(
            "Invalid sweep.parameters.rate: a value (a list of single values)",
            "Invalid sweep: phases.main.rate (a path of this file, such as"
                + " phases.profiling.concurrency)");
    assertThat(problems(SWEPT + "sweep: {type: zip, parameters: {rate: [5], users: [1, 2]}}\n"))
        .contains("Invalid sweep.parameters: lists of different lengths (equal lengths, with zip)");
    assertThat(problems(SWEPT + "sweep: {parameters: {concurrency: [5, 5.0]}}\n"))
        .containsExactly("Invalid sweep: identical cells (each with a different value)");
  }

  /** What is swept stands in names of folders and in documents. */
  @Test
  void secretsAreNotSwept() {
    String why = " (the same in all cells, because swept values are written into files and names)";
    assertThat(
            problems(
                SWEPT
                    + """
                    sweep:
                      parameters:
                        endpoint.api_key: [canary-1, canary-2]
                        endpoint.headers.X-Who: [canary-3]
                        concurrency: [1, 2]
                    """))
        .containsExactlyInAnyOrder(
            "Invalid sweep.parameters: endpoint.api_key" + why,
            "Invalid sweep.parameters: endpoint.headers.X-Who" + why);
    assertThat(
            problems(
                SWEPT
                    + """
                    sweep:
                      type: scenarios
                      runs:
                        - benchmark: {model: a, endpoint: {apiKey: canary-4}}
                        - benchmark: {model: b, endpoint: {headers: {Authorization: canary-5}}}
                    """))
        .containsExactly(
            "Invalid sweep.runs[0]: endpoint.apiKey" + why,
            "Invalid sweep.runs[1]: endpoint.headers.Authorization" + why);
  }

  private List<Sweep.Cell> cells(String yaml) throws Exception {
    RunFile read = read(yaml);
    read.checked(() -> "fine");
    return read.cells();
  }

  private List<String> words(String yaml, String... typed) throws Exception {
    RunFile read = read(yaml, typed);
    read.checked(() -> "fine");
    return read.options().arguments();
  }

  private List<String> problems(String yaml) {
    try {
      read(yaml).checked(() -> "fine");
      return List.of();
    } catch (InvalidOptionsException e) {
      return e.problems();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RunFile read(String yaml, String... typed) throws IOException {
    Path file = Files.writeString(folder.resolve("run.yaml"), yaml);
    List<String> line =
        Stream.concat(Stream.of("--config", file.toString()), Stream.of(typed)).toList();
    return RunFile.read(file, GivenOptions.parse(line, ProfileOptions.command()), environment);
  }

  @Test
  void aProblemWithAnOptionNamesThePathThatItCameFrom() throws IOException {
    RunFile read = read("benchmark:\n  model: m\n  " + PHASE);

    assertThatThrownBy(
            () ->
                read.checked(
                    () -> {
                      throw invalid(read);
                    }))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessage(
            String.join(
                System.lineSeparator(),
                "Invalid benchmark.profiling.requests in run.yaml: 5 (more)",
                "Invalid --url: x (y)"));
  }

  @Test
  void aProblemNamesNoPathIfTheValueMayBeTyped() throws IOException {
    String yaml = "benchmark:\n  model: m\n  endpoint: {headers: {A: b}}\n  " + PHASE;

    assertThat(read(yaml).options().sourceOf("--header"))
        .isEqualTo("benchmark.endpoint.headers in run.yaml");
    assertThat(read(yaml, "-H", "nonsense").options().sourceOf("--header")).isEqualTo("--header");
    assertThat(read(yaml).options().with("--request-count", "0").sourceOf("--request-count"))
        .isEqualTo("--request-count");
  }

  private static InvalidOptionsException invalid(RunFile read) {
    OptionProblems problems = new OptionProblems(read.options()::sourceOf);
    problems.invalid("--request-count", "5", "more");
    problems.invalid("--url", "x", "y");
    try {
      problems.throwIfAny();
    } catch (InvalidOptionsException e) {
      return e;
    }
    throw new AssertionError();
  }
}
