package io.longhaul.sinks.genaiperf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StandInTextTest {
  @Test
  void aWordStandsForEachToken() {
    assertThat(StandInText.of(3)).isEqualTo("token token token");
    assertThat(StandInText.of(0)).isEmpty();
  }

  @Test
  void piecesEndWhereTheirTokensEnd() {
    assertThat(StandInText.pieces(4, 3, List.of(1, 2, 1)))
        .containsExactly("token", " token token", " token");
  }

  @Test
  void aPieceWithoutATokenHasLettersOfItsNeighbour() {
    assertThat(StandInText.pieces(2, 4, List.of(0, 1, 0, 1)))
        .containsExactly("t", "oken", " ", "token");
    assertThat(StandInText.pieces(1, 3, List.of(1, 0, 0))).containsExactly("tok", "e", "n");
  }

  @Test
  void whereNobodyCountedByPieceAllAreAlike() {
    assertThat(StandInText.pieces(4, 2, List.of())).containsExactly("token token", " token token");
  }

  /** The count of the whole is right when the client's tokenizer counts again at the end. */
  @Test
  void theWholeHasAsManyWordsAsTokensWhateverThePiecesSay() {
    assertThat(String.join("", StandInText.pieces(2, 2, List.of(5, 5)))).isEqualTo("token token");
    assertThat(String.join("", StandInText.pieces(5, 2, List.of(1, 1))))
        .isEqualTo(StandInText.of(5));
  }

  @Test
  void withoutACountThereIsAWordForEachPiece() {
    assertThat(StandInText.pieces(0, 2, List.of())).containsExactly("token", " token");
  }
}
