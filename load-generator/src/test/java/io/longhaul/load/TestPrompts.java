package io.longhaul.load;

import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.dataset.prompt.PromptHash;
import io.longhaul.load.dataset.prompt.PromptMedia;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.MessageText;
import java.util.List;

/** Prompts for tests. */
public final class TestPrompts {
  private TestPrompts() {}

  /** Returns the first prompt of a data set, with a single text and nothing else. */
  public static Prompt ofText(String text, String model, int inputTokens) {
    return new Prompt(
        0,
        List.of(),
        List.of(MessageText.of(text)),
        PromptMedia.NONE,
        null,
        null,
        model,
        ExtraInputs.NONE,
        inputTokens,
        null,
        null,
        PromptHash.of(List.of(text)));
  }
}
