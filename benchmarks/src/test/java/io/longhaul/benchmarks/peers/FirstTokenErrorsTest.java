package io.longhaul.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FirstTokenErrorsTest {
  @Test
  void aRecordBelongsToTheRequestAtTheSameTime() {
    List<TimedRequest> truth = List.of(request(0, 50), request(20, 51), request(40, 52));
    List<TimedRequest> measured = List.of(request(39, 55), request(1, 51), request(19, 53));

    assertThat(FirstTokenErrors.of(measured, truth)).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aRecordWithoutARequestIsLeftOut() {
    List<TimedRequest> truth = List.of(request(0, 50), request(90, 50));
    List<TimedRequest> measured = List.of(request(0, 50), request(45, 99), request(91, 57));

    assertThat(FirstTokenErrors.of(measured, truth)).containsExactly(0L, 7L);
  }

  private static TimedRequest request(long startMillis, long timeToFirstToken) {
    return new TimedRequest(startMillis * 1_000_000, timeToFirstToken);
  }
}
