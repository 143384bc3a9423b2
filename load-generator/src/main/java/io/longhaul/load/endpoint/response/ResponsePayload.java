package io.longhaul.load.endpoint.response;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.json.UnexpectedJsonException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One JSON value of a response: an event of a stream, or a whole body. An instance belongs to one
 * response and is reused: its methods describe the last {@link #read}. Subclasses parse the value
 * and call the methods {@code found…}.
 */
public abstract class ResponsePayload {

  /** The value of {@link #choice} if there is no choice. */
  public static final int NO_CHOICE = -1;

  /** The value of {@link #textQuote} if there is no single position. */
  public static final int UNKNOWN_POSITION = -1;

  private final String requiredMember;
  private boolean response;
  private boolean data;
  private String content = "";
  private String reasoning = "";
  private String finishReason = "";
  private @Nullable ObjectNode usage;
  private int usageStart;
  private int usageEnd;
  private @Nullable JsonNode error;

  ResponsePayload(String requiredMember) {
    this.requiredMember = requiredMember;
  }

  /**
   * Reads the data of an event, or a body.
   *
   * @throws UnexpectedJsonException if its structure does not match the API's format
   * @throws IOException if it is not JSON
   */
  public final void read(byte[] bytes, int offset, int length) throws IOException {
    response = false;
    data = false;
    content = "";
    reasoning = "";
    finishReason = "";
    usage = null;
    usageStart = UNKNOWN_POSITION;
    usageEnd = UNKNOWN_POSITION;
    error = null;
    parse(bytes, offset, length);
  }

  abstract void parse(byte[] bytes, int offset, int length) throws IOException;

  /** The required member is present. */
  public final void foundResponse() {
    response = true;
  }

  /** There is content other than text. */
  public final void foundData() {
    response = true;
    data = true;
  }

  /** There is this text, after the text found before. */
  public final void foundContent(String text) {
    response = true;
    content = content.isEmpty() ? text : content + text;
  }

  public final void foundReasoning(String text) {
    response = true;
    reasoning = reasoning.isEmpty() ? text : reasoning + text;
  }

  public final void foundFinish(String reason) {
    response = true;
    finishReason = reason;
  }

  /** There is a usage, unless the node is not an object or is empty. */
  public final void foundUsage(JsonNode node) {
    foundUsage(node, UNKNOWN_POSITION, UNKNOWN_POSITION);
  }

  /** The same, with the range of the usage relative to the offset. */
  final void foundUsage(JsonNode node, int start, int end) {
    if (node instanceof ObjectNode object && !object.isEmpty()) {
      usage = object;
      usageStart = start;
      usageEnd = end;
    }
  }

  public final void foundError(@Nullable JsonNode node) {
    error = node;
  }

  /** Returns whether the {@link #requiredMember()} is present. */
  final boolean isResponse() {
    return response;
  }

  /** Returns the name of the member that every response has. */
  final String requiredMember() {
    return requiredMember;
  }

  /** Returns the index of its choice, or {@link #NO_CHOICE}. */
  public int choice() {
    return response ? 0 : NO_CHOICE;
  }

  /** Returns the text of the response; may be empty. */
  public String content() {
    return content;
  }

  /** Returns the reasoning text; may be empty. */
  public String reasoning() {
    return reasoning;
  }

  /**
   * Returns the position, relative to the offset, of the opening quote of the only string with
   * content or reasoning; {@link #UNKNOWN_POSITION} if there are several or the position is
   * unknown.
   */
  public int textQuote() {
    return UNKNOWN_POSITION;
  }

  /** Returns whether there is content other than text. */
  final boolean containsData() {
    return data;
  }

  /** Returns why the choice ended; empty if it continues. */
  final String finishReason() {
    return finishReason;
  }

  /** Returns the usage if it is present and not empty, otherwise null. */
  final @Nullable ObjectNode usage() {
    return usage;
  }

  /** Returns the position of the usage relative to the offset, or {@link #UNKNOWN_POSITION}. */
  final int usageStart() {
    return usageStart;
  }

  /** Returns the position of the end of the usage, or {@link #UNKNOWN_POSITION}. */
  final int usageEnd() {
    return usageEnd;
  }

  /** Returns the error, or null. */
  final @Nullable JsonNode error() {
    return error;
  }

  /** Returns whether a stream of this format has no end marker. */
  boolean endsWithBody() {
    return false;
  }
}
