package io.longhaul.load.plan;

import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.ExtraInputs;
import io.longhaul.load.endpoint.TritonBackend;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Builds a {@link RunPlan} from what a person gave. Each setter's Javadoc names the default, which
 * is AIPerf 0.13's where that has one.
 */
public final class RunPlanBuilder {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long RAMP_STEP = SECOND / 10;

  /**
   * Prompts are made before the load, at about a millisecond for each, and kept in memory: a long
   * run repeats them unless more are asked for.
   */
  private static final long MOST_TOKENS_UNASKED = 1_100_000;

  private static final int DEFAULT_ENTRIES = 100;

  /** Likewise: in base64 they are a third larger, and all of it is held ready. */
  private static final long MOST_MEDIA_BYTES_UNASKED = 128L << 20;

  private final String runId;
  private final List<String> urls = new ArrayList<>();
  private final List<String> models = new ArrayList<>();
  private final Map<String, String> headers = new LinkedHashMap<>();
  private long seed;
  private String path;
  private long requestTimeoutNanos = 21_600 * SECOND;
  private HttpVersion httpVersion = HttpVersion.HTTP_1_1;
  private ConnectionReuse connectionReuse = ConnectionReuse.POOLED;
  private boolean staleRetry = true;
  private boolean insecureTls;
  private String caCertificates;
  private String proxy;
  private String sessionHeader = TargetPlan.DEFAULT_SESSION_HEADER;
  private EndpointType endpointType = Endpoints.CHAT;
  private ExtraInputs extraInputs = ExtraInputs.NONE;
  private ModelSelection modelSelection = ModelSelection.ROUND_ROBIN;
  private boolean streaming;
  private boolean useServerTokenCount;
  private boolean useLegacyMaxTokens;
  private TritonBackend backend;
  private boolean leastTokensToo;
  private String tokenizer;
  private String tokenizerRevision = "main";
  private boolean tokenizerDownload;
  private boolean chatTemplate;
  private String inputFile;
  private FileType fileType = FileType.SINGLE_TURN;
  private TracePlan trace = TracePlan.WHOLE;
  private RecordedDelays delays = RecordedDelays.AS_THEY_ARE;
  private boolean fixedSchedule;
  private TokenLength inputLength = new TokenLength(550, 0);
  private RankingPlan rankings = RankingPlan.DEFAULTS;
  private MediaPlan media = MediaPlan.NONE;
  private BatchPlan batch = BatchPlan.ONE_OF_EACH;
  private TokenLength outputLength;
  private List<LengthPair> lengthPairs = List.of();
  private PromptCorpus corpus = PromptCorpus.SONNET;
  private PrefixPlan prefixes = PrefixPlan.NONE;
  private String systemPrompt;
  private CacheBust cacheBust = CacheBust.NONE;
  private SessionPlan sessions = SessionPlan.SINGLE_TURNS;
  private Integer entries;
  private Sampling sampling = Sampling.SEQUENTIAL;
  private boolean uniquePrompts;
  private Integer concurrency;
  private long concurrencyRampNanos;
  private Double requestRate;
  private long requestRateRampNanos;
  private RateCurve rateCurve;
  private ArrivalPattern arrivalPattern = ArrivalPattern.POISSON;
  private double arrivalSmoothness = 1;
  private Integer prefillConcurrency;
  private long prefillRampNanos;
  private Integer warmupPrefillConcurrency;
  private Long warmupPrefillRampNanos;
  private UserPlan users;
  private CancellationPlan cancellation = CancellationPlan.NONE;
  private Long requestCount;
  private Long sessionCount;
  private Long durationNanos;
  private Long graceNanos;
  private Long warmupRequestCount;
  private Long warmupSessionCount;
  private Long warmupDurationNanos;
  private long warmupGraceNanos = PhasePlan.FOR_EVER;
  private Integer warmupConcurrency;
  private Long warmupConcurrencyRampNanos;
  private Double warmupRequestRate;
  private Long warmupRequestRateRampNanos;
  private ArrivalPattern warmupArrivalPattern;
  private boolean warmupClosedLoop;
  private Long longestWarmupNanos;
  private Long longestDurationNanos;
  private long sliceNanos = 10 * SECOND;
  private String slos = "";
  private List<SliceLabel> sliceBy = List.of();
  private int lanesPerGenerator = 1;
  private int rehearsalRequests = 2_000;

  RunPlanBuilder(String runId) {
    this.runId = runId;
  }

  /** Seed of all random draws; 0. */
  public RunPlanBuilder seed(long value) {
    seed = value;
    return this;
  }

  /** Adds a base URL; {@code http://localhost:8000} when none is added. */
  public RunPlanBuilder url(String value) {
    urls.add(value);
    return this;
  }

  /** Path that replaces the endpoint type's own; none. */
  public RunPlanBuilder path(String value) {
    path = value;
    return this;
  }

  /** Adds an HTTP header. */
  public RunPlanBuilder header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /** Limit of one request; 21,600 s. */
  public RunPlanBuilder requestTimeoutNanos(long value) {
    requestTimeoutNanos = value;
    return this;
  }

  /** In which version of HTTP a server is asked; 1.1. */
  public RunPlanBuilder httpVersion(HttpVersion value) {
    httpVersion = value;
    return this;
  }

  /** Which connection a request goes out on; pooled. */
  public RunPlanBuilder connectionReuse(ConnectionReuse value) {
    connectionReuse = value;
    return this;
  }

  /** Whether a request is sent once more after a stale connection; yes. */
  public RunPlanBuilder staleRetry(boolean value) {
    staleRetry = value;
    return this;
  }

  /** The header that names the session of a request; {@code X-Correlation-ID}. */
  public RunPlanBuilder sessionHeader(String value) {
    sessionHeader = value;
    return this;
  }

  /** The forward proxy that servers are asked through; none. */
  public RunPlanBuilder proxy(String value) {
    proxy = value;
    return this;
  }

  /** Whether any certificate is accepted; no. */
  public RunPlanBuilder insecureTls(boolean value) {
    insecureTls = value;
    return this;
  }

  /** The only authorities that are trusted, as PEM; those that Java trusts. */
  public RunPlanBuilder caCertificates(String value) {
    caCertificates = value;
    return this;
  }

  /** The API that is spoken; chat. */
  public RunPlanBuilder endpointType(EndpointType value) {
    endpointType = value;
    return this;
  }

  /** Adds a model; at least one is needed. */
  public RunPlanBuilder model(String value) {
    models.add(value);
    return this;
  }

  /** Which of several models a turn is sent to; one after the other. */
  public RunPlanBuilder modelSelection(ModelSelection value) {
    modelSelection = value;
    return this;
  }

  /** Whether streamed answers are asked for; no. */
  public RunPlanBuilder streaming(boolean value) {
    streaming = value;
    return this;
  }

  /** Members for every request's body; none. */
  public RunPlanBuilder extraInputs(ExtraInputs value) {
    extraInputs = value;
    return this;
  }

  /** Whether token counts come from the server; no. */
  public RunPlanBuilder useServerTokenCount(boolean value) {
    useServerTokenCount = value;
    return this;
  }

  /** Whether chat sends {@code max_tokens}; no. */
  public RunPlanBuilder useLegacyMaxTokens(boolean value) {
    useLegacyMaxTokens = value;
    return this;
  }

  /** What a Triton server runs the model with; null leaves it to the endpoint type; null. */
  public RunPlanBuilder backend(TritonBackend value) {
    backend = value;
    return this;
  }

  /** Whether an answer is asked to be no shorter than its limit; no. */
  public RunPlanBuilder leastTokensToo(boolean value) {
    leastTokensToo = value;
    return this;
  }

  /** {@code builtin}, a path, or a Hugging Face name; the first model's name. */
  public RunPlanBuilder tokenizer(String value) {
    tokenizer = value;
    return this;
  }

  /** Branch, tag or commit of a Hugging Face name; {@code main}. */
  public RunPlanBuilder tokenizerRevision(String value) {
    tokenizerRevision = value;
    return this;
  }

  /** Whether a tokenizer may be fetched over the network; no. */
  public RunPlanBuilder tokenizerDownload(boolean value) {
    tokenizerDownload = value;
    return this;
  }

  /** Whether prompts are counted as the tokenizer's chat template writes them; no. */
  public RunPlanBuilder applyChatTemplate(boolean value) {
    chatTemplate = value;
    return this;
  }

  /** A file of prompts, or a folder of pools; none, so that prompts are synthetic. */
  public RunPlanBuilder inputFile(String value) {
    inputFile = value;
    return this;
  }

  /** Format of the file; {@code single_turn}. */
  public RunPlanBuilder fileType(FileType value) {
    fileType = value;
    return this;
  }

  /** How a trace is read; whole, as it was recorded. */
  public RunPlanBuilder trace(TracePlan value) {
    trace = value;
    return this;
  }

  /** What becomes of the delays of a file; they are waited as they are. */
  public RunPlanBuilder delays(RecordedDelays value) {
    delays = value;
    return this;
  }

  /** Whether requests are sent at the times that the dataset has for them; no. */
  public RunPlanBuilder fixedSchedule(boolean value) {
    fixedSchedule = value;
    return this;
  }

  /** Length of synthetic prompts; 550, 0. */
  public RunPlanBuilder inputTokens(int mean, double stddev) {
    return inputLength(new TokenLength(mean, stddev));
  }

  /** Length of synthetic prompts; 550. */
  public RunPlanBuilder inputLength(TokenLength value) {
    inputLength = value;
    return this;
  }

  /** Limit of answers; none. */
  public RunPlanBuilder outputTokens(int mean, double stddev) {
    return outputLength(new TokenLength(mean, stddev));
  }

  /** Limit of answers; none. */
  public RunPlanBuilder outputLength(TokenLength value) {
    outputLength = value;
    return this;
  }

  /** What synthetic texts are made of; sonnets. */
  public RunPlanBuilder corpus(PromptCorpus value) {
    corpus = value;
    return this;
  }

  /**
   * Number of different conversations that are made up, drawn from pools or taken of public data
   * sets; the session count, else the request count, as far as prompts of that length fit into 1.1
   * million tokens (2,000 of 550), or 100 (of public ones 2,000) when there is no count; and as far
   * as their media fit into 128 MB.
   */
  public RunPlanBuilder entries(int value) {
    entries = value;
    return this;
  }

  /** Shapes of synthetic requests, in place of the two lengths; none. */
  public RunPlanBuilder lengthPairs(List<LengthPair> value) {
    lengthPairs = value;
    return this;
  }

  /** What synthetic prompts of endpoints that rank are; a query and a passage of 550 tokens. */
  public RunPlanBuilder rankings(RankingPlan value) {
    rankings = value;
    return this;
  }

  /** What synthetic prompts carry beside text; nothing. */
  public RunPlanBuilder media(MediaPlan value) {
    media = value;
    return this;
  }

  /** How many texts, and of pools how many media, a prompt has; one of each. */
  public RunPlanBuilder batch(BatchPlan value) {
    batch = value;
    return this;
  }

  /** How many turns synthetic sessions have; one. */
  public RunPlanBuilder sessions(SessionPlan value) {
    sessions = value;
    return this;
  }

  /** What synthetic prompts have in common; nothing. */
  public RunPlanBuilder prefixes(PrefixPlan value) {
    prefixes = value;
    return this;
  }

  /** Text of a message of the system that all conversations begin with; none. */
  public RunPlanBuilder systemPrompt(String value) {
    systemPrompt = value;
    return this;
  }

  /** Where each session has a mark of its own; nowhere. */
  public RunPlanBuilder cacheBust(CacheBust value) {
    cacheBust = value;
    return this;
  }

  /** In which order entries are asked; one after the other. */
  public RunPlanBuilder sampling(Sampling value) {
    sampling = value;
    return this;
  }

  /** Whether each request has a synthetic prompt of its own; no. */
  public RunPlanBuilder uniquePrompts(boolean value) {
    uniquePrompts = value;
    return this;
  }

  /** Requests in flight; 1 when neither this nor a rate is given. */
  public RunPlanBuilder concurrency(int value) {
    concurrency = value;
    return this;
  }

  /** In this time the slots open one after the other; 0, all at once. */
  public RunPlanBuilder concurrencyRampNanos(long value) {
    concurrencyRampNanos = value;
    return this;
  }

  /** Arrivals per second; none. */
  public RunPlanBuilder requestRate(double value) {
    requestRate = value;
    return this;
  }

  /** In this time the request rate rises to what it is; 0, it is that at once. */
  public RunPlanBuilder requestRateRampNanos(long value) {
    requestRateRampNanos = value;
    return this;
  }

  /** Arrivals per second over time, in place of one request rate; none. */
  public RunPlanBuilder rateCurve(RateCurve value) {
    rateCurve = value;
    return this;
  }

  /** How gaps are drawn; poisson. */
  public RunPlanBuilder arrivalPattern(ArrivalPattern value) {
    arrivalPattern = value;
    return this;
  }

  /** The shape of gamma arrivals; 1. */
  public RunPlanBuilder arrivalSmoothness(double value) {
    arrivalSmoothness = value;
    return this;
  }

  /** How many requests may wait for their first token; as many as there are. */
  public RunPlanBuilder prefillConcurrency(int value) {
    prefillConcurrency = value;
    return this;
  }

  /** In this time these places open one after the other; 0, all at once. */
  public RunPlanBuilder prefillRampNanos(long value) {
    prefillRampNanos = value;
    return this;
  }

  /** How many may wait for their first token while warming up; as while profiling, if it can. */
  public RunPlanBuilder warmupPrefillConcurrency(int value) {
    warmupPrefillConcurrency = value;
    return this;
  }

  /** Time in which these places open while warming up; the profiling one. */
  public RunPlanBuilder warmupPrefillRampNanos(long value) {
    warmupPrefillRampNanos = value;
    return this;
  }

  /** Users who ask at a fixed pace, in place of a concurrency or a rate; none. */
  public RunPlanBuilder users(UserPlan value) {
    users = value;
    return this;
  }

  /** Which requests are given up on purpose while profiling; none. */
  public RunPlanBuilder cancellation(CancellationPlan value) {
    cancellation = value;
    return this;
  }

  /** Requests to send; 10 when neither this nor sessions nor a duration is given. */
  public RunPlanBuilder requestCount(long value) {
    requestCount = value;
    return this;
  }

  /** Sessions to begin; as many as there are requests and time for. */
  public RunPlanBuilder sessionCount(long value) {
    sessionCount = value;
    return this;
  }

  /** For how long to send; as long as the stages of rates last, else without an end. */
  public RunPlanBuilder durationNanos(long value) {
    durationNanos = value;
    return this;
  }

  /** For how long answers are awaited; 30 s after a duration, else for ever. */
  public RunPlanBuilder graceNanos(long value) {
    graceNanos = value;
    return this;
  }

  /** Requests of the warm-up; no warm-up. */
  public RunPlanBuilder warmupRequestCount(long value) {
    warmupRequestCount = value;
    return this;
  }

  /** Sessions of the warm-up; no such limit. */
  public RunPlanBuilder warmupSessionCount(long value) {
    warmupSessionCount = value;
    return this;
  }

  /** For how long to send while warming up; no such limit. */
  public RunPlanBuilder warmupDurationNanos(long value) {
    warmupDurationNanos = value;
    return this;
  }

  /** For how long answers are awaited after a warm-up; for ever. */
  public RunPlanBuilder warmupGraceNanos(long value) {
    warmupGraceNanos = value;
    return this;
  }

  /** Requests in flight while warming up; the profiling one. */
  public RunPlanBuilder warmupConcurrency(int value) {
    warmupConcurrency = value;
    return this;
  }

  /** Time in which the slots open while warming up; the profiling one. */
  public RunPlanBuilder warmupConcurrencyRampNanos(long value) {
    warmupConcurrencyRampNanos = value;
    return this;
  }

  /** Arrivals per second while warming up; the profiling request rate. */
  public RunPlanBuilder warmupRequestRate(double value) {
    warmupRequestRate = value;
    return this;
  }

  /** Time in which the rate rises while warming up; the profiling one. */
  public RunPlanBuilder warmupRequestRateRampNanos(long value) {
    warmupRequestRateRampNanos = value;
    return this;
  }

  /** How gaps are drawn while warming up; the profiling one. */
  public RunPlanBuilder warmupArrivalPattern(ArrivalPattern value) {
    warmupArrivalPattern = value;
    return this;
  }

  /** Whether the warm-up has no rate, even if profiling has one. */
  public RunPlanBuilder warmupClosedLoop(boolean value) {
    warmupClosedLoop = value;
    return this;
  }

  /** After this time a warm-up is cancelled; 600 s after its duration. */
  public RunPlanBuilder longestWarmupNanos(long value) {
    longestWarmupNanos = value;
    return this;
  }

  /**
   * After this time the run is over whatever happens; the duration with its grace, a warm-up and an
   * hour to spare, or 7 days without a duration.
   */
  public RunPlanBuilder longestDurationNanos(long value) {
    longestDurationNanos = value;
    return this;
  }

  /** Length of a time slice; 10 s. */
  public RunPlanBuilder sliceNanos(long value) {
    sliceNanos = value;
    return this;
  }

  /** What slices tell requests apart by; nothing. */
  public RunPlanBuilder sliceBy(List<SliceLabel> value) {
    sliceBy = List.copyOf(value);
    return this;
  }

  /** Thresholds of a good request; none. */
  public RunPlanBuilder slos(String value) {
    slos = value;
    return this;
  }

  /** Event loops of one generator; 1. */
  public RunPlanBuilder lanesPerGenerator(int value) {
    lanesPerGenerator = value;
    return this;
  }

  /** Requests that a generator sends to itself first; 2,000. */
  public RunPlanBuilder rehearsalRequests(int value) {
    rehearsalRequests = value;
    return this;
  }

  /**
   * The plan.
   *
   * @throws InvalidPlanException with all problems when it cannot be carried out
   */
  public RunPlan build() {
    return new RunPlan(
        runId,
        seed,
        target(),
        request(),
        new TokenizerPlan(tokenizerName(), tokenizerRevision, tokenizerDownload, chatTemplate),
        dataset(),
        new LoadPlan(warmup(), profiling(), longestWarmup(), longestDuration()),
        new MeasurementPlan(sliceNanos, slos, lanesPerGenerator, rehearsalRequests, sliceBy));
  }

  /** Where requests go, be it valid or not: that is found out when the plan is built. */
  public TargetPlan target() {
    return new TargetPlan(
        urls.isEmpty() ? List.of(endpointType.defaultUrl()) : urls,
        path,
        headers,
        requestTimeoutNanos,
        httpVersion,
        connectionReuse,
        staleRetry,
        insecureTls,
        caCertificates,
        proxy,
        sessionHeader);
  }

  private RequestPlan request() {
    return new RequestPlan(
        endpointType,
        models,
        modelSelection,
        streaming,
        extraInputs,
        useServerTokenCount,
        useLegacyMaxTokens,
        backend,
        leastTokensToo);
  }

  /** What is asked, be it valid or not: that is found out when the plan is built. */
  public DatasetPlan dataset() {
    return new DatasetPlan(
        inputFile,
        fileType,
        trace,
        delays,
        inputLength,
        outputLength,
        lengthPairs,
        corpus,
        prefixes,
        systemPrompt,
        cacheBust,
        rankings,
        media,
        batch,
        sessions,
        entryCount(),
        sampling,
        uniquePrompts);
  }

  private String tokenizerName() {
    if (tokenizer != null) {
      return tokenizer;
    }
    // Without a model the plan is refused anyway; builtin keeps that from becoming two problems.
    boolean counts = endpointType.countsTokens(request().dialectOptions());
    return models.isEmpty() || !counts ? "builtin" : models.get(0);
  }

  private int entryCount() {
    if (entries != null) {
      return entries;
    }
    long mediaFit =
        Math.max(
            1,
            MOST_MEDIA_BYTES_UNASKED / Math.max(1, media.bytesPerRequest() * sessions.turnsMean()));
    long tokens =
        endpointType.ranks()
            ? rankings.meanTokens()
            : (long) inputLength.mean() * batch.texts() * sessions.turnsMean();
    long tokensFit = Math.max(DEFAULT_ENTRIES, MOST_TOKENS_UNASKED / Math.max(1, tokens));
    long fit = Math.min(tokensFit, mediaFit);
    // Of what others have published there is always enough.
    long usual = inputFile != null && fileType.isPublic() ? fit : DEFAULT_ENTRIES;
    Long counted = sessionCount == null ? requestCount : sessionCount;
    return (int) Math.min(counted == null ? usual : counted, fit);
  }

  private PhasePlan profiling() {
    Long sendingNanos = sendingNanos();
    boolean isBounded =
        requestCount != null || sessionCount != null || sendingNanos != null || fixedSchedule;
    ArrivalPlan arrivals = arrivals();
    return new PhasePlan(
        concurrencyFor(concurrency, arrivals != null || users != null || fixedSchedule),
        concurrencyRampNanos,
        prefill(prefillConcurrency, prefillRampNanos),
        arrivals,
        users,
        fixedSchedule,
        cancellation,
        isBounded ? requestCount : Long.valueOf(10),
        sessionCount,
        sendingNanos,
        grace());
  }

  private ArrivalPlan arrivals() {
    if (rateCurve != null) {
      return new ArrivalPlan(rateCurve, arrivalPattern, arrivalSmoothness);
    }
    return requestRate == null
        ? null
        : new ArrivalPlan(
            curve(requestRate, requestRateRampNanos), arrivalPattern, arrivalSmoothness);
  }

  /**
   * A ramp begins where AIPerf's does, at the rate that it has after a tenth of a second; a shorter
   * one is no ramp.
   */
  private static RateCurve curve(double perSecond, long rampNanos) {
    return rampNanos <= RAMP_STEP
        ? RateCurve.level(perSecond)
        : RateCurve.ramp(perSecond * RAMP_STEP / rampNanos, perSecond, rampNanos);
  }

  /** Stages that end, end the sending. */
  private Long sendingNanos() {
    long stagesNanos = rateCurve == null ? RateStage.WITHOUT_END : rateCurve.durationNanos();
    if (stagesNanos == RateStage.WITHOUT_END) {
      return durationNanos;
    }
    return durationNanos == null ? stagesNanos : Math.min(durationNanos, stagesNanos);
  }

  private long grace() {
    if (graceNanos != null) {
      return graceNanos;
    }
    return sendingNanos() == null ? PhasePlan.FOR_EVER : 30 * SECOND;
  }

  private long longestDuration() {
    if (longestDurationNanos != null) {
      return longestDurationNanos;
    }
    Long sendingNanos = sendingNanos();
    if (sendingNanos == null) {
      return TimeUnit.DAYS.toNanos(7);
    }
    long afterTheEnd = Math.min(grace(), requestTimeoutNanos) + TimeUnit.HOURS.toNanos(1);
    return sendingNanos + longestWarmup() + afterTheEnd;
  }

  private long longestWarmup() {
    if (longestWarmupNanos != null) {
      return longestWarmupNanos;
    }
    return 600 * SECOND + (warmupDurationNanos == null ? 0 : warmupDurationNanos);
  }

  private PhasePlan warmup() {
    if (warmupRequestCount == null && warmupSessionCount == null && warmupDurationNanos == null) {
      return null;
    }
    ArrivalPlan arrivals = warmupArrivals();
    Integer slots = warmupConcurrency == null ? concurrency : warmupConcurrency;
    long slotRamp =
        warmupConcurrencyRampNanos == null ? concurrencyRampNanos : warmupConcurrencyRampNanos;
    return new PhasePlan(
        concurrencyFor(slots, arrivals != null),
        slotRamp,
        warmupPrefill(concurrencyFor(slots, arrivals != null)),
        arrivals,
        null,
        false,
        CancellationPlan.NONE,
        warmupRequestCount,
        warmupSessionCount,
        warmupDurationNanos,
        warmupGraceNanos);
  }

  private ArrivalPlan warmupArrivals() {
    Double rate = warmupRequestRate == null ? requestRate : warmupRequestRate;
    if (rate == null || warmupClosedLoop) {
      return null;
    }
    long ramp =
        warmupRequestRateRampNanos == null ? requestRateRampNanos : warmupRequestRateRampNanos;
    ArrivalPattern pattern = warmupArrivalPattern == null ? arrivalPattern : warmupArrivalPattern;
    return new ArrivalPlan(
        curve(rate, ramp), pattern, pattern == ArrivalPattern.GAMMA ? arrivalSmoothness : 1);
  }

  /** What is said of profiling is no more than the warm-up has slots. */
  private PrefillPlan warmupPrefill(Integer slots) {
    Integer most = warmupPrefillConcurrency;
    if (most == null && prefillConcurrency != null) {
      most = slots == null ? prefillConcurrency : Math.min(prefillConcurrency, slots);
    }
    return prefill(
        most, warmupPrefillRampNanos == null ? prefillRampNanos : warmupPrefillRampNanos);
  }

  private static PrefillPlan prefill(Integer most, long rampNanos) {
    return most == null ? null : new PrefillPlan(most, rampNanos);
  }

  private static Integer concurrencyFor(Integer given, boolean isOpenLoop) {
    return given == null && !isOpenLoop ? Integer.valueOf(1) : given;
  }
}
