package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * What one JSON value of an answer says: an event of a stream, or a whole answer. It belongs to one
 * answer and is read again and again: what it says is what the last {@link #read} found.
 */
interface ResponsePayload {

  /** The choice's index, when nothing was said that could be one. */
  int NO_CHOICE = -1;

  /** A place in the bytes, when there is none. */
  int UNKNOWN_POSITION = -1;

  /**
   * Reads an event's data or a body.
   *
   * @throws UnexpectedJsonException when it has another shape than the endpoint's language gives it
   * @throws IOException when it is not JSON
   */
  void read(byte[] bytes, int offset, int length) throws IOException;

  /** Whether it has what no answer lacks: {@link #requiredMember()}. */
  boolean isResponse();

  /** The member that no answer lacks. */
  String requiredMember();

  /** The index of the choice that it speaks of, or {@link #NO_CHOICE}. */
  default int choice() {
    return isResponse() ? 0 : NO_CHOICE;
  }

  /** Text of the answer; empty when there is none. */
  String content();

  /** Text that the model thinks before it answers; empty when there is none. */
  default String reasoning() {
    return "";
  }

  /**
   * Where, from the offset on, the one string begins in which all its text stands, content or
   * reasoning; or {@link #UNKNOWN_POSITION} when it stands in several, or the place is not known.
   */
  default int textQuote() {
    return UNKNOWN_POSITION;
  }

  /** Whether it bears content that is no text. */
  default boolean containsData() {
    return false;
  }

  /** Why the choice ended; empty when it goes on. */
  default String finishReason() {
    return "";
  }

  /** The usage if there is one that is not empty, else null. */
  default ObjectNode usage() {
    return null;
  }

  /** The error that it tells, or null. */
  JsonNode error();

  /** Whether a stream of this kind has no sign of its own for its end. */
  default boolean endsWithBody() {
    return false;
  }
}
