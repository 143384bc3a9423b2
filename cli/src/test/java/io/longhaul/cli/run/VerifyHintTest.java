package io.longhaul.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.report.verify.Check;
import io.longhaul.report.verify.Findings;
import io.longhaul.report.verify.Verification;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerifyHintTest {
  private static final ExportLayout LAYOUT = new ExportLayout(Path.of("/runs/one"));
  private final Findings found = new Findings(Check.FILES);

  @Test
  void aLakeThatAgreesNeedsNoHint() {
    found.declared("lane l was lost");

    assertThat(VerifyHint.of(verification(), LAYOUT, new Lake(LAYOUT.lake()))).isEmpty();
  }

  @Test
  void theFirstDisagreementIsNamedWithTheCommandThatListsTheOthers() {
    found.problem("Missing file: a");
    found.problem("Missing file: b");

    assertThat(VerifyHint.of(verification(), LAYOUT, new Lake(LAYOUT.lake())))
        .contains(
            "the lake does not agree with itself: Missing file: a; and 1 more problem (to list everything:"
                + " longhaul verify /runs/one)");
    assertThat(VerifyHint.of(verification(), LAYOUT, new Lake(Path.of("/data/lake"))))
        .get()
        .asString()
        .endsWith("longhaul verify /runs/one --lake /data/lake --run-id r1)");
  }

  private Verification verification() {
    return new Verification("r1", List.of(found.result()));
  }
}
