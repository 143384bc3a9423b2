package io.longhaul.load.plan;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.ExtraInputs;
import io.longhaul.load.endpoint.GrpcMethod;
import io.longhaul.load.endpoint.TritonBackend;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A {@link RunPlan} as one JSON document, as it travels from the coordinator to generators. */
public final class RunPlanJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(64)
                          .maxStringLength(4_000_000)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final String RUN_ID = "run_id";
  private static final String SEED = "seed";
  private static final String TARGET = "target";
  private static final String REQUEST = "request";
  private static final String TOKENIZER = "tokenizer";
  private static final String DATASET = "dataset";
  private static final String LOAD = "load";
  private static final String MEASUREMENT = "measurement";

  private static final String URLS = "urls";
  private static final String PATH = "path";
  private static final String HEADERS = "headers";
  private static final String REQUEST_TIMEOUT = "request_timeout_ns";
  private static final String HTTP_VERSION = "http_version";
  private static final String CONNECTION_REUSE = "connection_reuse";
  private static final String STALE_RETRY = "stale_retry";
  private static final String INSECURE_TLS = "insecure_tls";
  private static final String CA_CERTIFICATES = "ca_certificates";
  private static final String PROXY = "proxy";
  private static final String SESSION_HEADER = "session_header";

  private static final String ENDPOINT_TYPE = "endpoint_type";
  private static final String GRPC_METHOD = "grpc_method";
  private static final String DESCRIPTORS = "descriptors";
  private static final String MODEL_SELECTION = "model_selection";
  private static final String MODELS = "models";
  private static final String STREAMING = "streaming";
  private static final String EXTRA_INPUTS = "extra_inputs";
  private static final String USE_SERVER_TOKEN_COUNT = "use_server_token_count";
  private static final String USE_LEGACY_MAX_TOKENS = "use_legacy_max_tokens";
  private static final String BACKEND = "backend";
  private static final String LEAST_TOKENS_TOO = "least_tokens_too";

  private static final String NAME = "name";
  private static final String REVISION = "revision";
  private static final String DOWNLOAD_ALLOWED = "download_allowed";
  private static final String CHAT_TEMPLATE = "chat_template";

  private static final String INPUT_FILE = "input_file";
  private static final String FILE_TYPE = "file_type";
  private static final String TRACE = "trace";
  private static final String BLOCK = "block_tokens";
  private static final String SPEEDUP = "speedup";
  private static final String AUTO_OFFSET = "auto_offset";
  private static final String START_OFFSET = "start_offset_ns";
  private static final String END_OFFSET = "end_offset_ns";
  private static final String MOST_INPUT = "most_input_tokens";
  private static final String MOST_OUTPUT = "most_output_tokens";
  private static final String INPUT_LENGTH = "input_length";
  private static final String OUTPUT_LENGTH = "output_length";
  private static final String ENTRIES = "entries";
  private static final String LENGTH_PAIRS = "length_pairs";
  private static final String PERCENT = "percent";
  private static final String CORPUS = "corpus";
  private static final String PREFIXES = "prefixes";
  private static final String POOL_SIZE = "pool_size";
  private static final String PREFIX_TOKENS = "prefix_tokens";
  private static final String SYSTEM_TOKENS = "system_tokens";
  private static final String CONTEXT_TOKENS = "context_tokens";
  private static final String SYSTEM_PROMPT = "system_prompt";
  private static final String CACHE_BUST = "cache_bust";
  private static final String RANKINGS = "rankings";
  private static final String QUERY_LENGTH = "query_length";
  private static final String PASSAGE_LENGTH = "passage_length";
  private static final String PASSAGES_MEAN = "mean_passages";
  private static final String PASSAGES_STDDEV = "stddev_passages";
  private static final String MEDIA = "media";
  private static final String IMAGES = "images";
  private static final String AUDIO = "audio";
  private static final String PER_REQUEST = "per_request";
  private static final String WIDTH = "width";
  private static final String HEIGHT = "height";
  private static final String MEAN_PIXELS = "mean_pixels";
  private static final String STDDEV_PIXELS = "stddev_pixels";
  private static final String SOURCE = "source";
  private static final String FOLDER = "folder";
  private static final String VIDEOS = "videos";
  private static final String FRAMES_PER_SECOND = "frames_per_s";
  private static final String LENGTH_SECONDS = "length_s";
  private static final String CONTENT = "content";
  private static final String CODEC = "codec";
  private static final String SOUND = "sound";
  private static final String RATE = "rate_hz";
  private static final String DEPTH = "depth_bits";
  private static final String FORMAT = "format";
  private static final String MEAN_SECONDS = "mean_s";
  private static final String STDDEV_SECONDS = "stddev_s";
  private static final String RATES = "rates_hz";
  private static final String DEPTHS = "depths_bits";
  private static final String CHANNELS = "channels";
  private static final String BATCH = "batch";
  private static final String TEXTS = "texts";
  private static final String CLIPS = "clips";
  private static final String SESSIONS = "sessions";
  private static final String TURNS_MEAN = "mean_turns";
  private static final String TURNS_STDDEV = "stddev_turns";
  private static final String TURN_DELAY_MEAN = "mean_delay_ms";
  private static final String TURN_DELAY_STDDEV = "stddev_delay_ms";
  private static final String TURN_DELAY_RATIO = "delay_ratio";
  private static final String DELAYS = "delays";
  private static final String IGNORED = "ignored";
  private static final String MOST_DELAY = "most_ns";
  private static final String SAMPLING = "sampling";
  private static final String UNIQUE_PROMPTS = "unique_prompts";
  private static final String MEAN = "mean_tokens";
  private static final String WINDOW = "window";
  private static final String LEAST = "least_tokens";
  private static final String MOST_OF_WINDOW = "most_tokens";
  private static final String STDDEV = "stddev_tokens";

  private static final String WARMUP = "warmup";
  private static final String PROFILING = "profiling";
  private static final String LONGEST_WARMUP = "longest_warmup_ns";
  private static final String LONGEST_DURATION = "longest_duration_ns";
  private static final String CONCURRENCY = "concurrency";
  private static final String CONCURRENCY_RAMP = "concurrency_ramp_ns";
  private static final String ARRIVALS = "arrivals";
  private static final String PATTERN = "pattern";
  private static final String SMOOTHNESS = "smoothness";
  private static final String STAGES = "stages";
  private static final String REPEATS = "repeats";
  private static final String SHAPE = "shape";
  private static final String FROM = "from_per_s";
  private static final String TO = "to_per_s";
  private static final String PERIOD = "period_ns";
  private static final String PREFILL = "prefill";
  private static final String MOST = "most";
  private static final String RAMP = "ramp_ns";
  private static final String USERS = "users";
  private static final String COUNT = "count";
  private static final String TURNS_PER_SECOND = "turns_per_second";
  private static final String FIXED_SCHEDULE = "fixed_schedule";
  private static final String CANCELLATION = "cancellation";
  private static final String SHARE = "share";
  private static final String DELAY = "delay_ns";
  private static final String REQUEST_COUNT = "request_count";
  private static final String SESSION_COUNT = "session_count";
  private static final String DURATION = "duration_ns";
  private static final String GRACE = "grace_ns";

  private static final String SLICE = "slice_ns";
  private static final String SLOS = "slos";
  private static final String SLICE_BY = "slice_by";
  private static final String LANES = "lanes_per_generator";
  private static final String REHEARSAL = "rehearsal_requests";

  private RunPlanJson() {}

  /** The plan as one line of JSON. */
  public static String toJson(RunPlan plan) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put(RUN_ID, plan.runId());
    root.put(SEED, plan.seed());
    writeTarget(root.putObject(TARGET), plan.target());
    writeRequest(root.putObject(REQUEST), plan.request());
    root.putObject(TOKENIZER)
        .put(NAME, plan.tokenizer().name())
        .put(REVISION, plan.tokenizer().revision())
        .put(DOWNLOAD_ALLOWED, plan.tokenizer().downloadAllowed())
        .put(CHAT_TEMPLATE, plan.tokenizer().chatTemplate());
    writeDataset(root.putObject(DATASET), plan.dataset());
    writeLoad(root.putObject(LOAD), plan.load());
    writeMeasurement(root.putObject(MEASUREMENT), plan.measurement());
    return root.toString();
  }

  /**
   * The plan in this document. Members that it does not know are ignored: an older generator can
   * read a newer coordinator's plan.
   *
   * @throws InvalidPlanException when it is not JSON, a member is missing or of the wrong kind, or
   *     the plan cannot be carried out
   */
  public static RunPlan fromJson(String json) {
    Fields root = new Fields("", read(json));
    Fields tokenizer = root.object(TOKENIZER);
    return new RunPlan(
        root.text(RUN_ID),
        root.integer(SEED),
        readTarget(root.object(TARGET)),
        readRequest(root.object(REQUEST)),
        new TokenizerPlan(
            tokenizer.text(NAME),
            tokenizer.text(REVISION),
            tokenizer.flag(DOWNLOAD_ALLOWED),
            tokenizer.flag(CHAT_TEMPLATE)),
        readDataset(root.object(DATASET)),
        readLoad(root.object(LOAD)),
        readMeasurement(root.object(MEASUREMENT)));
  }

  private static void writeMeasurement(ObjectNode node, MeasurementPlan measurement) {
    node.put(SLICE, measurement.sliceNanos())
        .put(SLOS, measurement.slos())
        .put(LANES, measurement.lanesPerGenerator())
        .put(REHEARSAL, measurement.rehearsalRequests());
    ArrayNode labels = node.putArray(SLICE_BY);
    measurement.sliceBy().forEach(label -> labels.add(label.word()));
  }

  private static MeasurementPlan readMeasurement(Fields fields) {
    return new MeasurementPlan(
        fields.integer(SLICE),
        fields.text(SLOS),
        fields.smallInteger(LANES),
        fields.smallInteger(REHEARSAL),
        fields.texts(SLICE_BY).stream().map(word -> sliceLabel(fields, word)).toList());
  }

  private static SliceLabel sliceLabel(Fields fields, String word) {
    return SliceLabel.of(word)
        .orElseThrow(() -> fields.invalid(SLICE_BY, word, "of " + SliceLabel.words()));
  }

  private static JsonNode read(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      // The original message quotes the document; where it stopped is enough.
      throw new InvalidPlanException(
          List.of(
              "Invalid plan: not a JSON document ("
                  + (e.getLocation() == null
                      ? "unreadable"
                      : "stopped at line "
                          + e.getLocation().getLineNr()
                          + ", column "
                          + e.getLocation().getColumnNr())
                  + ")"));
    }
  }

  private static void writeTarget(ObjectNode node, TargetPlan target) {
    ArrayNode urls = node.putArray(URLS);
    target.urls().forEach(urls::add);
    node.put(PATH, target.path());
    ObjectNode headers = node.putObject(HEADERS);
    target.headers().forEach(headers::put);
    node.put(REQUEST_TIMEOUT, target.requestTimeoutNanos());
    node.put(HTTP_VERSION, target.httpVersion().word());
    node.put(CONNECTION_REUSE, target.connectionReuse().word());
    node.put(STALE_RETRY, target.staleRetry());
    node.put(INSECURE_TLS, target.insecureTls());
    if (target.caCertificates() != null) {
      node.put(CA_CERTIFICATES, target.caCertificates());
    }
    node.put(PROXY, target.proxy());
    node.put(SESSION_HEADER, target.sessionHeader());
  }

  private static TargetPlan readTarget(Fields fields) {
    return new TargetPlan(
        fields.texts(URLS),
        fields.textOrNull(PATH),
        fields.textMap(HEADERS),
        fields.integer(REQUEST_TIMEOUT),
        readHttpVersion(fields),
        readConnectionReuse(fields),
        fields.flag(STALE_RETRY),
        fields.flag(INSECURE_TLS),
        fields.textOrNull(CA_CERTIFICATES),
        fields.textOrNull(PROXY),
        fields.text(SESSION_HEADER));
  }

  private static HttpVersion readHttpVersion(Fields fields) {
    String word = fields.text(HTTP_VERSION);
    return HttpVersion.of(word)
        .orElseThrow(() -> fields.invalid(HTTP_VERSION, word, HttpVersion.allWords()));
  }

  private static ConnectionReuse readConnectionReuse(Fields fields) {
    String word = fields.text(CONNECTION_REUSE);
    return ConnectionReuse.of(word)
        .orElseThrow(() -> fields.invalid(CONNECTION_REUSE, word, ConnectionReuse.allWords()));
  }

  private static void writeRequest(ObjectNode node, RequestPlan request) {
    node.put(ENDPOINT_TYPE, request.endpointType().typedName());
    request.endpointType().calledMethod().ifPresent(method -> writeMethod(node, method));
    ArrayNode models = node.putArray(MODELS);
    request.models().forEach(models::add);
    node.put(MODEL_SELECTION, request.modelSelection().word());
    node.put(STREAMING, request.streaming());
    node.putRawValue(EXTRA_INPUTS, new RawValue(request.extraInputs().toJson()));
    node.put(USE_SERVER_TOKEN_COUNT, request.useServerTokenCount());
    node.put(USE_LEGACY_MAX_TOKENS, request.useLegacyMaxTokens());
    node.put(BACKEND, request.backend() == null ? null : request.backend().word());
    node.put(LEAST_TOKENS_TOO, request.leastTokensToo());
  }

  private static ModelSelection readModelSelection(Fields fields) {
    String word = fields.text(MODEL_SELECTION);
    return ModelSelection.of(word)
        .orElseThrow(() -> fields.invalid(MODEL_SELECTION, word, ModelSelection.allWords()));
  }

  private static RequestPlan readRequest(Fields fields) {
    return new RequestPlan(
        readEndpointType(fields),
        fields.texts(MODELS),
        readModelSelection(fields),
        fields.flag(STREAMING),
        ExtraInputs.parse(List.of(fields.object(EXTRA_INPUTS).node().toString())),
        fields.flag(USE_SERVER_TOKEN_COUNT),
        fields.flag(USE_LEGACY_MAX_TOKENS),
        readBackend(fields),
        fields.flag(LEAST_TOKENS_TOO));
  }

  private static TritonBackend readBackend(Fields fields) {
    String word = fields.textOrNull(BACKEND);
    if (word == null) {
      return null;
    }
    return TritonBackend.of(word)
        .orElseThrow(() -> fields.invalid(BACKEND, word, TritonBackend.allWords()));
  }

  private static void writeMethod(ObjectNode node, GrpcMethod method) {
    node.putObject(GRPC_METHOD)
        .put(NAME, method.name())
        .put(DESCRIPTORS, Base64.getEncoder().encodeToString(method.descriptorSet()));
  }

  private static EndpointType readEndpointType(Fields fields) {
    String name = fields.text(ENDPOINT_TYPE);
    try {
      EndpointType type = Endpoints.named(name);
      if (!type.equals(Endpoints.DYNAMIC_GRPC)) {
        return type;
      }
      Fields method = fields.object(GRPC_METHOD);
      byte[] descriptors = Base64.getDecoder().decode(method.text(DESCRIPTORS));
      return Endpoints.calling(GrpcMethod.of(method.text(NAME), descriptors));
    } catch (IllegalArgumentException e) {
      throw new InvalidPlanException(List.of(e.getMessage()));
    }
  }

  private static void writeDataset(ObjectNode node, DatasetPlan dataset) {
    node.put(INPUT_FILE, dataset.inputFile());
    node.put(FILE_TYPE, dataset.fileType().word());
    writeTrace(node.putObject(TRACE), dataset.trace());
    node.putObject(DELAYS)
        .put(IGNORED, dataset.delays().ignored())
        .put(MOST_DELAY, dataset.delays().mostNanos());
    node.set(INPUT_LENGTH, lengthNode(dataset.inputLength()));
    node.set(OUTPUT_LENGTH, lengthNode(dataset.outputLength()));
    ArrayNode pairs = node.putArray(LENGTH_PAIRS);
    for (LengthPair pair : dataset.lengthPairs()) {
      ObjectNode one = pairs.addObject();
      one.set(INPUT_LENGTH, lengthNode(pair.input()));
      one.set(OUTPUT_LENGTH, lengthNode(pair.output()));
      one.put(PERCENT, pair.percent());
    }
    node.put(CORPUS, dataset.corpus().word());
    node.putObject(PREFIXES)
        .put(POOL_SIZE, dataset.prefixes().poolSize())
        .put(PREFIX_TOKENS, dataset.prefixes().prefixTokens())
        .put(SYSTEM_TOKENS, dataset.prefixes().systemTokens())
        .put(CONTEXT_TOKENS, dataset.prefixes().contextTokens());
    node.put(SYSTEM_PROMPT, dataset.systemPrompt());
    node.put(CACHE_BUST, dataset.cacheBust().word());
    ObjectNode rankings =
        node.putObject(RANKINGS)
            .put(PASSAGES_MEAN, dataset.rankings().passagesMean())
            .put(PASSAGES_STDDEV, dataset.rankings().passagesStddev());
    rankings.set(QUERY_LENGTH, lengthNode(dataset.rankings().query()));
    rankings.set(PASSAGE_LENGTH, lengthNode(dataset.rankings().passage()));
    writeMedia(node.putObject(MEDIA), dataset.media());
    node.putObject(BATCH)
        .put(TEXTS, dataset.batch().texts())
        .put(IMAGES, dataset.batch().images())
        .put(CLIPS, dataset.batch().clips())
        .put(VIDEOS, dataset.batch().videos());
    node.putObject(SESSIONS)
        .put(TURNS_MEAN, dataset.sessions().turnsMean())
        .put(TURNS_STDDEV, dataset.sessions().turnsStddev())
        .put(TURN_DELAY_MEAN, dataset.sessions().delayMeanMillis())
        .put(TURN_DELAY_STDDEV, dataset.sessions().delayStddevMillis())
        .put(TURN_DELAY_RATIO, dataset.sessions().delayRatio());
    node.put(ENTRIES, dataset.entries());
    node.put(SAMPLING, dataset.sampling().word());
    node.put(UNIQUE_PROMPTS, dataset.uniquePrompts());
  }

  private static void writeMedia(ObjectNode node, MediaPlan media) {
    ObjectNode images =
        node.putObject(IMAGES)
            .put(PER_REQUEST, media.images().perRequest())
            .put(FORMAT, media.images().format().word());
    writeSize(images.putObject(WIDTH), media.images().width());
    writeSize(images.putObject(HEIGHT), media.images().height());
    images
        .putObject(SOURCE)
        .put(FOLDER, media.images().source().folder())
        .put(SAMPLING, media.images().source().sampling().word());
    ObjectNode audio =
        node.putObject(AUDIO)
            .put(PER_REQUEST, media.audio().perRequest())
            .put(MEAN_SECONDS, media.audio().meanSeconds())
            .put(STDDEV_SECONDS, media.audio().stddevSeconds())
            .put(CHANNELS, media.audio().channels())
            .put(FORMAT, media.audio().format().word());
    media.audio().ratesHertz().forEach(audio.putArray(RATES)::add);
    media.audio().depthsBits().forEach(audio.putArray(DEPTHS)::add);
    writeVideos(node.putObject(VIDEOS), media.videos());
  }

  private static void writeVideos(ObjectNode node, VideoPlan videos) {
    node.put(PER_REQUEST, videos.perRequest())
        .put(WIDTH, videos.width())
        .put(HEIGHT, videos.height())
        .put(FRAMES_PER_SECOND, videos.framesPerSecond())
        .put(LENGTH_SECONDS, videos.seconds())
        .put(CONTENT, videos.content().word())
        .put(FORMAT, videos.format().word())
        .put(CODEC, videos.codec())
        .putObject(SOUND)
        .put(CHANNELS, videos.sound().channels())
        .put(RATE, videos.sound().rateHertz())
        .put(DEPTH, videos.sound().depthBits())
        .put(CODEC, videos.sound().codec());
  }

  private static void writeSize(ObjectNode node, ImagePlan.Size size) {
    node.put(MEAN_PIXELS, size.mean()).put(STDDEV_PIXELS, size.standardDeviation());
  }

  private static ObjectNode lengthNode(TokenLength length) {
    if (length == null) {
      return null;
    }
    ObjectNode node =
        MAPPER.createObjectNode().put(MEAN, length.mean()).put(STDDEV, length.standardDeviation());
    TokenLength.Window window = length.window();
    if (window == null) {
      return node.putNull(WINDOW);
    }
    node.putObject(WINDOW).put(LEAST, window.least()).put(MOST_OF_WINDOW, window.most());
    return node;
  }

  private static DatasetPlan readDataset(Fields fields) {
    return new DatasetPlan(
        fields.textOrNull(INPUT_FILE),
        readFileType(fields),
        readTrace(fields.object(TRACE)),
        readDelays(fields.object(DELAYS)),
        readLength(fields.object(INPUT_LENGTH)),
        fields.isNull(OUTPUT_LENGTH) ? null : readLength(fields.object(OUTPUT_LENGTH)),
        fields.objects(LENGTH_PAIRS).stream().map(RunPlanJson::readLengthPair).toList(),
        readCorpus(fields),
        readPrefixes(fields.object(PREFIXES)),
        fields.textOrNull(SYSTEM_PROMPT),
        readCacheBust(fields),
        readRankings(fields.object(RANKINGS)),
        readMedia(fields.object(MEDIA)),
        readBatch(fields.object(BATCH)),
        readSessions(fields.object(SESSIONS)),
        fields.smallInteger(ENTRIES),
        readSampling(fields),
        fields.flag(UNIQUE_PROMPTS));
  }

  private static LengthPair readLengthPair(Fields fields) {
    return new LengthPair(
        readLength(fields.object(INPUT_LENGTH)),
        readLength(fields.object(OUTPUT_LENGTH)),
        fields.number(PERCENT));
  }

  private static PrefixPlan readPrefixes(Fields fields) {
    return new PrefixPlan(
        fields.smallInteger(POOL_SIZE),
        fields.smallInteger(PREFIX_TOKENS),
        fields.smallInteger(SYSTEM_TOKENS),
        fields.smallInteger(CONTEXT_TOKENS));
  }

  private static PromptCorpus readCorpus(Fields fields) {
    String word = fields.text(CORPUS);
    return PromptCorpus.of(word)
        .orElseThrow(() -> fields.invalid(CORPUS, word, PromptCorpus.allWords()));
  }

  private static CacheBust readCacheBust(Fields fields) {
    String word = fields.text(CACHE_BUST);
    return CacheBust.of(word)
        .orElseThrow(() -> fields.invalid(CACHE_BUST, word, CacheBust.allWords()));
  }

  private static RankingPlan readRankings(Fields fields) {
    return new RankingPlan(
        readLength(fields.object(QUERY_LENGTH)),
        readLength(fields.object(PASSAGE_LENGTH)),
        fields.smallInteger(PASSAGES_MEAN),
        fields.number(PASSAGES_STDDEV));
  }

  private static MediaPlan readMedia(Fields fields) {
    Fields images = fields.object(IMAGES);
    Fields audio = fields.object(AUDIO);
    return new MediaPlan(
        new ImagePlan(
            images.smallInteger(PER_REQUEST),
            readSize(images.object(WIDTH)),
            readSize(images.object(HEIGHT)),
            readWord(images, FORMAT, ImageFormat::of, ImageFormat.allWords()),
            readImageSource(images.object(SOURCE))),
        new AudioPlan(
            audio.smallInteger(PER_REQUEST),
            audio.number(MEAN_SECONDS),
            audio.number(STDDEV_SECONDS),
            audio.smallIntegers(RATES),
            audio.smallIntegers(DEPTHS),
            audio.smallInteger(CHANNELS),
            readWord(audio, FORMAT, AudioFormat::of, AudioFormat.allWords())),
        readVideos(fields.object(VIDEOS)));
  }

  private static VideoPlan readVideos(Fields fields) {
    Fields sound = fields.object(SOUND);
    return new VideoPlan(
        fields.smallInteger(PER_REQUEST),
        fields.smallInteger(WIDTH),
        fields.smallInteger(HEIGHT),
        fields.smallInteger(FRAMES_PER_SECOND),
        fields.number(LENGTH_SECONDS),
        readWord(fields, CONTENT, VideoContent::of, VideoContent.allWords()),
        readWord(fields, FORMAT, VideoFormat::of, VideoFormat.allWords()),
        fields.text(CODEC),
        new SoundTrack(
            sound.smallInteger(CHANNELS),
            sound.smallInteger(RATE),
            sound.smallInteger(DEPTH),
            sound.text(CODEC)));
  }

  private static <T> T readWord(
      Fields fields, String member, Function<String, Optional<T>> named, String allWords) {
    String word = fields.text(member);
    return named.apply(word).orElseThrow(() -> fields.invalid(member, word, allWords));
  }

  private static BatchPlan readBatch(Fields fields) {
    return new BatchPlan(
        fields.smallInteger(TEXTS),
        fields.smallInteger(IMAGES),
        fields.smallInteger(CLIPS),
        fields.smallInteger(VIDEOS));
  }

  private static ImagePlan.Size readSize(Fields fields) {
    return new ImagePlan.Size(fields.smallInteger(MEAN_PIXELS), fields.number(STDDEV_PIXELS));
  }

  private static ImageSource readImageSource(Fields fields) {
    return new ImageSource(fields.textOrNull(FOLDER), readSampling(fields));
  }

  private static SessionPlan readSessions(Fields fields) {
    return new SessionPlan(
        fields.smallInteger(TURNS_MEAN),
        fields.number(TURNS_STDDEV),
        fields.number(TURN_DELAY_MEAN),
        fields.number(TURN_DELAY_STDDEV),
        fields.number(TURN_DELAY_RATIO));
  }

  private static Sampling readSampling(Fields fields) {
    String word = fields.text(SAMPLING);
    return Sampling.of(word).orElseThrow(() -> fields.invalid(SAMPLING, word, Sampling.allWords()));
  }

  private static FileType readFileType(Fields fields) {
    String word = fields.text(FILE_TYPE);
    return FileType.of(word)
        .orElseThrow(() -> fields.invalid(FILE_TYPE, word, FileType.allWords()));
  }

  private static void writeTrace(ObjectNode node, TracePlan trace) {
    node.put(BLOCK, trace.blockTokens())
        .put(SPEEDUP, trace.speedup())
        .put(AUTO_OFFSET, trace.autoOffset())
        .put(START_OFFSET, trace.startOffsetNanos())
        .put(END_OFFSET, trace.endOffsetNanos())
        .put(MOST_INPUT, trace.mostInputTokens())
        .put(MOST_OUTPUT, trace.mostOutputTokens());
  }

  private static TracePlan readTrace(Fields fields) {
    return new TracePlan(
        fields.smallInteger(BLOCK),
        fields.number(SPEEDUP),
        fields.flag(AUTO_OFFSET),
        fields.isNull(START_OFFSET) ? null : Long.valueOf(fields.integer(START_OFFSET)),
        fields.isNull(END_OFFSET) ? null : Long.valueOf(fields.integer(END_OFFSET)),
        fields.isNull(MOST_INPUT) ? null : Integer.valueOf(fields.smallInteger(MOST_INPUT)),
        fields.isNull(MOST_OUTPUT) ? null : Integer.valueOf(fields.smallInteger(MOST_OUTPUT)));
  }

  private static RecordedDelays readDelays(Fields fields) {
    return new RecordedDelays(
        fields.flag(IGNORED),
        fields.isNull(MOST_DELAY) ? null : Long.valueOf(fields.integer(MOST_DELAY)));
  }

  private static TokenLength readLength(Fields fields) {
    return new TokenLength(
        fields.smallInteger(MEAN),
        fields.number(STDDEV),
        fields.isNull(WINDOW) ? null : readWindow(fields.object(WINDOW)));
  }

  private static TokenLength.Window readWindow(Fields fields) {
    return new TokenLength.Window(fields.smallInteger(LEAST), fields.smallInteger(MOST_OF_WINDOW));
  }

  private static void writeLoad(ObjectNode node, LoadPlan load) {
    node.set(WARMUP, load.warmup() == null ? null : phaseNode(load.warmup()));
    node.set(PROFILING, phaseNode(load.profiling()));
    node.put(LONGEST_WARMUP, load.longestWarmupNanos());
    node.put(LONGEST_DURATION, load.longestDurationNanos());
  }

  private static ObjectNode phaseNode(PhasePlan phase) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put(CONCURRENCY, phase.concurrency());
    node.put(CONCURRENCY_RAMP, phase.concurrencyRampNanos());
    node.set(PREFILL, phase.prefill() == null ? null : prefillNode(phase.prefill()));
    node.set(ARRIVALS, phase.arrivals() == null ? null : arrivalsNode(phase.arrivals()));
    node.set(USERS, phase.users() == null ? null : usersNode(phase.users()));
    node.put(FIXED_SCHEDULE, phase.fixedSchedule());
    node.putObject(CANCELLATION)
        .put(SHARE, phase.cancellation().share())
        .put(DELAY, phase.cancellation().delayNanos());
    return node.put(REQUEST_COUNT, phase.requestCount())
        .put(SESSION_COUNT, phase.sessionCount())
        .put(DURATION, phase.durationNanos())
        .put(GRACE, phase.graceNanos());
  }

  private static ObjectNode prefillNode(PrefillPlan prefill) {
    return MAPPER.createObjectNode().put(MOST, prefill.most()).put(RAMP, prefill.rampNanos());
  }

  private static PrefillPlan readPrefill(Fields fields) {
    return new PrefillPlan(fields.smallInteger(MOST), fields.integer(RAMP));
  }

  private static ObjectNode usersNode(UserPlan users) {
    return MAPPER
        .createObjectNode()
        .put(COUNT, users.users())
        .put(TURNS_PER_SECOND, users.turnsPerSecond());
  }

  private static UserPlan readUsers(Fields fields) {
    return new UserPlan(fields.smallInteger(COUNT), fields.number(TURNS_PER_SECOND));
  }

  private static ObjectNode arrivalsNode(ArrivalPlan arrivals) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put(PATTERN, arrivals.pattern().word()).put(SMOOTHNESS, arrivals.smoothness());
    ArrayNode stages = node.putArray(STAGES);
    for (RateStage stage : arrivals.rate().stages()) {
      stages
          .addObject()
          .put(SHAPE, stage.shape().name().toLowerCase(Locale.ROOT))
          .put(FROM, stage.fromPerSecond())
          .put(TO, stage.toPerSecond())
          .put(PERIOD, stage.periodNanos())
          .put(DURATION, stage.durationNanos());
    }
    return node.put(REPEATS, arrivals.rate().repeats());
  }

  private static LoadPlan readLoad(Fields fields) {
    return new LoadPlan(
        fields.isNull(WARMUP) ? null : readPhase(fields.object(WARMUP)),
        readPhase(fields.object(PROFILING)),
        fields.integer(LONGEST_WARMUP),
        fields.integer(LONGEST_DURATION));
  }

  private static PhasePlan readPhase(Fields fields) {
    Fields cancellation = fields.object(CANCELLATION);
    return new PhasePlan(
        fields.isNull(CONCURRENCY) ? null : Integer.valueOf(fields.smallInteger(CONCURRENCY)),
        fields.integer(CONCURRENCY_RAMP),
        fields.isNull(PREFILL) ? null : readPrefill(fields.object(PREFILL)),
        fields.isNull(ARRIVALS) ? null : readArrivals(fields.object(ARRIVALS)),
        fields.isNull(USERS) ? null : readUsers(fields.object(USERS)),
        fields.flag(FIXED_SCHEDULE),
        new CancellationPlan(cancellation.number(SHARE), cancellation.integer(DELAY)),
        fields.isNull(REQUEST_COUNT) ? null : Long.valueOf(fields.integer(REQUEST_COUNT)),
        fields.isNull(SESSION_COUNT) ? null : Long.valueOf(fields.integer(SESSION_COUNT)),
        fields.isNull(DURATION) ? null : Long.valueOf(fields.integer(DURATION)),
        fields.integer(GRACE));
  }

  private static ArrivalPlan readArrivals(Fields fields) {
    String pattern = fields.text(PATTERN);
    return new ArrivalPlan(
        new RateCurve(
            fields.objects(STAGES).stream().map(RunPlanJson::readStage).toList(),
            fields.flag(REPEATS)),
        ArrivalPattern.of(pattern)
            .orElseThrow(() -> fields.invalid(PATTERN, pattern, ArrivalPattern.allWords())),
        fields.number(SMOOTHNESS));
  }

  private static RateStage readStage(Fields fields) {
    return new RateStage(
        readShape(fields),
        fields.number(FROM),
        fields.number(TO),
        fields.integer(PERIOD),
        fields.integer(DURATION));
  }

  private static RateStage.Shape readShape(Fields fields) {
    String word = fields.text(SHAPE);
    try {
      return RateStage.Shape.valueOf(word.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw fields.invalid(SHAPE, word, "line or wave");
    }
  }

  /** The members of one object, each asked for by name and kind. */
  private record Fields(String path, JsonNode node) {
    private Fields {
      if (!node.isObject()) {
        throw new InvalidPlanException(
            List.of(
                "Invalid plan"
                    + (path.isEmpty() ? "" : " member " + path)
                    + ": "
                    + node.getNodeType()
                    + " (an object)"));
      }
    }

    boolean isNull(String name) {
      return !node.hasNonNull(name);
    }

    Fields object(String name) {
      return new Fields(pathOf(name), node.path(name));
    }

    String text(String name) {
      JsonNode value = node.path(name);
      if (!value.isTextual()) {
        throw invalid(name, value, "a text");
      }
      return value.textValue();
    }

    String textOrNull(String name) {
      return isNull(name) ? null : text(name);
    }

    boolean flag(String name) {
      JsonNode value = node.path(name);
      if (!value.isBoolean()) {
        throw invalid(name, value, "true or false");
      }
      return value.booleanValue();
    }

    long integer(String name) {
      JsonNode value = node.path(name);
      if (!value.isIntegralNumber() || !value.canConvertToLong()) {
        throw invalid(name, value, "a whole number of 64 bits");
      }
      return value.longValue();
    }

    int smallInteger(String name) {
      JsonNode value = node.path(name);
      if (!value.isIntegralNumber() || !value.canConvertToInt()) {
        throw invalid(name, value, "a whole number of 32 bits");
      }
      return value.intValue();
    }

    double number(String name) {
      JsonNode value = node.path(name);
      if (!value.isNumber()) {
        throw invalid(name, value, "a number");
      }
      return value.doubleValue();
    }

    List<String> texts(String name) {
      JsonNode value = node.path(name);
      if (!value.isArray()) {
        throw invalid(name, value, "a list of texts");
      }
      List<String> texts = new ArrayList<>();
      for (JsonNode element : value) {
        if (!element.isTextual()) {
          throw invalid(name, element, "a list of texts");
        }
        texts.add(element.textValue());
      }
      return texts;
    }

    List<Integer> smallIntegers(String name) {
      JsonNode value = node.path(name);
      if (!value.isArray()) {
        throw invalid(name, value, "a list of whole numbers");
      }
      List<Integer> integers = new ArrayList<>();
      for (JsonNode element : value) {
        if (!element.isIntegralNumber() || !element.canConvertToInt()) {
          throw invalid(name, element, "a list of whole numbers");
        }
        integers.add(element.intValue());
      }
      return integers;
    }

    List<Fields> objects(String name) {
      JsonNode value = node.path(name);
      if (!value.isArray()) {
        throw invalid(name, value, "a list of objects");
      }
      List<Fields> objects = new ArrayList<>();
      for (int i = 0; i < value.size(); i++) {
        objects.add(new Fields(pathOf(name) + "[" + i + "]", value.get(i)));
      }
      return objects;
    }

    Map<String, String> textMap(String name) {
      Fields members = object(name);
      Map<String, String> texts = new LinkedHashMap<>();
      members.node.fieldNames().forEachRemaining(key -> texts.put(key, members.text(key)));
      return texts;
    }

    InvalidPlanException invalid(String name, Object value, String wanted) {
      boolean isMissing = value instanceof JsonNode json && json.isMissingNode();
      return new InvalidPlanException(
          List.of(
              "Invalid plan member "
                  + pathOf(name)
                  + ": "
                  + (isMissing ? "missing" : value)
                  + " ("
                  + wanted
                  + ")"));
    }

    private String pathOf(String name) {
      return path.isEmpty() ? name : path + "." + name;
    }
  }
}
