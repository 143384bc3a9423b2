package io.longhaul.load.record;

import io.longhaul.load.endpoint.Delta;
import io.longhaul.load.tokenizer.StreamedTokens;
import io.longhaul.load.tokenizer.StreamingTokenCounter;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.schema.VarintWriter;
import java.util.Arrays;

/**
 * The tokens of one answer by the client's tokenizer: content and reasoning are two texts, a chunk
 * may bring a piece of both. For the recording thread.
 */
final class ResponseTokenCounter {
  private static final int CONTENT = 1;
  private static final int REASONING = 2;
  private static final int[] NO_TOKENS = {};

  private final Tokenizer tokenizer;
  private final StreamingTokenCounter content;

  /** Most answers have none. */
  private StreamingTokenCounter reasoning;

  /** Which texts each chunk since the last cut brought a piece of. */
  private byte[] texts = new byte[16];

  private int chunks;
  private int outputTokens;
  private int reasoningTokens;
  private int correction;

  ResponseTokenCounter(Tokenizer tokenizer) {
    this.tokenizer = tokenizer;
    this.content = new StreamingTokenCounter(tokenizer);
  }

  void add(Delta delta) {
    if (chunks == texts.length) {
      texts = Arrays.copyOf(texts, chunks * 2);
    }
    int brought = 0;
    if (!delta.content().isEmpty()) {
      content.add(delta.content());
      brought |= CONTENT;
    }
    if (!delta.reasoning().isEmpty()) {
      if (reasoning == null) {
        reasoning = new StreamingTokenCounter(tokenizer);
      }
      reasoning.add(delta.reasoning());
      brought |= REASONING;
    }
    texts[chunks++] = (byte) brought;
  }

  /** Writes, for each chunk since the last cut, the tokens that are certain by now. */
  void cut(VarintWriter into) {
    int[] ofContent = content.cut();
    int[] ofReasoning = reasoning == null ? NO_TOKENS : reasoning.cut();
    write(ofContent, ofReasoning, into);
  }

  /** Writes the rest; afterwards the totals are known. */
  void finish(VarintWriter into) {
    StreamedTokens ofContent = content.finish();
    outputTokens = ofContent.total();
    correction = ofContent.correction();
    int[] ofReasoning = NO_TOKENS;
    if (reasoning != null) {
      StreamedTokens sentIn = reasoning.finish();
      reasoningTokens = sentIn.total();
      correction += sentIn.correction();
      ofReasoning = sentIn.tokensByChunk();
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

  /** Whole counts minus the sum of what was written by chunk. */
  int correction() {
    return correction;
  }
}
