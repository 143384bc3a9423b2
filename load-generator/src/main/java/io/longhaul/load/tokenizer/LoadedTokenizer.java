package io.longhaul.load.tokenizer;

import java.util.List;

/**
 * A tokenizer and what its user should know about it.
 *
 * @param tokenizer ready to count; whoever loaded it closes it
 * @param warnings one sentence each, usually none
 */
public record LoadedTokenizer(Tokenizer tokenizer, List<String> warnings) {
  public LoadedTokenizer {
    warnings = List.copyOf(warnings);
  }
}
