package io.longhaul.load.endpoint.response;

/**
 * The content of one event of a response, or of a whole response body.
 *
 * <p>A delta with text or data is a chunk. Deltas without (only a role, an empty text, usage, the
 * end) are not, and never count as the first token. A delta does not correspond to a token: an
 * event may contain a part of a token or several tokens.
 *
 * @param content text of the response, including tool calls; may be empty
 * @param reasoning reasoning text; may be empty
 * @param finishReason why the response ended; empty if it continues
 * @param data whether there is content other than text: an embedding, scores, an image
 */
public record Delta(String content, String reasoning, String finishReason, boolean data) {

  /** An event without text and without a finish reason. */
  public static final Delta NOTHING = new Delta("", "", "");

  /** Creates a delta without data. */
  public Delta(String content, String reasoning, String finishReason) {
    this(content, reasoning, finishReason, false);
  }

  /** Kind of chunk. */
  public enum Kind {
    /** Text of the response, possibly with reasoning, or data. */
    CONTENT,
    /** Only reasoning. */
    REASONING,
    /** Not a chunk. */
    NONE
  }

  /** Returns the kind of chunk. */
  public Kind kind() {
    if (data || !content.isEmpty()) {
      return Kind.CONTENT;
    }
    return reasoning.isEmpty() ? Kind.NONE : Kind.REASONING;
  }

  /** Returns whether this delta contains text or data. */
  public boolean isChunk() {
    return kind() != Kind.NONE;
  }
}
