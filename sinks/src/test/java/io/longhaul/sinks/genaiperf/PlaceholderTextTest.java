package io.longhaul.sinks.genaiperf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlaceholderTextTest {
  @Test
  void aWordStandsForEachToken() {
    assertThat(PlaceholderText.of(3)).isEqualTo("token token token");
    assertThat(PlaceholderText.of(0)).isEmpty();
  }

  @Test
  void piecesEndWhereTheirTokensEnd() {
    assertThat(PlaceholderText.pieces(4, 3, List.of(1, 2, 1)))
        .containsExactly("token", " token token", " token");
  }

  @Test
  void aPieceWithoutATokenHasLettersOfItsNeighbour() {
    assertThat(PlaceholderText.pieces(2, 4, List.of(0, 1, 0, 1)))
        .containsExactly("t", "oken", " ", "token");
    assertThat(PlaceholderText.pieces(1, 3, List.of(1, 0, 0))).containsExactly("tok", "e", "n");
  }

  @Test
  void whereNobodyCountedByPieceAllAreAlike() {
    assertThat(PlaceholderText.pieces(4, 2, List.of()))
        .containsExactly("token token", " token token");
  }

  /** The count of the whole is right when the client's tokenizer counts again at the end. */
  @Test
  void theWholeHasAsManyWordsAsTokensWhateverThePiecesSay() {
    assertThat(String.join("", PlaceholderText.pieces(2, 2, List.of(5, 5))))
        .isEqualTo("token token");
    assertThat(String.join("", PlaceholderText.pieces(5, 2, List.of(1, 1))))
        .isEqualTo(PlaceholderText.of(5));
  }

  @Test
  void withoutACountThereIsAWordForEachPiece() {
    assertThat(PlaceholderText.pieces(0, 2, List.of())).containsExactly("token", " token");
  }
}
