package io.longhaul.load.tokenizer;

import java.util.List;

/**
 * A loaded tokenizer and warnings for the user.
 *
 * @param tokenizer the tokenizer; the caller that loaded it closes it
 * @param warnings one sentence each, usually none
 */
public record LoadedTokenizer(Tokenizer tokenizer, List<String> warnings) {
  public LoadedTokenizer {
    warnings = List.copyOf(warnings);
  }
}
