package io.longhaul.config.genaiperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.options.ProfileSettings;
import io.longhaul.config.options.TypedProfile;
import io.longhaul.load.endpoint.request.TritonBackend;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.folder.RunFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GenAiPerfTranslatorTest {
  @TempDir Path folder;

  /** The commands of the READMEs that ask an OpenAI server, but for the tokenizer. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "profile -m deepseek-ai/DeepSeek-R1-Distill-Llama-8B --service-kind openai"
            + " --endpoint-type chat --url http://localhost:8000 --streaming"
            + " --input-file payload:$TRACE",
        "profile -m deepseek-ai/DeepSeek-R1-Distill-Llama-8B --endpoint-type chat"
            + " --url http://localhost:8000 --streaming --input-file payload:$TRACE",
        "-m gpt2 --service-kind openai --endpoint v1/chat/completions"
            + " --output-format openai_chat_completions --input-tokens-mean 200"
            + " --input-tokens-stddev 0 --streaming --concurrency 1",
        "-m gpt2 --service-kind openai --endpoint v1/completions"
            + " --output-format openai_completions --input-tokens-mean 200"
            + " --input-tokens-stddev 0 --concurrency 1",
        "profile -m gpt2 --endpoint-type embeddings --batch-size-text 1",
        "profile -m gpt2 --endpoint-type rankings --input-file synthetic:queries,passages",
        "profile -m gpt2 --endpoint-type chat --streaming --goodput time_to_first_token:8.0"
            + " inter_token_latency:2.0 output_token_throughput_per_user:650.0",
        "profile -m a b --endpoint-type completions --request-rate 2.5 -s 50 -v",
        "profile -m gpt2 --endpoint-type chat -H 'Authorization: Bearer x' --H X-A:1:2"
            + " --random-seed 123 --num-prompts 7 --warmup-request-count 0"
            + " --profile-export-file my_export.json"
      })
  void documentedLinesArePlans(String line) throws Exception {
    assertThatCode(() -> plan(line)).doesNotThrowAnyException();
  }

  @Test
  void ratesAndWindowsMayHaveUnits() throws Exception {
    RunPlan plan =
        plan("profile -m m --endpoint-type chat --request-rate 300/min --measurement-interval 20s")
            .plan();

    assertThat(plan.load().profiling().rate().finalPerSecond()).hasValue(5);
    assertThat(plan.load().profiling().durationNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(60));
    assertThat(
            GenAiPerfTranslator.translate(
                    GenAiPerfArguments.ofProfile(List.of("-m", "m", "--request-rate", "300/min")),
                    false)
                .options()
                .words())
        .contains("artifacts/m-triton-tensorrtllm-request_rate5");
  }

  @Test
  void sessionsEndWithTheirLastTurn() throws Exception {
    RunPlan plan =
        plan("profile -m m --endpoint-type chat --num-sessions 6 --session-concurrency 3"
                + " --session-turns-mean 3")
            .plan();

    assertThat(plan.load().profiling().requestCount()).isNull();
    assertThat(plan.load().profiling().sessionCount()).isEqualTo(6);
    assertThat(plan.load().profiling().concurrency()).isEqualTo(3);
  }

  @Test
  void defaultsAreThoseOfGenAiPerf() throws Exception {
    RunPlan plan = plan("profile -m m --endpoint-type chat --osl 20").plan();

    assertThat(plan.load().profiling().concurrency()).isEqualTo(1);
    assertThat(plan.load().profiling().requestCount()).isEqualTo(10);
    assertThat(plan.dataset().entries()).isEqualTo(100);
    assertThat(plan.dataset().inputLength().mean()).isEqualTo(550);
    assertThat(plan.request().useLegacyMaxTokens()).isTrue();
    assertThat(plan.seed()).isZero();
  }

  /** The first lines of the READMEs, which ask a Triton server. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "profile -m gpt2 --backend tensorrtllm --streaming | TENSORRTLLM | gpt2-triton-tensorrtllm",
        "profile -m gpt2 --service-kind triton --backend vllm | VLLM | gpt2-triton-vllm",
        "profile -m gpt2 | TENSORRTLLM | gpt2-triton-tensorrtllm",
        "-m gpt2 --output-format trtllm --input-tokens-mean 200 | TENSORRTLLM |"
            + " gpt2-triton-tensorrtllm",
        "-m gpt2 --service-kind triton --output-format vllm | VLLM | gpt2-triton-vllm"
      })
  void withoutAnEndpointTypeTritonIsCalledByGrpc(String line, TritonBackend backend, String folder)
      throws Exception {
    ProfileSettings settings = plan(line);

    assertThat(settings.plan().request().endpointType().typedName()).isEqualTo("kserve");
    assertThat(settings.plan().request().backend()).isEqualTo(backend);
    assertThat(settings.plan().target().urls()).containsExactly("http://localhost:8001");
    assertThat(settings.layout().folder().getFileName()).hasToString(folder + "-concurrency1");
    assertThat(settings.layout().also()).contains(OptionalExport.GENAI_PERF);
  }

  /** Of a method it knows no more than its name; messages stand in the file. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "profile -m m --service-kind dynamic_grpc --grpc-method a.S/Call --input-file f",
        "profile -m m --endpoint-type dynamic_grpc --grpc-method a.S/Call --input-file f"
      })
  void anyMethodCanBeCalled(String line) throws Exception {
    assertThat(translated(line))
        .containsSubsequence("--endpoint-type", "dynamic_grpc")
        .containsSubsequence("--grpc-method", "a.S/Call")
        .containsSubsequence("--input-file", "f")
        .containsSubsequence("--artifact-dir", "artifacts/m-dynamic_grpc-dynamic_grpc-concurrency1")
        .containsSubsequence("--export-format", "genai-perf")
        .doesNotContain("--tokenizer");
    assertThat(translated(line + " --extra-inputs response_field:text")).contains("--tokenizer");
  }

  @Test
  void severalTextsOfAFileAreDrawnFromIt() throws Exception {
    String line = "profile -m m --endpoint-type embeddings --input-file f ";

    assertThat(translated(line + "--batch-size-text 2"))
        .containsSubsequence("--batch-size-text", "2")
        .containsSubsequence("--custom-dataset-type", "random_pool")
        .containsSubsequence("--num-dataset-entries", "100");
    assertThat(translated(line + "-b 2 --num-dataset-entries 7"))
        .containsSubsequence("--num-dataset-entries", "7");
    assertThat(translated(line + "--batch-size-text 1"))
        .doesNotContain("--custom-dataset-type", "--num-dataset-entries");
  }

  @Test
  void leastTokensAreAskedForToo() throws Exception {
    RunPlan plan =
        plan("profile -m m -u grpc://h:9 --osl 7 --output-tokens-mean-deterministic").plan();

    assertThat(plan.request().leastTokensToo()).isTrue();
    assertThat(plan.target().urls()).containsExactly("http://h:9");
  }

  @Test
  void thereAreTwiceAsManyRequestsAsFitAtOnce() throws Exception {
    assertThat(
            plan("profile -m m --endpoint-type chat --concurrency 32")
                .plan()
                .load()
                .profiling()
                .requestCount())
        .isEqualTo(64);
  }

  @Test
  void aRateIsConstant() throws Exception {
    RunPlan plan = plan("profile -m m --endpoint-type chat --request-rate 4").plan();

    assertThat(plan.load().profiling().arrivals().pattern()).isEqualTo(ArrivalPattern.CONSTANT);
    assertThat(plan.load().profiling().concurrency()).isNull();
    assertThat(plan.load().profiling().requestCount()).isEqualTo(10);
  }

  @Test
  void threeWindowsAreOneRun() throws Exception {
    RunPlan plan = plan("profile -m m --endpoint-type chat -p 4000").plan();

    assertThat(plan.load().profiling().durationNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(12));
    assertThat(plan.load().profiling().requestCount()).isNull();
  }

  @Test
  void theFirstReleaseMeasuresForThreeWindowsOfTenSecondsAndHasItsOwnTable() throws Exception {
    ProfileSettings settings =
        plan("-m m --service-kind openai --endpoint v1/completions --concurrency 2");

    assertThat(settings.plan().request().endpointType().typedName()).isEqualTo("completions");
    assertThat(settings.plan().load().profiling().durationNanos())
        .isEqualTo(TimeUnit.SECONDS.toNanos(30));
    assertThat(settings.layout().also())
        .containsExactlyInAnyOrder(OptionalExport.GENAI_PERF, OptionalExport.RELEASE_24_03);
  }

  @ParameterizedTest
  @CsvSource({
    "--concurrency 8, m-openai-chat-concurrency8",
    "--request-rate 2.5, m-openai-chat-request_rate2.5",
    "--input-file payload:$TRACE, m-openai-chat",
    "--fixed-schedule --input-file payload:$TRACE, m-openai-chat-fixed_schedule",
    "--session-concurrency 2, m-openai-chat-session_concurrency2",
    "--model org/m n, org_m_multi-openai-chat-concurrency1"
  })
  void eachLoadHasAFolderOfItsOwn(String load, String name) throws Exception {
    assertThat(
            plan("profile -m m --endpoint-type chat --artifact-dir out " + load).layout().folder())
        .isEqualTo(Path.of("out", name).toAbsolutePath());
  }

  @Test
  void aFixedScheduleIsCountedFromZero() throws Exception {
    String line = "profile -m m --endpoint-type chat --input-file payload:$TRACE --fixed-schedule";
    for (String value : List.of("", " true")) {
      RunPlan plan = plan(line + value).plan();

      assertThat(plan.load().profiling().fixedSchedule()).isTrue();
      assertThat(plan.dataset().trace().startOffsetNanos()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "temperature:0.50 | {\"temperature\":0.50}",
        "n:007 | {\"n\":7}",
        "n:-1 | {\"n\":\"-1\"}",
        "stop:none | {\"stop\":\"none\"}",
        "flag | {\"flag\":null}",
        "on:TRUE | {\"on\":true}",
        "x:.5 y:1. | {\"x\":0.5,\"y\":1.0}",
        "{\"a\":{\"b\":[1]}} | {\"a\":{\"b\":[1]}}"
      })
  void extraInputsAreReadAsGenAiPerfReadsThem(String typed, String json) {
    OptionProblems problems = new OptionProblems();

    assertThat(
            GenAiPerfExtraInputs.read(List.of(typed.strip().split(" ")), "--extra-inputs", problems)
                .toString())
        .isEqualTo(json.strip());
    assertThatCode(problems::throwIfAny).doesNotThrowAnyException();
  }

  @Test
  void rankingsHaveQueriesAndPassagesWhereOthersHaveTexts() throws Exception {
    assertThat(
            translated(
                "profile -m m --endpoint-type rankings --isl 60 -b 3 --extra-inputs rankings:tei"))
        .containsSequence("--endpoint-type", "hf_tei_rankings", "--endpoint", "/v1/ranking")
        .containsSequence("--rankings-query-prompt-token-mean", "60")
        .containsSequence("--rankings-passages-prompt-token-mean", "60")
        .containsSequence("--rankings-passages-mean", "3")
        .doesNotContain("--extra-inputs", "--isl");
  }

  @Test
  void listsAreWordsThereAndDividedByCommasHere() throws Exception {
    assertThat(
            plan("profile -m m --endpoint-type multimodal --audio-length-mean 2"
                    + " --audio-depths 16 32 --audio-sample-rates 16 44.1 --image-width-mean 0")
                .commandLine())
        .containsSequence("--audio-depths", "16,32")
        .containsSequence("--audio-sample-rates", "16,44.1")
        .doesNotContain("--image-width-mean");
  }

  @Test
  void prefixesHaveAHundredTokens() throws Exception {
    RunPlan plan = plan("profile -m m --endpoint-type chat --num-prefix-prompts 5").plan();

    assertThat(plan.dataset().prefixes().poolSize()).isEqualTo(5);
    assertThat(plan.dataset().prefixes().prefixTokens()).isEqualTo(100);
  }

  @Test
  void theLastOfSeveralValuesWins() throws Exception {
    assertThat(
            plan("profile -m a --endpoint-type chat --model b c --concurrency 1 --concurrency=3"))
        .satisfies(
            settings -> {
              assertThat(settings.plan().request().models()).containsExactly("b", "c");
              assertThat(settings.plan().load().profiling().concurrency()).isEqualTo(3);
            });
  }

  @Test
  void optionsOfLonghaulMayBeAdded() throws Exception {
    assertThat(
            plan("profile -m m --endpoint-type chat --fail-if request_error_rate>1").thresholds())
        .hasSize(1);
  }

  @Test
  void whatHasNoEffectIsTold() throws Exception {
    assertThat(
            GenAiPerfTranslator.translate(
                    GenAiPerfArguments.ofProfile(
                        List.of("-m", "m", "--endpoint-type", "chat", "-s", "10", "-v")),
                    false)
                .notes())
        .hasSize(2)
        .allMatch(note -> note.contains("has no effect"));
  }

  @Test
  void longhaulsOwnSweepTypeMayBeAdded() throws Exception {
    assertThat(translated("-m m --endpoint-type chat --concurrency 1,2 --sweep-type zip"))
        .containsSequence("--sweep-type", "zip");
  }

  @Test
  void theFolderIsGivenOnce() {
    assertThatThrownBy(
            () -> translated("profile -m m --endpoint-type chat --output-artifact-dir x"))
        .hasMessage("Invalid --output-artifact-dir: given twice (give it once)");
  }

  @Test
  void resultsAreOnlyReplacedOnRequest() throws Exception {
    Path used = folder.resolve("m-openai-chat-concurrency1");
    String line = "profile -m m --endpoint-type chat --artifact-dir " + folder;
    try (RunFolder held = RunFolder.hold(used)) {
      assertThat(held).isNotNull();

      assertThat(translation(line + " --replace").inUnusedFolder("").folder()).isEqualTo(used);
      assertThat(translation(line + " --replace=false").inUnusedFolder("").folder())
          .isNotEqualTo(used);
    }
  }

  @Test
  void anEmptyWindowIsRefusedInItsUnit() {
    assertThatThrownBy(
            () -> translated("profile -m m --endpoint-type chat --measurement-interval 0"))
        .hasMessageStartingWith(
            "Invalid --measurement-interval: 0 (milliseconds, more than 0, or with a unit");
  }

  private ProfileSettings plan(String line) throws Exception {
    return TypedProfile.settings(translation(line).options(), Map.of());
  }

  private List<String> translated(String line) throws Exception {
    return translation(line).options().words();
  }

  private GenAiPerfTranslator.Translation translation(String line) throws Exception {
    Path trace = folder.resolve("trace.jsonl");
    Files.writeString(trace, "{\"timestamp\": 7, \"input_length\": 9, \"output_length\": 3}\n");
    List<String> words =
        new ArrayList<>(
            List.of(
                (line + " --tokenizer builtin")
                    .replace("$TRACE", trace.toString())
                    .split(" (?=(?:[^']*'[^']*')*[^']*$)")));
    words.replaceAll(word -> word.replace("'", ""));
    boolean firstRelease = !words.get(0).equals("profile");
    List<String> typed = firstRelease ? words : words.subList(1, words.size());
    return GenAiPerfTranslator.translate(GenAiPerfArguments.ofProfile(typed), firstRelease);
  }
}
