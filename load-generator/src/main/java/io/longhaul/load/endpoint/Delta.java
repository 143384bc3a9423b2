package io.longhaul.load.endpoint;

/**
 * What one event of an answer, or its whole body, said.
 *
 * <p>A delta with text or data is a chunk; one without (a role alone, an empty text, a usage, the
 * end) is not, and is never the first token. Nothing is said about tokens: an event may hold a part
 * of one or many.
 *
 * @param content text of the answer, tool calls included; empty when there is none
 * @param reasoning text that the model thinks before it answers; empty when there is none
 * @param finishReason why the answer ended here; empty when it goes on
 * @param data whether it bears content that is no text: an embedding, scores, an image
 */
public record Delta(String content, String reasoning, String finishReason, boolean data) {

  /** An event without text and without an end. */
  public static final Delta NOTHING = new Delta("", "", "");

  /** An event of text, or without any. */
  public Delta(String content, String reasoning, String finishReason) {
    this(content, reasoning, finishReason, false);
  }

  /** What kind of chunk a delta is. */
  public enum Kind {
    /** Text of the answer, perhaps with reasoning beside it, or data. */
    CONTENT,
    /** Reasoning alone. */
    REASONING,
    /** Not a chunk. */
    NONE
  }

  /** What kind of chunk this is. */
  public Kind kind() {
    if (data || !content.isEmpty()) {
      return Kind.CONTENT;
    }
    return reasoning.isEmpty() ? Kind.NONE : Kind.REASONING;
  }

  /** Whether this delta bears text or data. */
  public boolean isChunk() {
    return kind() != Kind.NONE;
  }
}
