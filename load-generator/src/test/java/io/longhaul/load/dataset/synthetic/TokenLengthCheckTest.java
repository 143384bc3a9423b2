package io.longhaul.load.dataset.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.LengthPair;
import io.longhaul.load.plan.dataset.TokenLength;
import io.longhaul.load.plan.server.TokenizerPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TokenLengthCheckTest {
  private final Tokenizer twoForEachChar = new FakeStubbornTokenizer();

  @Test
  void exactLengthsCauseNoWarning() {
    assertThat(trial(aPlan().inputTokens(60, 5), twoForEachChar)).isEmpty();
    try (Tokenizer builtin =
        Tokenizers.ofThisProcess()
            .load(new TokenizerPlan("builtin", "main", false), false)
            .tokenizer()) {
      assertThat(trial(aPlan().inputTokens(333, 0), builtin)).isEmpty();
    }
  }

  @Test
  void aMissedLengthIsReportedWithFigures() {
    assertThat(trial(aPlan().inputTokens(61, 0), twoForEachChar).orElseThrow())
        .matches(
            "tokenizer stubborn misses the requested length: of 8 texts of 61 tokens 8 came out"
                + " with 6[02]( to 62)? \\(rows contain both lengths\\)");
  }

  @Test
  void everyLengthPairIsChecked() {
    List<LengthPair> pairs =
        List.of(
            new LengthPair(new TokenLength(60, 0), new TokenLength(5, 0), 50),
            new LengthPair(new TokenLength(31, 0), new TokenLength(5, 0), 50));

    assertThat(trial(aPlan().lengthPairs(pairs), twoForEachChar).orElseThrow())
        .contains("texts of 31 tokens");
  }

  @Test
  void longTextsAreCheckedFewerTimes() {
    assertThat(trial(aPlan().inputTokens(49_999, 0), twoForEachChar).orElseThrow())
        .contains(": a text of 49999 tokens came out with ");
  }

  @Test
  void extremelyLongTextsAreNotChecked() {
    assertThat(trial(aPlan().inputTokens(2_000_000_000, 0), twoForEachChar)).isEmpty();
  }

  @Test
  void emptyTextsAreRejected() {
    assertThatThrownBy(() -> trial(aPlan().inputTokens(8, 0), new FakeForgetfulTokenizer()))
        .isInstanceOf(DatasetException.class)
        .hasMessage(
            "Cannot generate prompts: with tokenizer forgetful a text of 8 tokens is empty (give an"
                + " --input-file or another --tokenizer)");
  }

  @Test
  void withoutSyntheticTextNothingIsChecked() {
    RunPlanBuilder ofFile = aPlan().inputFile("prompts.jsonl");
    assertThat(trial(ofFile, new FakeSilentTokenizer())).isEmpty();
    assertThat(
            TokenLengthCheck.of(
                aPlan().build().dataset(),
                Endpoints.named("image_retrieval"),
                new FakeSilentTokenizer()))
        .isEmpty();
  }

  private static Optional<String> trial(RunPlanBuilder plan, Tokenizer tokenizer) {
    return TokenLengthCheck.of(plan.build().dataset(), Endpoints.CHAT, tokenizer);
  }

  private static RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run").model("m").tokenizer("builtin");
  }
}
