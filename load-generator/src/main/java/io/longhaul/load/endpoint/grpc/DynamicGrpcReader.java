package io.longhaul.load.endpoint.grpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.InvalidProtocolBufferException;
import io.longhaul.load.endpoint.protobuf.ProtobufJson;
import io.longhaul.load.endpoint.response.Delta;
import io.longhaul.load.endpoint.response.ResponseField;
import io.longhaul.load.endpoint.response.ResponseResult;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of a gRPC response. If a text field is configured, each message with text is a
 * chunk; otherwise every message is.
 */
final class DynamicGrpcReader extends GrpcMessageReader {
  private final ProtobufJson type;
  private final ResponseField field;
  private final boolean isServerStreaming;

  private int messages;

  /**
   * @param type type of the messages
   * @param field location of the text in a message
   * @param isServerStreaming whether any number of messages is allowed
   */
  DynamicGrpcReader(ProtobufJson type, ResponseField field, boolean isServerStreaming) {
    this.type = type;
    this.field = field;
    this.isServerStreaming = isServerStreaming;
  }

  @Override
  public Delta read(byte[] bytes, int offset, int length) throws InvalidProtocolBufferException {
    messages++;
    if (messages > 1 && !isServerStreaming) {
      recordProtocolError(
          "several_messages", "The method returns one message, but the server sent several");
      return Delta.NOTHING;
    }
    if (field.isNone()) {
      type.check(bytes, offset, length);
      return new Delta("", "", "", true);
    }
    String text = textOf(field.in(type.json(bytes, offset, length)));
    return text.isEmpty() ? Delta.NOTHING : new Delta(text, "", "");
  }

  private static String textOf(JsonNode found) {
    if (!found.isArray()) {
      return found.isTextual() ? found.textValue() : "";
    }
    StringBuilder text = new StringBuilder();
    found.forEach(piece -> text.append(piece.isTextual() ? piece.textValue() : ""));
    return text.toString();
  }

  @Override
  public @Nullable ResponseResult missing() {
    return messages == 0 && !isServerStreaming
        ? ResponseResult.protocolError("no_message", "The call succeeded without a message")
        : null;
  }
}
