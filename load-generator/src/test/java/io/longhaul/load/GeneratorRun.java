package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.dataset.PromptSources;
import io.longhaul.load.keep.ExchangeStores;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.server.TargetPlan;
import io.longhaul.load.publish.FileEventPublisher;
import io.longhaul.load.publish.RecordFile;
import io.longhaul.load.record.DecodedRequest;
import io.longhaul.load.record.LaneEvent;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.wire.LaneStarted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * One run of a generator against a mock server, from plan to file, with the records of both.
 *
 * @param lanes the events of each lane, in order
 */
record GeneratorRun(GeneratorReport report, Map<String, List<LaneEvent>> lanes, Truth truth) {

  static GeneratorRun against(MockServerOptions.Builder server, RunPlanBuilder plan, Path folder)
      throws Exception {
    return against(server, plan, folder, 0, 1);
  }

  static GeneratorRun against(
      MockServerOptions.Builder server,
      RunPlanBuilder planWithoutUrl,
      Path folder,
      int generator,
      int generators)
      throws Exception {
    return against(
        server, planWithoutUrl, folder, generator, generators, port -> "http://127.0.0.1:" + port);
  }

  /** Runs through a proxy in front of the server. */
  static GeneratorRun against(
      MockServerOptions.Builder server, RunPlanBuilder plan, Path folder, TlsFront front)
      throws Exception {
    return against(server, plan, folder, 0, 1, front::urlOf);
  }

  private static GeneratorRun against(
      MockServerOptions.Builder server,
      RunPlanBuilder planWithoutUrl,
      Path folder,
      int generator,
      int generators,
      IntFunction<String> urlOfPort)
      throws Exception {
    try (Tokenizer tokenizer = tokenizerOf(planWithoutUrl)) {
      return against(server, planWithoutUrl, folder, generator, generators, urlOfPort, tokenizer);
    }
  }

  /** Runs with this tokenizer, whatever the plan says. */
  static GeneratorRun against(
      MockServerOptions.Builder server, RunPlanBuilder plan, Path folder, Tokenizer tokenizer)
      throws Exception {
    return against(server, plan, folder, 0, 1, port -> "http://127.0.0.1:" + port, tokenizer);
  }

  private static GeneratorRun against(
      MockServerOptions.Builder server,
      RunPlanBuilder planWithoutUrl,
      Path folder,
      int generator,
      int generators,
      IntFunction<String> urlOfPort,
      Tokenizer tokenizer)
      throws Exception {
    Path truthLog = Files.createTempFile(folder, "truth", ".jsonl");
    Path events = Files.createTempFile(folder, "events", ".bin");
    GeneratorReport report;
    try (MockServer mock = MockServer.start(server.truthLog(truthLog).build())) {
      String url = urlOfPort.apply(mock.llmPort());
      report = report(to(url, planWithoutUrl), events, generator, generators, tokenizer);
    }
    return new GeneratorRun(report, lanesOf(events), Truth.read(truthLog));
  }

  private static Tokenizer tokenizerOf(RunPlanBuilder plan) {
    return Tokenizers.ofThisProcess().load(plan.build().tokenizer(), false).tokenizer();
  }

  /** Runs a generator against a server at this URL. */
  static GeneratorReport at(String url, RunPlanBuilder planWithoutUrl, Path folder)
      throws Exception {
    Path events = Files.createTempFile(folder, "events", ".bin");
    try (Tokenizer tokenizer = tokenizerOf(planWithoutUrl)) {
      return report(to(url, planWithoutUrl), events, 0, 1, tokenizer);
    }
  }

  private static GeneratorReport report(
      RunPlan plan, Path events, int generator, int generators, Tokenizer tokenizer)
      throws Exception {
    try (FileEventPublisher publisher = new FileEventPublisher(events)) {
      GeneratorReport report = run(plan, tokenizer, publisher, generator, generators);
      if (!publisher.flush(Duration.ofSeconds(10))) {
        throw new AssertionError("Events were not written: " + publisher.trouble());
      }
      return report;
    }
  }

  private static RunPlan to(String url, RunPlanBuilder plan) {
    RunPlan elsewhere = plan.build();
    return new RunPlan(
        elsewhere.runId(),
        elsewhere.seed(),
        new TargetPlan(
            List.of(url),
            elsewhere.target().path(),
            elsewhere.target().headers(),
            elsewhere.target().requestTimeoutNanos(),
            elsewhere.target().httpVersion(),
            elsewhere.target().connectionReuse(),
            elsewhere.target().staleRetry(),
            elsewhere.target().insecureTls(),
            elsewhere.target().caCertificates(),
            elsewhere.target().proxy(),
            elsewhere.target().sessionHeader()),
        elsewhere.request(),
        elsewhere.tokenizer(),
        elsewhere.dataset(),
        elsewhere.load(),
        elsewhere.measurement());
  }

  private static GeneratorReport run(
      RunPlan plan,
      Tokenizer tokenizer,
      FileEventPublisher publisher,
      int generator,
      int generators)
      throws Exception {
    AnchoredRunClock clock = new AnchoredRunClock();
    GeneratorSetup setup =
        new GeneratorSetup(
            plan,
            generator,
            generators,
            clock.epochNanos() / 1_000_000,
            "timing",
            4,
            clock,
            PromptSources.of(plan, tokenizer),
            tokenizer,
            TargetConnections.clients(plan, Map.of(), clock),
            publisher,
            GeneratorSetup.NO_ISSUED_COUNTS,
            ExchangeStores.NONE,
            Map.of());
    try (LoadGenerator load = new LoadGenerator(setup)) {
      load.prepare();
      if (plan.load().warmup() != null) {
        load.warmUp().get(30, TimeUnit.SECONDS);
      }
      return load.start(clock.epochNanos() + 100_000_000).get(90, TimeUnit.SECONDS);
    }
  }

  /** Returns the records of a file, which must be complete. */
  static List<RecordFile.Entry> recordsIn(Path file) throws IOException {
    RecordFile.Content content = RecordFile.read(file);
    assertThat(content.cut()).isFalse();
    return content.entries();
  }

  private static Map<String, List<LaneEvent>> lanesOf(Path events) throws IOException {
    return recordsIn(events).stream()
        .map(entry -> LaneEvent.decode(entry.key(), entry.value()))
        .collect(Collectors.groupingBy(LaneEvent::laneId, LinkedHashMap::new, Collectors.toList()));
  }

  /** Returns the requests of all lanes, lane by lane. */
  List<DecodedRequest> requests() {
    return lanes.values().stream().flatMap(events -> DecodedRequest.of(events).stream()).toList();
  }

  /** Returns the planned properties of each request, as one text. */
  Set<String> planned() {
    return lanes.values().stream()
        .flatMap(
            events -> {
              long start = startOf(events);
              return DecodedRequest.of(events).stream()
                  .map(
                      request ->
                          request.planned().getPlanIndex()
                              + "@"
                              + (request.planned().getScheduledAtNs() - start)
                              + ":"
                              + request.planned().getPromptHash());
            })
        .collect(Collectors.toSet());
  }

  /** Returns the start of the run as a lane time. */
  private static long startOf(List<LaneEvent> lane) {
    LaneStarted started = (LaneStarted) lane.get(0).event();
    return started.getPlan().getRunStartEpochNs() - started.getAnchorEpochNs();
  }
}
