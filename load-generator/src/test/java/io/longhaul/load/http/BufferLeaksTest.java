package io.longhaul.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BufferLeaksTest {

  /** Proves that the absence of reports means that there are no leaks. */
  @Test
  void leakedBufferIsDetected() throws InterruptedException {
    try (BufferLeaks leaks = new BufferLeaks()) {
      assertThat(leaks.found()).isEmpty();
      ByteBufAllocator.DEFAULT.directBuffer(64).writeByte(1);
      assertThat(awaited(leaks)).isNotEmpty().allMatch(reports -> reports.startsWith("LEAK:"));
    }
  }

  /** The garbage collector reports leaked buffers at an arbitrary time. */
  private static List<String> awaited(BufferLeaks leaks) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    List<String> found = leaks.found();
    while (found.isEmpty() && System.nanoTime() < deadline) {
      found = leaks.found();
    }
    return found;
  }
}
