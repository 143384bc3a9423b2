package io.longhaul.load.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ShortSliceTest {
  @Test
  void aThreadThatAsksHasTheShortestSliceAndOthersKeepTheirs() throws Exception {
    assumeTrue(heedsSlices(), "skipped: this system heeds no slices (Linux does from 6.12 on)");
    OptionalLong before = ShortSlice.nanos();
    AtomicReference<OptionalLong> its = new AtomicReference<>();
    Thread asks =
        new Thread(
            () -> {
              ShortSlice.takeOne();
              its.set(ShortSlice.nanos());
            });
    asks.start();
    asks.join();

    assertThat(its.get()).hasValue(ShortSlice.NANOS);
    assertThat(ShortSlice.nanos()).isEqualTo(before);
    assertThat(before.orElseThrow()).isGreaterThan(ShortSlice.NANOS);
  }

  @Test
  void aThreadThatAsksGoesOnWhateverTheSystemSays() throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread asks = new Thread(ShortSlice::takeOne);
    asks.setUncaughtExceptionHandler((thread, problem) -> thrown.set(problem));
    asks.start();
    asks.join();

    assertThat(thrown.get()).isNull();
  }

  private static boolean heedsSlices() {
    String[] version = System.getProperty("os.version").split("[.-]", -1);
    int major = Integer.parseInt(version[0]);
    return System.getProperty("os.name").equals("Linux")
        && (major > 6 || (major == 6 && Integer.parseInt(version[1]) >= 12));
  }
}
