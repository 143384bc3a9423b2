package io.longhaul.load.endpoint.response;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.json.UntrustedJson;
import org.junit.jupiter.api.Test;

/** Golden vector V10 of AIPerf 0.13, and additions from real servers. */
class UsageReaderTest {

  @Test
  void openAi() {
    assertThat(
            read(
                """
                {"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,
                 "prompt_tokens_details":{"cached_tokens":4},
                 "completion_tokens_details":{"reasoning_tokens":3}}\
                """))
        .isEqualTo(new Usage(10L, 5L, 15L, 3L, 4L, null));
  }

  @Test
  void anthropicReportsThePromptWithoutCachedTokens() {
    assertThat(
            read(
                """
                {"input_tokens":10,"cache_read_input_tokens":90,"cache_creation_input_tokens":7,
                 "output_tokens":5}\
                """))
        .isEqualTo(new Usage(107L, 5L, null, null, 90L, 7L));
  }

  @Test
  void geminiWrapsItsCounts() {
    assertThat(
            read(
                """
                {"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":2,
                 "thoughtsTokenCount":1,"totalTokenCount":12}}\
                """))
        .isEqualTo(new Usage(9L, 2L, 12L, 1L, null, null));
  }

  @Test
  void countsOutsideAWrapperTakePrecedence() {
    assertThat(
            read(
                """
                {"input_tokens":1,"meta":{"tokens":{"input_tokens":7,"output_tokens":8},
                 "cached_tokens":3},"tokens":{"output_tokens":9}}\
                """))
        .isEqualTo(new Usage(1L, 8L, null, null, 3L, null));
  }

  @Test
  void zeroIsACount() {
    assertThat(read("{\"prompt_tokens\":0}"))
        .isEqualTo(new Usage(0L, null, null, null, null, null));
  }

  @Test
  void nullIsNotZeroAndNegativeOrBrokenNumbersAreNotCounts() {
    assertThat(
            read(
                """
                {"prompt_tokens":null,"completion_tokens":-1,"total_tokens":"5",
                 "completion_tokens_details":{"reasoning_tokens":1.5},
                 "prompt_tokens_details":{"cached_tokens":99999999999}}\
                """))
        .isEqualTo(new Usage(null, null, null, null, null, null));
  }

  @Test
  void theFirstNameWithACountIsUsed() {
    assertThat(read("{\"prompt_tokens\":null,\"input_tokens\":4,\"output_tokens\":2}"))
        .isEqualTo(new Usage(4L, 2L, null, null, null, null));
    assertThat(read("{\"completion_tokens_details\":null,\"thoughtsTokenCount\":6}"))
        .isEqualTo(new Usage(null, null, null, 6L, null, null));
  }

  private static Usage read(String json) {
    try {
      return UsageReader.read((ObjectNode) UntrustedJson.MAPPER.readTree(json));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
