package io.longhaul.config.genaiperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.options.TypedProfile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenAiPerfFileTest {
  @TempDir Path folder;

  @Test
  void everyKeyIsAnOptionOfTheCommandLine() throws Exception {
    GenAiPerfFile.Content file =
        read(
            """
            model_names: "a, b"
            endpoint:
              model_selection_strategy: random
              backend: vllm
              custom: v1/own
              type: chat
              streaming: True
              server_metrics_urls: [h:1, h:2]
              url: h:3
              grpc_method: a.S/Call
            perf_analyzer:
              stimulus: {concurrency: 3}
              stability_percentage: 50
              warmup_request_count: 4
              measurement: {mode: request_count, num: 40}
            input:
              batch_size: 2
              extra: {temperature: 0.5}
              goodput: {time_to_first_token: 100, request_latency: 200}
              header: ["X-A:1", "X-B:2"]
              file: prompts.jsonl
              num_dataset_entries: 7
              random_seed: 8
              audio:
                batch_size: 3
                length: {mean: 1.5, stddev: 0.5}
                format: wav
                depths: [16, 32]
                sample_rates: [16, 44.1]
                num_channels: 2
              image:
                batch_size: 4
                width: {mean: 10, stddev: 1}
                height: {mean: 20, stddev: 2}
                format: png
              output_tokens: {mean: 30, stddev: 3, deterministic: true}
              synthetic_tokens: {mean: 40, stddev: 4}
              prefix_prompt: {num: 5, length: 6}
              sessions:
                num: 9
                turns: {mean: 2, stddev: 1}
                turn_delay: {mean: 100, stddev: 10, ratio: 0.5}
            output:
              artifact_directory: out
              checkpoint_directory: checkpoints
              profile_export_file: x.json
              generate_plots: false
              enable_checkpointing: false
            tokenizer: {name: builtin, revision: main, trust_remote_code: true}
            """);

    assertThat(file.isSweep()).isFalse();
    assertThat(GenAiPerfTranslator.translate(file.arguments(), false).options().words())
        .isEqualTo(
            GenAiPerfTranslator.translate(
                    GenAiPerfArguments.ofProfile(
                        List.of(
                            ("--model a b --model-selection-strategy random --backend vllm"
                                    + " --endpoint v1/own --endpoint-type chat --streaming"
                                    + " --server-metrics-urls h:1,h:2 --url h:3 --grpc-method a.S/Call"
                                    + " --concurrency 3 --stability-percentage 50"
                                    + " --warmup-request-count 4 --request-count 40"
                                    + " --batch-size-text 2 --extra-inputs temperature:0.5"
                                    + " --goodput time_to_first_token:100 request_latency:200"
                                    + " --header X-A:1 --header X-B:2 --input-file prompts.jsonl"
                                    + " --num-dataset-entries 7 --random-seed 8 --batch-size-audio 3"
                                    + " --audio-length-mean 1.5 --audio-length-stddev 0.5"
                                    + " --audio-format wav --audio-depths 16 32"
                                    + " --audio-sample-rates 16 44.1 --audio-num-channels 2"
                                    + " --batch-size-image 4 --image-width-mean 10"
                                    + " --image-width-stddev 1 --image-height-mean 20"
                                    + " --image-height-stddev 2 --image-format png --osl 30"
                                    + " --osl-stddev 3 --output-tokens-mean-deterministic --isl 40"
                                    + " --isl-stddev 4 --num-prefix-prompts 5"
                                    + " --prefix-prompt-length 6 --num-sessions 9"
                                    + " --session-turns-mean 2 --session-turns-stddev 1"
                                    + " --session-turn-delay-mean 100 --session-turn-delay-stddev 10"
                                    + " --session-delay-ratio 0.5 --artifact-dir out"
                                    + " --profile-export-file x.json --tokenizer builtin"
                                    + " --tokenizer-revision main --tokenizer-trust-remote-code")
                                .split(" ", -1))),
                    false)
                .options()
                .words());
  }

  @Test
  void anEmptyMappingIsNoOption() throws Exception {
    GenAiPerfFile.Content file = read("model_names: a\ninput: {extra: {}, goodput: {}}\n");

    assertThat(words(file)).isEqualTo(words(read("model_names: a\n")));
  }

  @Test
  void anAnalyzeSectionIsASweep() throws Exception {
    GenAiPerfFile.Content file =
        read(
            """
            model_name: m
            analyze:
              concurrency: {start: 1, stop: 8}
              num_dataset_entries: {start: 100, stop: 300, step: 100}
            endpoint: {server_metrics_url: "h:1", url: ""}
            """);

    assertThat(file.isSweep()).isTrue();
    assertThat(file.arguments().swept().read(new OptionProblems()))
        .isEqualTo(
            Map.of(
                SweptParameter.CONCURRENCY, List.of(1L, 2L, 4L, 8L),
                SweptParameter.NUM_DATASET_ENTRIES, List.of(100L, 200L, 300L)));
    assertThat(file.arguments().values(GenAiPerfOption.MODEL)).containsExactly("m");
    assertThat(file.arguments().values(GenAiPerfOption.SERVER_METRICS_URLS)).containsExactly("h:1");
    assertThat(file.arguments().has(GenAiPerfOption.URL)).isFalse();
  }

  @Test
  void aProblemWithAnOptionNamesItsKey() throws Exception {
    GenAiPerfFile.Content file =
        read(
            "model_name: m\nendpoint: {type: chat}\nperf_analyzer: {stimulus: {concurrency: x}}\n");

    assertThatThrownBy(
            () ->
                TypedProfile.settings(
                    GenAiPerfTranslator.translate(file.arguments(), false).options(), Map.of()))
        .hasMessageContaining(
            "Invalid perf_analyzer.stimulus.concurrency in g.yaml: x (a whole number, 1 or more)");
  }

  @Test
  void aProblemWithASweepNamesItsKey() throws Exception {
    GenAiPerfFile.Content file =
        read(
            "model_name: m\nanalyze: {concurrency: {start: 3, stop: 5}, typo: {start: 1, stop: 2}}");
    OptionProblems problems = new OptionProblems();

    file.arguments().swept().read(problems);

    assertThat(problems.sentences())
        .containsExactly(
            "Invalid analyze.concurrency in g.yaml: 3:5 (powers of two, without a step; for others,"
                + " use --sweep-list)",
            "Invalid analyze.typo in g.yaml: typo (concurrency, batch_size, num_dataset_entries,"
                + " input_sequence_length, request_rate)");
  }

  @Test
  void allProblemsOfAFileAreReported() {
    assertThat(
            catchThrowableOfType(
                    InvalidOptionsException.class,
                    () ->
                        read(
                            """
                            endpoint: {typo: chat, streaming: perhaps}
                            perf_analyzer: {stimulus: {session_request_rate: 5}}
                            input:
                              goodput: {time_to_first_token: [1]}
                              audio: {lengths: {mean: 1}}
                              sessions: {turns: 3}
                            output: {artifact_directory: [a]}
                            """))
                .problems())
        .containsExactly(
            "Invalid endpoint.streaming: perhaps (true or false)",
            "Invalid key in endpoint: typo (did you mean type?)",
            "Invalid perf_analyzer.stimulus.session_request_rate: sessionRequestRate"
                + " (concurrency, request_rate, session_concurrency or fixed_schedule)",
            "Invalid input.goodput.time_to_first_token: a list (a single value; give --goodput on"
                + " the command line)",
            "Invalid key in input.audio: lengths (did you mean length?)",
            "Invalid input.sessions.turns: a value (a mapping)",
            "Invalid output.artifact_directory: a list (a single value)");
  }

  private static List<String> words(GenAiPerfFile.Content file) throws Exception {
    return GenAiPerfTranslator.translate(file.arguments(), false).options().words();
  }

  private GenAiPerfFile.Content read(String yaml) throws Exception {
    return GenAiPerfFile.read(Files.writeString(folder.resolve("g.yaml"), yaml));
  }
}
