package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.genaiperf.GenAiPerfArguments;
import io.longhaul.config.genaiperf.GenAiPerfFile;
import io.longhaul.config.genaiperf.GenAiPerfTranslator;
import io.longhaul.config.options.ProfileOptions;
import io.longhaul.config.options.ProfileSettings;
import io.longhaul.load.GeneratorReport;
import io.longhaul.load.GeneratorSetup;
import io.longhaul.load.LoadGenerator;
import io.longhaul.load.TargetConnections;
import io.longhaul.load.dataset.PromptSources;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.keep.ExchangeStores;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PlanShare;
import io.longhaul.load.publish.FileEventPublisher;
import io.longhaul.load.schedule.EntryTimes;
import io.longhaul.load.schedule.PlannedArrivals;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The load of a documented command, executed in this process with the real command line, the real
 * generator and a mock server for each of its URLs, without Kafka and Flink.
 *
 * @param command the command
 * @param servers requests that each server received, in order of arrival
 * @param measuredFromNanos a time between the warm-up and the first profiling request
 */
record DocumentedRun(
    DocumentedCommand command,
    ProfileSettings settings,
    GeneratorReport report,
    List<List<LoggedRequest>> servers,
    long measuredFromNanos) {
  static final String KEY = "key-of-a-test";

  /** Seed of AIPerf's commands, so that every execution has the same plan. */
  private static final String SEED = "7";

  /** Endpoints that reject a tokenizer. */
  private static final Set<String> WITHOUT_TOKENS =
      Set.of("image_retrieval", "audio_transcription");

  /** Pause between the warm-up and the profiling phase. */
  private static final long MILLIS_BEFORE_THE_START = 20;

  /**
   * Executes the load.
   *
   * @param folder folder for its input and output files
   */
  static DocumentedRun of(
      DocumentedCommand documented, MockServerOptions.Builder script, Path folder)
      throws Exception {
    List<String> urls = documented.values("-u", "--url");
    List<MockServer> servers = new ArrayList<>();
    List<List<LoggedRequest>> seen = new ArrayList<>();
    Carried carried;
    try {
      for (int i = 0; i < Math.max(1, urls.size()); i++) {
        Path truth = Files.createTempFile(folder, "truth", ".jsonl");
        servers.add(MockServer.start(script.truthLog(truth).build()));
      }
      DocumentedCommand command = typed(documented, urls, servers, folder);
      carried = execute(command, settings(command), folder);
    } finally {
      for (MockServer server : servers) {
        server.close();
      }
    }
    for (MockServer server : servers) {
      seen.add(LoggedRequest.allOf(server.truthLog().orElseThrow()));
    }
    return new DocumentedRun(
        carried.command(), carried.settings(), carried.report(), seen, carried.measuredFromNanos());
  }

  private record Carried(
      DocumentedCommand command,
      ProfileSettings settings,
      GeneratorReport report,
      long measuredFromNanos) {}

  /**
   * Returns the options of every command: the servers' URLs and a tokenizer that needs no network.
   */
  private static DocumentedCommand typed(
      DocumentedCommand documented, List<String> urls, List<MockServer> servers, Path folder) {
    List<String> here = new ArrayList<>();
    for (int i = 0; i < servers.size(); i++) {
      String path = urls.isEmpty() ? "" : URI.create(withScheme(urls.get(i))).getPath();
      here.addAll(List.of("--url", "http://127.0.0.1:" + servers.get(i).llmPort() + path));
    }
    here.addAll(List.of("--rehearsal-requests", "0"));
    if (!WITHOUT_TOKENS.contains(documented.value("--endpoint-type").orElse(""))) {
      here.addAll(List.of("--tokenizer", "builtin"));
    }
    here.addAll(List.of("--artifact-dir", folder.resolve("artifacts").toString()));
    here.addAll(List.of("-H", "X-Mock-Tell-Body: yes"));
    if (documented.has("--api-key")) {
      here.addAll(List.of("--api-key", KEY));
    }
    if (!documented.isOfGenAiPerf() && !documented.has("--random-seed")) {
      here.addAll(List.of("--random-seed", SEED));
    }
    return documented.inFolder(folder).without(List.of("-u")).with(here);
  }

  private static String withScheme(String url) {
    return url.contains("://") ? url : "http://" + url;
  }

  private static ProfileSettings settings(DocumentedCommand command) throws Exception {
    PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, UTF_8);
    return ProfileCommand.validated(
            profileOptions(command), new Terminal(nowhere, nowhere, false, false))
        .settings();
  }

  /** Returns the options of {@code longhaul profile}. */
  private static GivenOptions profileOptions(DocumentedCommand command) throws Exception {
    boolean firstRelease = command.program().equals("genai-perf");
    return switch (command.program()) {
      case "genai-perf", "genai-perf profile" ->
          GenAiPerfTranslator.translate(
                  GenAiPerfArguments.ofProfile(command.optionWords()), firstRelease)
              .options();
      case "genai-perf config" -> {
        Path file = Path.of(command.value("-f").orElseThrow());
        GenAiPerfArguments arguments = GenAiPerfFile.read(file).arguments();
        arguments.add(command.without(List.of("-f", "--override-config")).optionWords(), false);
        yield GenAiPerfTranslator.translate(arguments, false).options();
      }
      default ->
          GivenOptions.parse(
              command.words().subList(1, command.words().size()), ProfileOptions.command());
    };
  }

  private static Carried execute(DocumentedCommand command, ProfileSettings settings, Path folder)
      throws Exception {
    RunPlan plan = settings.plan();
    AnchoredRunClock clock = new AnchoredRunClock();
    Path events = Files.createTempFile(folder, "events", ".bin");
    try (Tokenizer tokenizer =
            Tokenizers.ofThisProcess().load(plan.tokenizer(), false).tokenizer();
        FileEventPublisher publisher = new FileEventPublisher(events);
        PromptSource prompts = PromptSources.of(plan, tokenizer);
        LoadGenerator load =
            new LoadGenerator(
                new GeneratorSetup(
                    plan,
                    0,
                    1,
                    clock.epochNanos() / 1_000_000,
                    "timing",
                    4,
                    clock,
                    prompts,
                    tokenizer,
                    TargetConnections.clients(plan, settings.secretHeaders(), clock),
                    publisher,
                    GeneratorSetup.NO_ISSUED_COUNTS,
                    ExchangeStores.NONE,
                    settings.secretHeaders()))) {
      load.prepare();
      if (plan.load().warmup() != null) {
        load.warmUp().get(30, TimeUnit.SECONDS);
      }
      long measuredFrom = System.nanoTime();
      long start = clock.epochNanos() + TimeUnit.MILLISECONDS.toNanos(MILLIS_BEFORE_THE_START);
      GeneratorReport report = load.start(start).get(30, TimeUnit.SECONDS);
      return new Carried(command, settings, report, measuredFrom);
    }
  }

  /** Returns the first name of the endpoint. */
  String endpointType() {
    return settings.plan().request().endpointType().typedName();
  }

  /** Returns the planned times of an open loop, in seconds since the start of the phase. */
  List<Double> plannedSeconds() {
    PlannedArrivals arrivals =
        new PlannedArrivals(
            settings.plan(), LoadPhase.PROFILING, new PlanShare(0, 1, 0), EntryTimes.NONE);
    List<Double> seconds = new ArrayList<>();
    while (arrivals.hasNext()) {
      seconds.add(arrivals.offsetNanos() / 1e9);
      arrivals.nextLong();
    }
    return seconds;
  }

  /** Returns a time that is not later than the start of the profiling phase. */
  long startNanos() {
    return measuredFromNanos + TimeUnit.MILLISECONDS.toNanos(MILLIS_BEFORE_THE_START);
  }

  /** Returns the warm-up requests of all servers. */
  List<LoggedRequest> warmup() {
    return all().stream().filter(seen -> seen.receivedNanos() < measuredFromNanos).toList();
  }

  /** Returns the profiling requests of all servers, in order of arrival. */
  List<LoggedRequest> measured() {
    return all().stream().filter(seen -> seen.receivedNanos() >= measuredFromNanos).toList();
  }

  List<LoggedRequest> all() {
    return servers.stream()
        .flatMap(List::stream)
        .sorted(Comparator.comparingLong(LoggedRequest::receivedNanos))
        .toList();
  }
}
