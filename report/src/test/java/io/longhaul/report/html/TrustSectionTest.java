package io.longhaul.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.report.json.ReadJson;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class TrustSectionTest {
  @Test
  void theVerdictContrastsOnlyWhatDiffers() throws IOException {
    assertThat(verdict(true, 12)).isEqualTo("The run is complete, and every slice can be trusted.");
    assertThat(verdict(true, 11))
        .isEqualTo("The run is complete, but 1 of 12 slices cannot be trusted.");
    assertThat(verdict(false, 12))
        .isEqualTo("Data of the run is missing, but every slice can be trusted.");
    assertThat(verdict(false, 0))
        .isEqualTo("Data of the run is missing, and 12 of 12 slices cannot be trusted.");
  }

  private static String verdict(boolean isComplete, int trusted) throws IOException {
    return new TrustSection(
            ReadJson.of(
                """
                {"status": {"complete": %b},
                 "quality": {"slices": 15, "slices_empty": 3, "slices_trusted": %d}}
                """
                    .formatted(isComplete, trusted)))
        .verdict();
  }
}
