package io.longhaul.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import org.junit.jupiter.api.Test;

class BufferLeaksTest {

  /** Without this, "no leak was found" would prove nothing. */
  @Test
  void aLostBufferIsFound() throws InterruptedException {
    try (BufferLeaks leaks = new BufferLeaks()) {
      assertThat(leaks.found()).isEmpty();
      ByteBufAllocator.DEFAULT.directBuffer(64).writeByte(1);
      assertThat(leaks.found()).isNotEmpty().allMatch(said -> said.startsWith("LEAK:"));
    }
  }
}
