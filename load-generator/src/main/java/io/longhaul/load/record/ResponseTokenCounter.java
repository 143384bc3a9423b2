package io.longhaul.load.record;

import io.longhaul.load.endpoint.response.Delta;
import io.longhaul.load.tokenizer.CachingTokenCounter;
import io.longhaul.load.tokenizer.StreamedTokens;
import io.longhaul.load.tokenizer.StreamingTokenCounter;
import io.longhaul.schema.VarintWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counts the tokens of one response with the client's tokenizer. Content and reasoning are two
 * texts; a chunk may contain a part of each. For the recording thread.
 */
final class ResponseTokenCounter {
  private static final int CONTENT = 1;
  private static final int REASONING = 2;
  private static final int[] NO_TOKENS = {};

  private final CachingTokenCounter tokens;
  private final StreamingTokenCounter content;

  /** Null for most responses, which have no reasoning. */
  private @Nullable StreamingTokenCounter reasoning;

  /** The texts to which each chunk since the last fragment has contributed. */
  private byte[] texts = new byte[16];

  private int chunks;
  private int outputTokens;
  private int reasoningTokens;
  private int correction;

  ResponseTokenCounter(CachingTokenCounter tokens) {
    this.tokens = tokens;
    this.content = new StreamingTokenCounter(tokens);
  }

  void add(Delta delta) {
    if (chunks == texts.length) {
      texts = Arrays.copyOf(texts, chunks * 2);
    }
    int contributed = 0;
    if (!delta.content().isEmpty()) {
      content.add(delta.content());
      contributed |= CONTENT;
    }
    if (!delta.reasoning().isEmpty()) {
      if (reasoning == null) {
        reasoning = new StreamingTokenCounter(tokens);
      }
      reasoning.add(delta.reasoning());
      contributed |= REASONING;
    }
    texts[chunks++] = (byte) contributed;
  }

  /** Writes, for each chunk since the last fragment, the tokens that are certain by now. */
  void cut(VarintWriter into) {
    int[] ofContent = content.cut();
    int[] ofReasoning = reasoning == null ? NO_TOKENS : reasoning.cut();
    write(ofContent, ofReasoning, into);
  }

  /** Writes the remaining tokens, after which the totals are known. */
  void finish(VarintWriter into) {
    StreamedTokens ofContent = content.finish();
    outputTokens = ofContent.total();
    correction = ofContent.correction();
    int[] ofReasoning = NO_TOKENS;
    if (reasoning != null) {
      StreamedTokens counted = reasoning.finish();
      reasoningTokens = counted.total();
      correction += counted.correction();
      ofReasoning = counted.tokensByChunk();
    }
    write(ofContent.tokensByChunk(), ofReasoning, into);
  }

  private void write(int[] ofContent, int[] ofReasoning, VarintWriter into) {
    int nextContent = 0;
    int nextReasoning = 0;
    for (int chunk = 0; chunk < chunks; chunk++) {
      int tokens = 0;
      if ((texts[chunk] & CONTENT) != 0) {
        tokens += ofContent[nextContent++];
      }
      if ((texts[chunk] & REASONING) != 0) {
        tokens += ofReasoning[nextReasoning++];
      }
      into.write(tokens);
    }
    chunks = 0;
  }

  int outputTokens() {
    return outputTokens;
  }

  int reasoningTokens() {
    return reasoningTokens;
  }

  /** Returns the total counts minus the sum of the counts per chunk. */
  int correction() {
    return correction;
  }
}
