package io.longhaul.report.genaiperf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlaceholderTextTest {
  @Test
  void thereIsOneWordPerToken() {
    assertThat(PlaceholderText.of(3)).isEqualTo("token token token");
    assertThat(PlaceholderText.of(0)).isEmpty();
  }

  @Test
  void partsEndWhereTheirTokensEnd() {
    assertThat(PlaceholderText.split(4, 3, List.of(1, 2, 1)))
        .containsExactly("token", " token token", " token");
  }

  @Test
  void aPartWithoutATokenHasLettersOfItsNeighbour() {
    assertThat(PlaceholderText.split(2, 4, List.of(0, 1, 0, 1)))
        .containsExactly("t", "oken", " ", "token");
    assertThat(PlaceholderText.split(1, 3, List.of(1, 0, 0))).containsExactly("tok", "e", "n");
  }

  @Test
  void withoutTokensPerPartAllPartsAreEqual() {
    assertThat(PlaceholderText.split(4, 2, List.of()))
        .containsExactly("token token", " token token");
  }

  /** The count of the whole is right when the client's tokenizer counts again at the end. */
  @Test
  void theWholeTextHasOneWordPerTokenWhateverThePartsContain() {
    assertThat(String.join("", PlaceholderText.split(2, 2, List.of(5, 5))))
        .isEqualTo("token token");
    assertThat(String.join("", PlaceholderText.split(5, 2, List.of(1, 1))))
        .isEqualTo(PlaceholderText.of(5));
  }

  @Test
  void withoutACountThereIsOneWordPerPart() {
    assertThat(PlaceholderText.split(0, 2, List.of())).containsExactly("token", " token");
  }
}
