package io.longhaul.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RunObserverTest {
  @Test
  void cpuTimeIsThatOfTheDescendants() {
    assertThat(RunObserver.cpuSeconds("0m9.000s 0m9.000s\n1m2.500s 0m0.250s\n"))
        .isCloseTo(62.75, within(1e-9));
  }

  @Test
  void theShellPrintsTimesInThisForm() throws IOException, InterruptedException {
    Process shell = new ProcessBuilder("sh", "-c", "i=0; true | cat; times").start();
    String times = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(shell.waitFor()).isZero();
    assertThat(times).matches("(?s)\\d+m[\\d.]+s \\d+m[\\d.]+s\n\\d+m[\\d.]+s \\d+m[\\d.]+s\n");
  }
}
