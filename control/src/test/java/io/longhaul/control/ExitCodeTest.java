package io.longhaul.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExitCodeTest {

  @Test
  void noReasonMeansSuccess() {
    assertThat(ExitCode.of(List.of())).isEqualTo(ExitCode.DONE);
    assertThat(ExitCode.DONE.status()).isZero();
  }

  @Test
  void theDocumentedPrecedenceApplies() {
    assertThat(Arrays.stream(ExitCode.values()).map(ExitCode::status))
        .containsExactly(2, 6, 1, 5, 130, 4, 7, 3, 0);
    assertThat(
            ExitCode.of(
                List.of(ExitCode.NOT_TRUSTED, ExitCode.TARGET_FAILED, ExitCode.DATA_INCOMPLETE)))
        .isEqualTo(ExitCode.DATA_INCOMPLETE);
    assertThat(ExitCode.of(List.of(ExitCode.INTERRUPTED, ExitCode.TARGET_FAILED)))
        .isEqualTo(ExitCode.INTERRUPTED);
  }

  @Test
  void aProcessStatusMapsToItsExitCode() {
    for (ExitCode code : ExitCode.values()) {
      assertThat(ExitCode.ofStatus(code.status())).isEqualTo(code);
    }
    assertThat(ExitCode.ofStatus(143)).as("ended by a signal").isEqualTo(ExitCode.INTERRUPTED);
    assertThat(ExitCode.ofStatus(137)).as("killed").isEqualTo(ExitCode.INTERNAL_ERROR);
  }
}
