package io.longhaul.load.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.TritonBackend;
import io.longhaul.load.plan.check.InvalidPlanException;
import io.longhaul.load.plan.check.SamplingStrategy;
import io.longhaul.load.plan.dataset.BatchPlan;
import io.longhaul.load.plan.dataset.CacheBust;
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
import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.load.RateStage;
import io.longhaul.load.plan.load.UserPlan;
import io.longhaul.load.plan.media.AudioFormat;
import io.longhaul.load.plan.media.AudioPlan;
import io.longhaul.load.plan.media.ImageFormat;
import io.longhaul.load.plan.media.ImagePlan;
import io.longhaul.load.plan.media.ImageSource;
import io.longhaul.load.plan.media.MediaPlan;
import io.longhaul.load.plan.media.SoundTrack;
import io.longhaul.load.plan.media.VideoContent;
import io.longhaul.load.plan.media.VideoFormat;
import io.longhaul.load.plan.media.VideoPlan;
import io.longhaul.load.plan.server.ConnectionReuse;
import io.longhaul.load.plan.server.HttpVersion;
import io.longhaul.load.plan.server.ModelSelection;
import io.longhaul.load.plan.server.Secret;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunPlanJsonTest {
  private static final RunPlan SMALL = RunPlanBuilder.plan("run-1").model("m").build();

  private static final String SMALL_JSON =
      "{'run_id':'run-1','seed':0,"
          + "'target':{'urls':['http://localhost:8000'],'path':null,'headers':{},"
          + "'request_timeout_ns':21600000000000,'http_version':'1.1','connection_reuse':'pooled','stale_retry':true,'insecure_tls':false,'proxy':null,"
          + "'session_header':'X-Correlation-ID'},"
          + "'request':{'endpoint_type':'chat','models':['m'],'model_selection':'round_robin','streaming':false,"
          + "'extra_inputs':{},'use_server_token_count':false,'use_legacy_max_tokens':false,"
          + "'backend':null,'least_tokens_too':false},"
          + "'tokenizer':{'name':'m','revision':'main','download_allowed':false,'chat_template':false},"
          + "'dataset':{'input_file':null,'file_type':'single_turn','trace':{'block_tokens':512,'speedup':1.0,"
          + "'auto_offset':true,'start_offset_ns':null,'end_offset_ns':null,"
          + "'most_input_tokens':null,'most_output_tokens':null},"
          + "'delays':{'ignored':false,'most_ns':null},"
          + "'input_length':{'mean_tokens':550,'stddev_tokens':0.0,'window':null},'output_length':null,"
          + "'length_pairs':[],'corpus':'sonnet','prefixes':{'pool_size':0,'prefix_tokens':0,'system_tokens':0,"
          + "'context_tokens':0},'system_prompt':null,'cache_bust':'none','rankings':{'mean_passages':1,'stddev_passages':0.0,"
          + "'query_length':{'mean_tokens':550,'stddev_tokens':0.0,'window':null},"
          + "'passage_length':{'mean_tokens':550,'stddev_tokens':0.0,'window':null}},"
          + "'media':{'images':{'per_request':0,'format':'png',"
          + "'width':{'mean_pixels':1,'stddev_pixels':0.0},"
          + "'height':{'mean_pixels':1,'stddev_pixels':0.0},"
          + "'source':{'folder':null,'sampling':'random'}},"
          + "'audio':{'per_request':0,'mean_s':1.0,'stddev_s':0.0,'channels':1,"
          + "'format':'wav','rates_hz':[16000],'depths_bits':[16]},"
          + "'videos':{'per_request':0,'width':1,'height':1,'frames_per_s':4,'length_s':5.0,"
          + "'content':'moving_shapes','format':'webm','codec':'libvpx-vp9',"
          + "'sound':{'channels':0,'rate_hz':44100,'depth_bits':16,'codec':'libvorbis'}}},"
          + "'batch':{'texts':1,'images':1,'clips':1,'videos':1},"
          + "'sessions':{'mean_turns':1,'stddev_turns':0.0,'mean_delay_ms':0.0,'stddev_delay_ms':0.0,"
          + "'delay_ratio':1.0},'entries':100,'sampling':'sequential','unique_prompts':false},"
          + "'load':{'warmup':null,'profiling':{'concurrency':1,'concurrency_ramp_ns':0,"
          + "'prefill':null,'arrivals':null,'users':null,'fixed_schedule':false,'cancellation':{'share':0.0,'delay_ns':0},'request_count':10,'session_count':null,'duration_ns':null,"
          + "'grace_ns':9223372036854775807},'longest_warmup_ns':600000000000,"
          + "'longest_duration_ns':604800000000000},"
          + "'measurement':{'slice_ns':10000000000,'slos':'','lanes_per_generator':1,"
          + "'rehearsal_requests':2000,'slice_by':[]}}";

  @Test
  void aPlanIsOneLineOfJson() {
    assertThat(RunPlanJson.toJson(SMALL)).isEqualTo(quoted(SMALL_JSON));
  }

  @Test
  void aSmallPlanIsReadAsItWasWritten() {
    assertThat(RunPlanJson.fromJson(quoted(SMALL_JSON))).isEqualTo(SMALL);
  }

  @Test
  void optionsOfTritonAreReadAsTheyWereWritten() {
    RunPlan triton =
        RunPlanBuilder.plan("run-3")
            .model("m")
            .endpointType(Endpoints.named("kserve_http"))
            .backend(TritonBackend.VLLM)
            .leastTokensToo(true)
            .build();

    assertThat(RunPlanJson.fromJson(RunPlanJson.toJson(triton))).isEqualTo(triton);
    assertThatThrownBy(
            () -> RunPlanJson.fromJson(RunPlanJson.toJson(triton).replace("vllm", "onnx")))
        .hasMessageContaining("tensorrtllm or vllm");
  }

  @Test
  void systemPromptAndCacheBustAreReadAsTheyWereWritten() {
    RunPlan begun =
        RunPlanBuilder.plan("run-4")
            .model("m")
            .systemPrompt("Be \"brief\",\nplease.")
            .applyChatTemplate(true)
            .cacheBust(CacheBust.WARMUP_ISOLATION_SYSTEM)
            .build();

    assertThat(RunPlanJson.fromJson(RunPlanJson.toJson(begun))).isEqualTo(begun);
    assertThatThrownBy(
            () -> RunPlanJson.fromJson(RunPlanJson.toJson(begun).replace("warmup_is", "is")))
        .hasMessageContaining("(none, system_prefix");
  }

  @Test
  void aProxyIsReadAsItWasWritten() {
    RunPlan proxied = RunPlanBuilder.plan("run-1").model("m").proxy("http://proxy:3128").build();

    assertThat(RunPlanJson.fromJson(RunPlanJson.toJson(proxied))).isEqualTo(proxied);
  }

  @Test
  void aFullPlanIsReadAsItWasWritten() {
    RunPlan full =
        RunPlanBuilder.plan("run-2")
            .seed(Long.MAX_VALUE)
            .url("http://a:1")
            .url("https://b:2/v1")
            .path("/v1/custom")
            .header("X-Team", "größer \"quoted\"")
            .requestTimeoutNanos(1)
            .httpVersion(HttpVersion.HTTP_2)
            .connectionReuse(ConnectionReuse.NEVER)
            .modelSelection(ModelSelection.RANDOM)
            .staleRetry(false)
            .insecureTls(true)
            .sessionHeader("X-Session-ID")
            .endpointType(Endpoints.named("completions"))
            .model("m1")
            .model("m2")
            .streaming(true)
            .extraInputs(
                ExtraInputs.parse(
                    List.of(
                        "temperature:0,top_p:0.95,user:null",
                        "{\"stop\":[\"a\",null,true],\"big\":123456789012345678901234567890}")))
            .useServerTokenCount(true)
            .useLegacyMaxTokens(true)
            .tokenizer("acme/tiny")
            .tokenizerRevision("v2")
            .tokenizerDownload(true)
            .inputFile("/data/prompts.jsonl")
            .fileType(FileType.PAYLOAD)
            .trace(new TracePlan(16, 2.5, false, 1_000L, 2_000L, 30, 40))
            .delays(new RecordedDelays(true, 5_000L))
            .inputTokens(1024, 12.5)
            .outputTokens(128, 0.1)
            .entries(77)
            .concurrency(64)
            .concurrencyRampNanos(8)
            .rateCurve(
                new RateCurve(
                    List.of(
                        RateStage.line(0, 0.1, 7_000_000_000_000L),
                        RateStage.wave(0.75, 3, 150_000_000_000L, 600_000_000_000L)),
                    true))
            .arrivalPattern(ArrivalPattern.GAMMA)
            .arrivalSmoothness(0.25)
            .cancellation(new CancellationPlan(0.125, 300_000_000))
            .requestCount(1_000_000_000_000L)
            .sessionCount(9_000)
            .durationNanos(3_600_000_000_000L)
            .graceNanos(0)
            .prefillConcurrency(4)
            .prefillRampNanos(6)
            .warmupRequestCount(5)
            .warmupSessionCount(3)
            .warmupPrefillConcurrency(2)
            .warmupConcurrency(3)
            .warmupRequestRate(1.5)
            .warmupRequestRateRampNanos(1_000_000_000)
            .warmupArrivalPattern(ArrivalPattern.POISSON)
            .longestWarmupNanos(9)
            .longestDurationNanos(4_000_000_000_000L)
            .sliceNanos(2_000_000_000L)
            .slos("time_to_first_token:100 request_latency:2000")
            .lanesPerGenerator(4)
            .rehearsalRequests(0)
            .sliceBy(List.of(SliceLabel.URL, SliceLabel.STAGE))
            .build();

    assertThat(RunPlanJson.fromJson(RunPlanJson.toJson(full))).isEqualTo(full);
  }

  @Test
  void aPlanOfSyntheticPromptsIsReadAsItWasWritten() {
    RunPlan shaped =
        RunPlanBuilder.plan("run-3")
            .model("m")
            .lengthPairs(
                List.of(
                    new LengthPair(new TokenLength(256, 10), new TokenLength(128, 0.5), 40),
                    new LengthPair(new TokenLength(512, 0), new TokenLength(256, 0), 60)))
            .prefixes(new PrefixPlan(2, 30, 40, 50))
            .rankings(new RankingPlan(new TokenLength(7, 1), new TokenLength(20, 2), 3, 1.5))
            .media(
                new MediaPlan(
                    new ImagePlan(
                        2,
                        new ImagePlan.Size(30, 4.5),
                        new ImagePlan.Size(20, 0),
                        ImageFormat.RANDOM,
                        new ImageSource("/pictures", SamplingStrategy.SHUFFLE)),
                    new AudioPlan(
                        1, 1.5, 0.25, List.of(8_000, 44_100), List.of(8, 24), 2, AudioFormat.MP3),
                    new VideoPlan(
                        2,
                        320,
                        240,
                        25,
                        1.5,
                        VideoContent.NOISE,
                        VideoFormat.MP4,
                        "libx264",
                        new SoundTrack(2, 48_000, 24, "aac"))))
            .cacheBust(CacheBust.FIRST_TURN_PREFIX)
            .inputLength(new TokenLength(8, 0, new TokenLength.Window(4, 12)))
            .corpus(PromptCorpus.RANDOM)
            .batch(new BatchPlan(3, 4, 5, 6))
            .sessions(new SessionPlan(4, 1.5, 2_000, 250, 0.5))
            .users(new UserPlan(3, 0.5))
            .sampling(SamplingStrategy.SHUFFLE)
            .uniquePrompts(true)
            .build();

    assertThat(RunPlanJson.fromJson(RunPlanJson.toJson(shaped))).isEqualTo(shaped);
  }

  @Test
  void unknownMembersAreIgnored() {
    String newer = quoted(SMALL_JSON.replace("'seed':0,", "'seed':0,'colour':'red',"));

    assertThat(RunPlanJson.fromJson(newer)).isEqualTo(SMALL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          'seed':0,                   | ''                      | Invalid plan member seed: missing (a whole number of 64 bits)
          'seed':0                    | 'seed':null             | Invalid plan member seed: null (a whole number of 64 bits)
          'seed':0                    | 'seed':0.5              | Invalid plan member seed: 0.5 (a whole number of 64 bits)
          'run_id':'run-1'            | 'run_id':7              | Invalid plan member run_id: 7 (a text)
          'streaming':false           | 'streaming':'no'        | Invalid plan member request.streaming: "no" (true or false)
          'endpoint_type':'chat'      | 'endpoint_type':'telex' | Invalid endpoint type: telex (known types: chat, completions
          'arrivals':null             | 'arrivals':{'pattern':'x','stages':[],'repeats':false} | Invalid plan member load.profiling.arrivals.pattern: x (poisson, constant or gamma)
          'arrivals':null             | 'arrivals':{'pattern':'gamma','stages':7,'repeats':false} | Invalid plan member load.profiling.arrivals.stages: 7 (a list of objects)
          'arrivals':null             | 'arrivals':{'pattern':'gamma','stages':[{'shape':'box'}]} | Invalid plan member load.profiling.arrivals.stages[0].shape: box (line or wave)
          'models':['m']              | 'models':['m',1]        | Invalid plan member request.models: 1 (a list of texts)
          'models':['m']              | 'models':'m'            | Invalid plan member request.models: "m" (a list of texts)
          'concurrency':1             | 'concurrency':3000000000 | Invalid plan member load.profiling.concurrency: 3000000000 (a whole number of 32 bits)
          'mean_tokens':550           | 'mean_tokens':true      | Invalid plan member dataset.input_length.mean_tokens: true (a whole number of 32 bits)
          'headers':{}                | 'headers':{'a':1}       | Invalid plan member target.headers.a: 1 (a text)
          'seed':0                    | 'seed':true             | Invalid plan member seed: true (a whole number of 64 bits)
          'seed':0                    | 'seed':'0'              | Invalid plan member seed: "0" (a whole number of 64 bits)
          'speedup':1.0               | 'speedup':'1.0'         | Invalid plan member dataset.trace.speedup: "1.0" (a number)
          'streaming':false           | 'streaming':0           | Invalid plan member request.streaming: 0 (true or false)
          'streaming':false,          | ''                      | Invalid plan member request.streaming: missing (true or false)
          'request_count':10          | 'request_count':1.5     | Invalid plan member load.profiling.request_count: 1.5 (a whole number of 64 bits)
          'length_pairs':[]           | 'length_pairs':[3]      | Invalid plan member dataset.length_pairs[0]: NUMBER (an object)
          'rates_hz':[16000]          | 'rates_hz':['a']        | Invalid plan member dataset.media.audio.rates_hz: "a" (a list of whole numbers)
          'slice_by':[]               | 'slice_by':['a']        | Invalid plan member measurement.slice_by: a (of model, url, endpoint, stage or turn)
          'extra_inputs':{}           | 'extra_inputs':[]       | Invalid plan member request.extra_inputs: ARRAY (an object)
          'extra_inputs':{},          | ''                      | Invalid plan member request.extra_inputs: MISSING (an object)
          'cancellation':{            | 'cancellation':null,'x':{ | Invalid plan member load.profiling.cancellation: NULL (an object)
          'endpoint_type':'chat'      | 'endpoint_type':'dynamic_grpc' | Invalid plan member request.grpc_method: missing (an object with
          'http_version':'1.1'        | 'http_version':1        | Invalid plan member target.http_version: 1 (1.1 or 2)
          'http_version':'1.1'        | 'http_version':null     | Invalid plan member target.http_version: null (1.1 or 2)
          'seed':0                    | 'seed':-1               | Invalid random seed: -1 (0 or more)
          """)
  void aWrongMemberIsNamed(String right, String wrong, String message) {
    String json = SMALL_JSON.replace(right, wrong.equals("''") ? "" : wrong);
    assertThat(json).isNotEqualTo(SMALL_JSON);

    assertThatThrownBy(() -> RunPlanJson.fromJson(quoted(json)))
        .isInstanceOf(InvalidPlanException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {                   | Invalid plan: not a JSON document (stopped at line 1, column 2)
          []                  | Invalid plan: ARRAY (an object)
          7                   | Invalid plan: NUMBER (an object)
          {}                  | Invalid plan member run_id: missing (a text)
          {"run_id":"r","seed":0} | Invalid plan member target: MISSING (an object)
          {} {}               | Invalid plan: not a JSON document (stopped at line 1, column 4)
          """)
  void aDocumentThatIsNotAPlanIsRejected(String json, String message) {
    assertThatThrownBy(() -> RunPlanJson.fromJson(json))
        .isInstanceOf(InvalidPlanException.class)
        .hasMessage(message);
  }

  @Test
  void anEmptyDocumentIsRejected() {
    assertThatThrownBy(() -> RunPlanJson.fromJson(""))
        .isInstanceOf(InvalidPlanException.class)
        .hasMessage("Invalid plan: MISSING (an object)");
  }

  @Test
  void aSecretIsNeverWritten() throws Exception {
    Secret key = Secret.of("sk-123");

    assertThat(key).hasToString("***").isEqualTo(Secret.of("sk-123"));
    assertThat(key.reveal()).isEqualTo("sk-123");
    assertThatThrownBy(() -> new ObjectMapper().writeValueAsString(key))
        .hasMessageContaining("No serializer found");
    assertThat(
            new ObjectMapper()
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .writeValueAsString(List.of(key)))
        .isEqualTo("[{}]");
  }

  private static String quoted(String json) {
    return json.replace('\'', '"');
  }
}
