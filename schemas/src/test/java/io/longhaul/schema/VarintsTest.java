package io.longhaul.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class VarintsTest {

  @Test
  void everyLengthIsReadBack() {
    VarintWriter writer = new VarintWriter();
    for (int bits = 0; bits < 63; bits++) {
      writer.write((1L << bits) - 1);
      writer.write(1L << bits);
    }
    writer.write(Long.MAX_VALUE);

    VarintReader reader = new VarintReader(writer.take());
    for (int bits = 0; bits < 63; bits++) {
      assertThat(reader.next()).isEqualTo((1L << bits) - 1);
      assertThat(reader.next()).isEqualTo(1L << bits);
    }
    assertThat(reader.next()).isEqualTo(Long.MAX_VALUE);
    assertThat(reader.hasNext()).isFalse();
  }

  @Test
  void smallNumbersNeedFewBytes() {
    VarintWriter writer = new VarintWriter();
    writer.write(127);
    assertThat(writer.size()).isEqualTo(1);
    writer.write(128);
    assertThat(writer.size()).isEqualTo(3);
  }

  @Test
  void takingClearsTheWriter() {
    VarintWriter writer = new VarintWriter();
    writer.write(1);
    writer.take();

    assertThat(writer.take().remaining()).isZero();
  }

  @Test
  void readingDoesNotMoveTheBuffer() {
    VarintWriter writer = new VarintWriter();
    writer.write(300);
    ByteBuffer packed = writer.take();
    new VarintReader(packed).next();

    assertThat(packed.remaining()).isEqualTo(2);
  }

  @Test
  void negativeNumbersAndTruncatedBytesAreRejected() {
    assertThatThrownBy(() -> new VarintWriter().write(-1))
        .hasMessageStartingWith("Invalid packed number: -1");
    assertThatThrownBy(() -> new VarintReader(ByteBuffer.wrap(new byte[] {(byte) 0x80})).next())
        .hasMessageContaining("end inside");
    byte[] endless = new byte[12];
    java.util.Arrays.fill(endless, (byte) 0xFF);
    assertThatThrownBy(() -> new VarintReader(ByteBuffer.wrap(endless)).next())
        .hasMessageContaining("63 bits");
  }
}
