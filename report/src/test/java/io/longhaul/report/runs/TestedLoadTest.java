package io.longhaul.report.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class TestedLoadTest {
  @Test
  void theRateOrTheConcurrencyComesFirstAndIsNotRepeated() throws IOException {
    assertThat(phase("\"type\": \"concurrency\", \"duration\": 20.0, \"concurrency\": 16"))
        .isEqualTo("concurrency 16, duration 20 s");
    assertThat(
            phase(
                "\"type\": \"poisson\", \"duration\": 300.0, \"grace_period\": 30.0, \"rate\":"
                    + " 12.0"))
        .isEqualTo("poisson, rate 12 requests/s, duration 300 s, grace period 30 s");
  }

  private static String phase(String members) throws IOException {
    return new TestedLoad(
            new ObjectMapper()
                .readTree(
                    """
                    {"configuration": {"input_config": {"phases": [{"kind": "profiling", %s}]}}}
                    """
                        .formatted(members)))
        .phaseText();
  }
}
