package io.longhaul.load.plan;

import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.TritonBackend;
import io.longhaul.load.plan.check.InvalidPlanException;
import io.longhaul.load.plan.check.SamplingStrategy;
import io.longhaul.load.plan.dataset.BatchPlan;
import io.longhaul.load.plan.dataset.CacheBust;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.LengthPair;
import io.longhaul.load.plan.dataset.PrefixPlan;
import io.longhaul.load.plan.dataset.PromptCorpus;
import io.longhaul.load.plan.dataset.RankingPlan;
import io.longhaul.load.plan.dataset.RecordedDelays;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.plan.dataset.TokenLength;
import io.longhaul.load.plan.dataset.TracePlan;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.plan.load.CancellationPlan;
import io.longhaul.load.plan.load.LoadPlan;
import io.longhaul.load.plan.load.PhaseSettings;
import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.load.UserPlan;
import io.longhaul.load.plan.media.MediaPlan;
import io.longhaul.load.plan.server.ConnectionReuse;
import io.longhaul.load.plan.server.HttpVersion;
import io.longhaul.load.plan.server.ModelSelection;
import io.longhaul.load.plan.server.RequestPlan;
import io.longhaul.load.plan.server.TargetPlan;
import io.longhaul.load.plan.server.TokenizerPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds a {@link RunPlan} for tests, with the defaults of the command line. */
public final class RunPlanBuilder {
  private final String runId;
  private final List<String> urls = new ArrayList<>();
  private final List<String> models = new ArrayList<>();
  private final Map<String, String> headers = new LinkedHashMap<>();
  private long seed;
  private String path;
  private long requestTimeoutNanos = TargetPlan.DEFAULT_REQUEST_TIMEOUT_NANOS;
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
  private SamplingStrategy sampling = SamplingStrategy.SEQUENTIAL;
  private boolean uniquePrompts;
  private Integer concurrency;
  private Long concurrencyRampNanos;
  private Double requestRate;
  private Long requestRateRampNanos;
  private RateCurve rateCurve;
  private ArrivalPattern arrivalPattern;
  private Double arrivalSmoothness;
  private Integer prefillConcurrency;
  private Long prefillRampNanos;
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
  private Long warmupGraceNanos;
  private Integer warmupConcurrency;
  private Long warmupConcurrencyRampNanos;
  private Double warmupRequestRate;
  private Long warmupRequestRateRampNanos;
  private ArrivalPattern warmupArrivalPattern;
  private boolean warmupClosedLoop;
  private Long longestWarmupNanos;
  private Long longestDurationNanos;
  private long sliceNanos = MeasurementPlan.DEFAULT_SLICE_NANOS;
  private String slos = "";
  private List<SliceLabel> sliceBy = List.of();
  private int lanesPerGenerator = 1;
  private int rehearsalRequests = MeasurementPlan.DEFAULT_REHEARSAL_REQUESTS;

  private RunPlanBuilder(String runId) {
    this.runId = runId;
  }

  /** Returns a builder for a plan with this ID. */
  public static RunPlanBuilder plan(String runId) {
    return new RunPlanBuilder(runId);
  }

  /** Seed of all random values. Default: 0. */
  public RunPlanBuilder seed(long value) {
    seed = value;
    return this;
  }

  /** Adds a base URL. Default: {@code http://localhost:8000}. */
  public RunPlanBuilder url(String value) {
    urls.add(value);
    return this;
  }

  /** Path that replaces the path of the endpoint type. Default: none. */
  public RunPlanBuilder path(String value) {
    path = value;
    return this;
  }

  /** Adds an HTTP header. */
  public RunPlanBuilder header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /** Timeout of a request. Default: 21,600 s. */
  public RunPlanBuilder requestTimeoutNanos(long value) {
    requestTimeoutNanos = value;
    return this;
  }

  /** Version of HTTP. Default: 1.1. */
  public RunPlanBuilder httpVersion(HttpVersion value) {
    httpVersion = value;
    return this;
  }

  /** Which connection a request uses. Default: pooled. */
  public RunPlanBuilder connectionReuse(ConnectionReuse value) {
    connectionReuse = value;
    return this;
  }

  /** Whether a request is sent once more after a stale connection. Default: true. */
  public RunPlanBuilder staleRetry(boolean value) {
    staleRetry = value;
    return this;
  }

  /** Header that identifies the session of a request. Default: {@code X-Correlation-ID}. */
  public RunPlanBuilder sessionHeader(String value) {
    sessionHeader = value;
    return this;
  }

  /** Forward proxy. Default: none. */
  public RunPlanBuilder proxy(String value) {
    proxy = value;
    return this;
  }

  /** Whether every TLS certificate is accepted. Default: false. */
  public RunPlanBuilder insecureTls(boolean value) {
    insecureTls = value;
    return this;
  }

  /** Trusted certificate authorities, as PEM. Default: those of Java. */
  public RunPlanBuilder caCertificates(String value) {
    caCertificates = value;
    return this;
  }

  /** API of the server. Default: chat. */
  public RunPlanBuilder endpointType(EndpointType value) {
    endpointType = value;
    return this;
  }

  /** Adds a model. At least one is required. */
  public RunPlanBuilder model(String value) {
    models.add(value);
    return this;
  }

  /** How a model is selected for a turn. Default: round robin. */
  public RunPlanBuilder modelSelection(ModelSelection value) {
    modelSelection = value;
    return this;
  }

  /** Whether responses are streamed. Default: false. */
  public RunPlanBuilder streaming(boolean value) {
    streaming = value;
    return this;
  }

  /** Members that are merged into each request body. Default: none. */
  public RunPlanBuilder extraInputs(ExtraInputs value) {
    extraInputs = value;
    return this;
  }

  /** Whether token counts are taken from the server. Default: false. */
  public RunPlanBuilder useServerTokenCount(boolean value) {
    useServerTokenCount = value;
    return this;
  }

  /** Whether chat requests contain {@code max_tokens}. Default: false. */
  public RunPlanBuilder useLegacyMaxTokens(boolean value) {
    useLegacyMaxTokens = value;
    return this;
  }

  /** Backend of a Triton server. Default: null, the endpoint type decides. */
  public RunPlanBuilder backend(TritonBackend value) {
    backend = value;
    return this;
  }

  /** Whether the output token limit is requested as a minimum, too. Default: false. */
  public RunPlanBuilder leastTokensToo(boolean value) {
    leastTokensToo = value;
    return this;
  }

  /** {@code builtin}, a path, or a Hugging Face name. Default: the name of the first model. */
  public RunPlanBuilder tokenizer(String value) {
    tokenizer = value;
    return this;
  }

  /** Branch, tag or commit of a Hugging Face name. Default: {@code main}. */
  public RunPlanBuilder tokenizerRevision(String value) {
    tokenizerRevision = value;
    return this;
  }

  /** Whether a tokenizer may be downloaded. Default: false. */
  public RunPlanBuilder tokenizerDownload(boolean value) {
    tokenizerDownload = value;
    return this;
  }

  /** Whether prompts are counted as formatted by the chat template. Default: false. */
  public RunPlanBuilder applyChatTemplate(boolean value) {
    chatTemplate = value;
    return this;
  }

  /** File of prompts, or folder of prompt pools. Default: none, prompts are synthetic. */
  public RunPlanBuilder inputFile(String value) {
    inputFile = value;
    return this;
  }

  /** Format of the file. Default: {@code single_turn}. */
  public RunPlanBuilder fileType(FileType value) {
    fileType = value;
    return this;
  }

  /** How a trace is read. Default: completely, at the recorded speed. */
  public RunPlanBuilder trace(TracePlan value) {
    trace = value;
    return this;
  }

  /** How the recorded delays of a file are used. Default: unchanged. */
  public RunPlanBuilder delays(RecordedDelays value) {
    delays = value;
    return this;
  }

  /** Whether requests are sent at their times in the dataset. Default: false. */
  public RunPlanBuilder fixedSchedule(boolean value) {
    fixedSchedule = value;
    return this;
  }

  /** Length of synthetic prompts. Default: 550 tokens, standard deviation 0. */
  public RunPlanBuilder inputTokens(int mean, double stddev) {
    return inputLength(new TokenLength(mean, stddev));
  }

  /** Length of synthetic prompts. Default: 550 tokens. */
  public RunPlanBuilder inputLength(TokenLength value) {
    inputLength = value;
    return this;
  }

  /** Limit of output tokens. Default: none. */
  public RunPlanBuilder outputTokens(int mean, double stddev) {
    return outputLength(new TokenLength(mean, stddev));
  }

  /** Limit of output tokens. Default: none. */
  public RunPlanBuilder outputLength(TokenLength value) {
    outputLength = value;
    return this;
  }

  /** Source of synthetic text. Default: sonnets. */
  public RunPlanBuilder corpus(PromptCorpus value) {
    corpus = value;
    return this;
  }

  /**
   * Number of different conversations that are generated, drawn from pools or taken from a public
   * dataset. Default: the session count, or else the request count, up to 1.1 million tokens (2,000
   * prompts of 550 tokens); 100 without a count (2,000 for public datasets). In all cases, up to
   * 128 MB of media.
   */
  public RunPlanBuilder entries(int value) {
    entries = value;
    return this;
  }

  /** Pairs of prompt and output lengths that replace the two lengths. Default: none. */
  public RunPlanBuilder lengthPairs(List<LengthPair> value) {
    lengthPairs = value;
    return this;
  }

  /** Prompts for rankings endpoints. Default: a query and a passage of 550 tokens each. */
  public RunPlanBuilder rankings(RankingPlan value) {
    rankings = value;
    return this;
  }

  /** Media of synthetic prompts. Default: none. */
  public RunPlanBuilder media(MediaPlan value) {
    media = value;
    return this;
  }

  /** Number of texts, and of media from pools, in a prompt. Default: one of each. */
  public RunPlanBuilder batch(BatchPlan value) {
    batch = value;
    return this;
  }

  /** Turns of synthetic sessions. Default: one. */
  public RunPlanBuilder sessions(SessionPlan value) {
    sessions = value;
    return this;
  }

  /** What synthetic prompts have in common. Default: nothing. */
  public RunPlanBuilder prefixes(PrefixPlan value) {
    prefixes = value;
    return this;
  }

  /** Text of a system message at the start of all conversations. Default: none. */
  public RunPlanBuilder systemPrompt(String value) {
    systemPrompt = value;
    return this;
  }

  /** Where a marker that differs for each session is inserted. Default: nowhere. */
  public RunPlanBuilder cacheBust(CacheBust value) {
    cacheBust = value;
    return this;
  }

  /** Order in which entries are used. Default: sequential. */
  public RunPlanBuilder sampling(SamplingStrategy value) {
    sampling = value;
    return this;
  }

  /** Whether each request has a synthetic prompt of its own. Default: false. */
  public RunPlanBuilder uniquePrompts(boolean value) {
    uniquePrompts = value;
    return this;
  }

  /** Concurrent sessions. Default: 1 without a rate. */
  public RunPlanBuilder concurrency(int value) {
    concurrency = value;
    return this;
  }

  /** Time in which the slots open one by one. Default: 0, all slots at the start. */
  public RunPlanBuilder concurrencyRampNanos(long value) {
    concurrencyRampNanos = value;
    return this;
  }

  /** Request rate per second. Default: none. */
  public RunPlanBuilder requestRate(double value) {
    requestRate = value;
    return this;
  }

  /** Time in which the request rate rises linearly. Default: 0, no ramp. */
  public RunPlanBuilder requestRateRampNanos(long value) {
    requestRateRampNanos = value;
    return this;
  }

  /** Request rate over time, instead of a constant one. Default: none. */
  public RunPlanBuilder rateCurve(RateCurve value) {
    rateCurve = value;
    return this;
  }

  /** Distribution of the gaps between arrivals. Default: Poisson. */
  public RunPlanBuilder arrivalPattern(ArrivalPattern value) {
    arrivalPattern = value;
    return this;
  }

  /** Shape of gamma arrivals. Default: 1. */
  public RunPlanBuilder arrivalSmoothness(double value) {
    arrivalSmoothness = value;
    return this;
  }

  /** Maximum number of requests that wait for their first token. Default: no limit. */
  public RunPlanBuilder prefillConcurrency(int value) {
    prefillConcurrency = value;
    return this;
  }

  /** Time in which the prefill slots open one by one. Default: 0, all slots at the start. */
  public RunPlanBuilder prefillRampNanos(long value) {
    prefillRampNanos = value;
    return this;
  }

  /** Prefill concurrency of the warm-up. Default: that of profiling, up to the concurrency. */
  public RunPlanBuilder warmupPrefillConcurrency(int value) {
    warmupPrefillConcurrency = value;
    return this;
  }

  /** Time in which the prefill slots of the warm-up open. Default: that of profiling. */
  public RunPlanBuilder warmupPrefillRampNanos(long value) {
    warmupPrefillRampNanos = value;
    return this;
  }

  /** Users who send at fixed intervals, instead of a concurrency or a rate. Default: none. */
  public RunPlanBuilder users(UserPlan value) {
    users = value;
    return this;
  }

  /** Requests that are cancelled on purpose while profiling. Default: none. */
  public RunPlanBuilder cancellation(CancellationPlan value) {
    cancellation = value;
    return this;
  }

  /** Number of requests to send. Default: 10 without a session count and a duration. */
  public RunPlanBuilder requestCount(long value) {
    requestCount = value;
    return this;
  }

  /** Number of sessions to start. Default: no limit. */
  public RunPlanBuilder sessionCount(long value) {
    sessionCount = value;
    return this;
  }

  /** Time in which requests are sent. Default: the duration of the rate stages, or no limit. */
  public RunPlanBuilder durationNanos(long value) {
    durationNanos = value;
    return this;
  }

  /**
   * Time to wait for responses after the last request. Default: 30 s with a duration, or no limit.
   */
  public RunPlanBuilder graceNanos(long value) {
    graceNanos = value;
    return this;
  }

  /** Number of requests of the warm-up. Default: no warm-up. */
  public RunPlanBuilder warmupRequestCount(long value) {
    warmupRequestCount = value;
    return this;
  }

  /** Number of sessions of the warm-up. Default: no limit. */
  public RunPlanBuilder warmupSessionCount(long value) {
    warmupSessionCount = value;
    return this;
  }

  /** Time in which requests of the warm-up are sent. Default: no limit. */
  public RunPlanBuilder warmupDurationNanos(long value) {
    warmupDurationNanos = value;
    return this;
  }

  /** Time to wait for responses after a warm-up. Default: no limit. */
  public RunPlanBuilder warmupGraceNanos(long value) {
    warmupGraceNanos = value;
    return this;
  }

  /** Concurrent sessions of the warm-up. Default: that of profiling. */
  public RunPlanBuilder warmupConcurrency(int value) {
    warmupConcurrency = value;
    return this;
  }

  /** Time in which the slots of the warm-up open. Default: that of profiling. */
  public RunPlanBuilder warmupConcurrencyRampNanos(long value) {
    warmupConcurrencyRampNanos = value;
    return this;
  }

  /** Request rate of the warm-up. Default: that of profiling. */
  public RunPlanBuilder warmupRequestRate(double value) {
    warmupRequestRate = value;
    return this;
  }

  /** Time in which the rate of the warm-up rises. Default: that of profiling. */
  public RunPlanBuilder warmupRequestRateRampNanos(long value) {
    warmupRequestRateRampNanos = value;
    return this;
  }

  /** Distribution of the gaps between arrivals of the warm-up. Default: that of profiling. */
  public RunPlanBuilder warmupArrivalPattern(ArrivalPattern value) {
    warmupArrivalPattern = value;
    return this;
  }

  /** Whether the warm-up has no rate even if profiling has one. Default: false. */
  public RunPlanBuilder warmupClosedLoop(boolean value) {
    warmupClosedLoop = value;
    return this;
  }

  /** Time after which a warm-up is cancelled. Default: its duration and 600 s. */
  public RunPlanBuilder longestWarmupNanos(long value) {
    longestWarmupNanos = value;
    return this;
  }

  /**
   * Time after which the run ends in any case. Default: the duration, the grace period, the warm-up
   * and one hour; or 7 days without a duration.
   */
  public RunPlanBuilder longestDurationNanos(long value) {
    longestDurationNanos = value;
    return this;
  }

  /** Length of a time slice. Default: 10 s. */
  public RunPlanBuilder sliceNanos(long value) {
    sliceNanos = value;
    return this;
  }

  /** Labels by which slices are split. Default: none. */
  public RunPlanBuilder sliceBy(List<SliceLabel> value) {
    sliceBy = List.copyOf(value);
    return this;
  }

  /** Thresholds of a good request. Default: none. */
  public RunPlanBuilder slos(String value) {
    slos = value;
    return this;
  }

  /** Event loops of one generator. Default: 1. */
  public RunPlanBuilder lanesPerGenerator(int value) {
    lanesPerGenerator = value;
    return this;
  }

  /** Requests that a generator sends to itself before it is ready. Default: 2,000. */
  public RunPlanBuilder rehearsalRequests(int value) {
    rehearsalRequests = value;
    return this;
  }

  /**
   * Returns the plan.
   *
   * @throws InvalidPlanException if the plan is invalid, with all problems
   */
  public RunPlan build() {
    return new RunPlan(
        runId,
        seed,
        target(),
        request(),
        new TokenizerPlan(
            tokenizer == null ? TokenizerPlan.defaultName(request()) : tokenizer,
            tokenizerRevision,
            tokenizerDownload,
            chatTemplate),
        dataset(),
        load(),
        new MeasurementPlan(sliceNanos, slos, lanesPerGenerator, rehearsalRequests, sliceBy, null));
  }

  /** Returns the target, which is not validated until the plan is built. */
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

  /** Returns the dataset, which is not validated until the plan is built. */
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

  private int entryCount() {
    long tokens =
        endpointType.ranks() ? rankings.meanTokens() : (long) inputLength.mean() * batch.texts();
    return entries == null
        ? DatasetPlan.defaultEntries(
            inputFile != null && fileType.isPublic(),
            tokens,
            media,
            sessions,
            sessionCount == null ? requestCount : sessionCount)
        : entries;
  }

  private LoadPlan load() {
    LoadPlan load =
        LoadPlan.of(
            new PhaseSettings(
                concurrency,
                concurrencyRampNanos,
                prefillConcurrency,
                prefillRampNanos,
                requestRate,
                requestRateRampNanos,
                rateCurve,
                arrivalPattern,
                arrivalSmoothness,
                false,
                users,
                cancellation,
                requestCount,
                sessionCount,
                durationNanos,
                graceNanos),
            new PhaseSettings(
                warmupConcurrency,
                warmupConcurrencyRampNanos,
                warmupPrefillConcurrency,
                warmupPrefillRampNanos,
                warmupRequestRate,
                warmupRequestRateRampNanos,
                null,
                warmupArrivalPattern,
                null,
                warmupClosedLoop,
                null,
                null,
                warmupRequestCount,
                warmupSessionCount,
                warmupDurationNanos,
                warmupGraceNanos),
            fixedSchedule,
            requestTimeoutNanos);
    return new LoadPlan(
        load.warmup(),
        load.profiling(),
        longestWarmupNanos == null ? load.longestWarmupNanos() : longestWarmupNanos,
        longestDurationNanos == null ? load.longestDurationNanos() : longestDurationNanos);
  }
}
