package io.longhaul.load.endpoint.json;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/** Well-formed JSON whose structure does not match the API's format. */
public final class UnexpectedJsonException extends IOException {

  private static final long serialVersionUID = 1L;

  public UnexpectedJsonException(String member, String found, String expected) {
    super("Invalid " + member + ": " + found + " (" + expected + " expected)");
  }

  /** Throws an exception about the current token of a parser unless the condition holds. */
  public static void require(boolean holds, JsonParser json, String member, String expected)
      throws UnexpectedJsonException {
    if (!holds) {
      throw new UnexpectedJsonException(member, String.valueOf(json.currentToken()), expected);
    }
  }
}
