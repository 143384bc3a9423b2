package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetUrlsTest {
  private static final String HOST = "http://localhost:8000";

  @ParameterizedTest
  @CsvSource({
    "'', /v1/chat/completions, /v1/chat/completions",
    "/, /v1/chat/completions, /v1/chat/completions",
    "/v1, /v1/chat/completions, /v1/chat/completions",
    "/v1/chat/completions, /v1/chat/completions, /v1/chat/completions",
    "/api, /v1/x, /api/v1/x",
    "/v1, /x/y, /v1/x/y",
    "/v2, /v1/x, /v2/v1/x"
  })
  void baseUrlAndPathAreJoinedAsInAiperf(String base, String path, String joined) {
    assertThat(TargetUrls.join(HOST + base, path)).hasToString(HOST + joined);
  }
}
