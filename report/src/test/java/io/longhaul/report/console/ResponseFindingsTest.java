package io.longhaul.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResponseFindingsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  void aSuccessfulRunHasNoFindings() throws JsonProcessingException {
    assertThat(findings("chat", "{\"short_answers\": 0, \"finish_reasons\": {\"stop\": 20}}"))
        .isEmpty();
  }

  @Test
  void shortResponsesNameTheirTokenCounter() throws JsonProcessingException {
    assertThat(findings("chat", "{\"short_answers\": 20, \"output_tokens_missing\": 1300}"))
        .containsExactly(
            "20 shorter than requested: 1,300 tokens missing by the server's usage (if the"
                + " server supports it, --extra-inputs ignore_eos:true prevents early ends)");
    assertThat(findings("chat", shortOnes(20)))
        .containsExactly(
            "20 shorter than requested: 300 tokens missing by the count of tokenizer builtin, since"
                + " the server sent no usage (if the server supports it, --extra-inputs"
                + " ignore_eos:true prevents early ends)");
    assertThat(findings("chat", shortOnes(7)))
        .singleElement()
        .asString()
        .contains("by the server's usage, and of 7 without one by tokenizer builtin");
  }

  private static String shortOnes(int ownCount) {
    return "{\"short_answers\": 20, \"short_answers_own_count\": %d, \"output_tokens_missing\": 300}"
        .formatted(ownCount);
  }

  @Test
  void longResponsesNameTheLikelyCauseAndRemedy() throws JsonProcessingException {
    String content = "{\"long_answers\": 20, \"output_tokens_excess\": 20100}";

    assertThat(findings("chat", content))
        .containsExactly(
            "20 longer than requested: 20,100 excess tokens by the server's usage (the server may"
                + " not know max_completion_tokens: try --use-legacy-max-tokens)");
    assertThat(findings("completions", content))
        .singleElement()
        .asString()
        .endsWith("(the server ignores the limit)");
  }

  @Test
  void aDifferingUsageIsShownWithTheOwnCount() throws JsonProcessingException {
    assertThat(findings("chat", "{\"usage_input_differs\": 20, \"usage_output_differs\": 0}"))
        .containsExactly(
            "20 responses whose prompt token count in the server's usage differs by more than 10 %"
                + " from Longhaul's: in total, the server counted 1,960 tokens, and tokenizer builtin counted 400 (the model has"
                + " another tokenizer, or the server applies a chat template: see --tokenizer,"
                + " --apply-chat-template and --use-server-token-count)");
  }

  private static List<String> findings(String endpointType, String content)
      throws JsonProcessingException {
    return ResponseFindings.of(
        MAPPER.readTree(
            """
            {"run": {"endpoint_type": "%s", "tokenizer": "builtin", "cli_command": "longhaul profile"},
             "metrics": {"total_usage_prompt_tokens": {"value": 1960}, "total_isl": {"value": 400}},
             "content": %s}
            """
                .formatted(endpointType, content)));
  }
}
