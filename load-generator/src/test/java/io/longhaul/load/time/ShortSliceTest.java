package io.longhaul.load.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ShortSliceTest {
  @Test
  void requestingThreadHasTheShortestSliceAndOthersKeepTheirs() throws Exception {
    OptionalLong before = ShortSlice.nanos();
    assumeTrue(
        before.orElse(0) > 0, "skipped: this system does not apply slices (Linux does from 6.12)");
    AtomicReference<OptionalLong> its = new AtomicReference<>();
    Thread asks =
        new Thread(
            () -> {
              ShortSlice.request();
              its.set(ShortSlice.nanos());
            });
    asks.start();
    asks.join();

    assertThat(its.get()).hasValue(ShortSlice.NANOS);
    assertThat(ShortSlice.nanos()).isEqualTo(before);
    assertThat(before.orElseThrow()).isGreaterThan(ShortSlice.NANOS);
  }
}
