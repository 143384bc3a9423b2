package io.longhaul.config.genaiperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.longhaul.config.binding.InvalidOptionsException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GenAiPerfSweepTest {
  private static final String LOAD = "-m gpt2 --endpoint-type chat --streaming ";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --sweep-type request_rate --sweep-range 100:500 | --request-rate | 64 128 256
          --sweep-type concurrency --sweep-range 1:8 | --concurrency | 1 2 4 8
          --sweep-type request_rate --sweep-range 100:500:200 | --request-rate | 100 300 500
          --sweep-type num_dataset_entries --sweep-range 100:102 | --num-dataset-entries | 100 101 102
          --sweep-type input_sequence_length --sweep-list 100,150,200 | --isl | 100 150 200
          --sweep-type=concurrency --sweep-range=1:8 --sweep-list=3,5 | --concurrency | 3 5
          """)
  void v12APointForEachValue(String sweep, String option, String values) throws Exception {
    assertThat(sweep(LOAD + sweep).points())
        .extracting(point -> valueOf(point, option))
        .containsExactlyElementsOf(words(values));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --sweep-type concurrency --sweep-range 3:10 | Invalid --sweep-range: 3:10 (powers of two, without a step; for others, use --sweep-list)
          --sweep-type concurrency --sweep-range 1:8:2 | Invalid --sweep-range: 1:8:2 (powers of two, without a step; for others, use --sweep-list)
          --sweep-type request_rate --sweep-range 8:8 | Invalid --sweep-range: 8:8 (numbers of 1 and more, MIN less than MAX)
          --sweep-type request_rate --sweep-range 0:8 | Invalid --sweep-range: 0:8 (numbers of 1 and more, MIN less than MAX)
          --sweep-type request_rate --sweep-range 8 | Invalid --sweep-range: 8 (MIN:MAX or MIN:MAX:STEP, whole numbers)
          --sweep-type request_rate --sweep-list 1,,2 | Invalid --sweep-list: 1,,2 (whole numbers separated by commas, such as 1,2,4)
          --sweep-type num_dataset_entries --sweep-range 1:5000 | Invalid --sweep-range: 1:5000 (no more than 1000 points, because each one is a run)
          --sweep-type request_rate | Invalid --sweep-type: request_rate (it needs --sweep-range or --sweep-list)
          --sweep-type runtime_batch_size --sweep-range 1:4 | Invalid --sweep-type: runtime_batch_size (concurrency, batch_size, num_dataset_entries, input_sequence_length, request_rate)
          --sweep-type concurrency --sweep-list -1,2 | Invalid --sweep-list: -1,2 (whole numbers separated by commas, such as 1,2,4)
          --sweep-range 1:4 | Invalid --sweep-type: no value (concurrency, batch_size, num_dataset_entries, input_sequence_length, request_rate)
          --sweep-type concurrency --sweep-range 1:2 --sweep-type concurrency --sweep-list 4 | Invalid --sweep-type: concurrency (each of them once)
          --sweep-type concurrency --sweep-range 1:4 --sweep-type num_dataset_entries --sweep-range 1:500 | Invalid sweep: 1500 points (no more than 1000, because each one is a run)
          --sweep-type concurrency --sweep-list 1 --request-rate 5 | Invalid load: --concurrency and --request-rate (GenAI-Perf accepts one of them; longhaul profile accepts a rate with a concurrency limit)
          """)
  void v12WhatIsNoSweepIsRefused(String sweep, String told) {
    assertThat(
            catchThrowableOfType(InvalidOptionsException.class, () -> sweep(LOAD + sweep))
                .problems())
        .containsExactly(told);
  }

  /** There the second is {@code runtime_batch_size}, which a request here does not have. */
  @Test
  void v12SeveralParametersAreSweptEachWithEach() throws Exception {
    GenAiPerfSweep sweep =
        sweep(
            LOAD
                + "--sweep-type concurrency --sweep-range 1:4"
                + " --sweep-type num_dataset_entries --sweep-range 1:3:2");

    assertThat(sweep.points())
        .extracting(
            point ->
                valueOf(point, "--concurrency") + " " + valueOf(point, "--num-dataset-entries"))
        .containsExactly("1 1", "1 3", "2 1", "2 3", "4 1", "4 3");
    assertThat(foldersOf(sweep))
        .doesNotHaveDuplicates()
        .contains("artifacts/gpt2-openai-chat-concurrency4-num_dataset_entries3");
  }

  @Test
  void anEndpointWithoutGenAiPerfsFilesCannotBeCompared() {
    assertThat(
            catchThrowableOfType(
                    InvalidOptionsException.class,
                    () ->
                        sweep(
                            "-m a --endpoint-type messages --sweep-type concurrency"
                                + " --sweep-list 1"))
                .problems())
        .singleElement()
        .asString()
        .startsWith("Invalid --endpoint-type: GenAI-Perf's files");
  }

  @Test
  void everyPointHasAFolderOfItsOwn() throws Exception {
    GenAiPerfSweep byRate = sweep(LOAD + "--sweep-type request_rate --sweep-range 1:2");
    GenAiPerfSweep byLength =
        sweep(
            LOAD
                + "--artifact-dir out --concurrency 4 --sweep-type input_sequence_length"
                + " --sweep-list 100,200");

    assertThat(foldersOf(byRate))
        .containsExactly(
            "artifacts/gpt2-openai-chat-request_rate1", "artifacts/gpt2-openai-chat-request_rate2");
    assertThat(byRate.folder()).isEqualTo(Path.of("artifacts"));
    assertThat(foldersOf(byLength))
        .containsExactly(
            "out/gpt2-openai-chat-concurrency4-input_sequence_length100",
            "out/gpt2-openai-chat-concurrency4-input_sequence_length200");
    assertThat(byLength.points())
        .extracting(GenAiPerfSweep.Point::name)
        .containsExactly("gpt2_run_config_0", "gpt2_run_config_1");
  }

  private static List<String> foldersOf(GenAiPerfSweep sweep) {
    return sweep.points().stream().map(point -> valueOf(point, "--artifact-dir")).toList();
  }

  private static String valueOf(GenAiPerfSweep.Point point, String option) {
    return point.options().valueOf(option).orElseThrow();
  }

  private static List<String> words(String line) {
    return List.of(line.split(" ", -1));
  }

  private static GenAiPerfSweep sweep(String line) throws InvalidOptionsException {
    return GenAiPerfSweep.of(GenAiPerfArguments.ofAnalyze(words(line)));
  }
}
