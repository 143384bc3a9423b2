package io.longhaul.load.dataset.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.dataset.prompt.DatasetException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class EncodedClipsTest {

  @Test
  void encodesOneClipPerUseUpToALimit() {
    assertThat(EncodedClips.encodeAll(3, number -> new byte[] {(byte) number}))
        .containsExactly("AA==", "AQ==", "Ag==");
    assertThat(EncodedClips.encodeAll(Long.MAX_VALUE, number -> new byte[] {(byte) number}))
        .hasSize(16)
        .doesNotHaveDuplicates();
  }

  @Test
  void encodesFewerLargeClips() {
    byte[] large = new byte[32 << 20];

    assertThat(EncodedClips.encodeAll(16, number -> large)).hasSize(3);
  }

  @Test
  void reportsAClipThatCannotBeEncoded() {
    assertThatThrownBy(
            () ->
                EncodedClips.encodeAll(
                    2,
                    number -> {
                      throw new IOException("Cannot encode: no");
                    }))
        .isInstanceOf(DatasetException.class)
        .hasMessage("Cannot encode: no");
  }
}
