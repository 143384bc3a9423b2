package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * One JSON value of a response: an event of a stream, or a whole body. An instance belongs to one
 * response and is reused: its methods describe the last {@link #read}.
 */
interface ResponsePayload {

  /** The value of {@link #choice} if there is no choice. */
  int NO_CHOICE = -1;

  /** The value of {@link #textQuote} if there is no single position. */
  int UNKNOWN_POSITION = -1;

  /**
   * Reads the data of an event, or a body.
   *
   * @throws UnexpectedJsonException if its structure does not match the API's format
   * @throws IOException if it is not JSON
   */
  void read(byte[] bytes, int offset, int length) throws IOException;

  /** Returns whether the {@link #requiredMember()} is present. */
  boolean isResponse();

  /** Returns the name of the member that every response has. */
  String requiredMember();

  /** Returns the index of its choice, or {@link #NO_CHOICE}. */
  default int choice() {
    return isResponse() ? 0 : NO_CHOICE;
  }

  /** Returns the text of the response; may be empty. */
  String content();

  /** Returns the reasoning text; may be empty. */
  default String reasoning() {
    return "";
  }

  /**
   * Returns the position, relative to the offset, of the opening quote of the only string with
   * content or reasoning; {@link #UNKNOWN_POSITION} if there are several or the position is
   * unknown.
   */
  default int textQuote() {
    return UNKNOWN_POSITION;
  }

  /** Returns whether there is content other than text. */
  default boolean containsData() {
    return false;
  }

  /** Returns why the choice ended; empty if it continues. */
  default String finishReason() {
    return "";
  }

  /** Returns the usage if it is present and not empty, otherwise null. */
  default ObjectNode usage() {
    return null;
  }

  /** Returns the error, or null. */
  JsonNode error();

  /** Returns whether a stream of this format has no end marker. */
  default boolean endsWithBody() {
    return false;
  }
}
