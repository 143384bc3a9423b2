package io.longhaul.report.verify;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.schema.RequestId;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RequestIdsTest {
  @Test
  void theTextOfAnIdIsReadBack() {
    SplittableRandom random = new SplittableRandom(5);
    long[] halves = new long[2];
    for (int i = 0; i < 1_000; i++) {
      RequestId id = new RequestId(random.nextLong(), random.nextLong());
      byte[] text = ("x" + id).getBytes(US_ASCII);

      assertThat(RequestIds.parse(text, 1, 26, halves)).isTrue();
      assertThat(halves).containsExactly(id.hi(), id.lo());
    }
  }

  @Test
  void otherTextsAreNoIds() {
    assertThat(parses("0000000000000000000000000")).isFalse();
    assertThat(parses("0000000000000000000000000u")).isFalse();
    assertThat(parses("0000000000000000000000000\u00e9")).isFalse();
  }

  private static boolean parses(String text) {
    byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    return RequestIds.parse(bytes, 0, bytes.length, new long[2]);
  }

  @Test
  void eachIdIsNewOnce() {
    RequestIds ids = new RequestIds();
    for (long process = 1; process <= 2; process++) {
      for (long counter = 0; counter < 200_000; counter += 3) {
        assertThat(ids.add(process, counter)).isTrue();
      }
    }

    assertThat(ids.add(1, 199_998)).isFalse();
    assertThat(ids.add(2, 0)).isFalse();
    assertThat(ids.add(1, 1)).isTrue();
    assertThat(ids.contains(2, 3)).isTrue();
    assertThat(ids.contains(2, 4)).isFalse();
    assertThat(ids.contains(3, 0)).isFalse();
    assertThat(ids.unstored()).isZero();
  }

  @Test
  void scatteredIdsCannotExhaustTheMemory() {
    RequestIds ids = new RequestIds(10);
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < 1_000; i++) {
      ids.add(1, random.nextLong());
    }

    assertThat(ids.unstored()).isEqualTo(990);
  }
}
