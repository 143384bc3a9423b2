package io.longhaul.load.endpoint.kserve;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import io.longhaul.kserve.ModelInferResponse;
import io.longhaul.kserve.ModelInferResponse.InferOutputTensor;
import io.longhaul.kserve.ModelStreamInferResponse;
import io.longhaul.load.endpoint.grpc.GrpcMessageReader;
import io.longhaul.load.endpoint.protobuf.ProtobufFieldCounter;
import io.longhaul.load.endpoint.response.Delta;
import io.longhaul.load.endpoint.response.ErrorMessages;
import io.longhaul.load.endpoint.response.ResponseResult;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Reads the messages of a language model on Triton. A stream ends with its call. */
final class KserveReader extends GrpcMessageReader {
  private static final int UNKNOWN_ERROR_CODE = 502;

  private final boolean streams;

  private boolean hadText;

  /**
   * @param streams whether messages belong to a stream of responses
   */
  KserveReader(boolean streams) {
    this.streams = streams;
  }

  @Override
  public Delta read(byte[] bytes, int offset, int length) throws InvalidProtocolBufferException {
    String text = textOf(parse(bytes, offset, length));
    return text.isEmpty() ? Delta.NOTHING : new Delta(text, "", "");
  }

  /** Returns the response in a message; an empty one if the message contains an error. */
  private ModelInferResponse parse(byte[] bytes, int offset, int length)
      throws InvalidProtocolBufferException {
    Descriptor type =
        streams ? ModelStreamInferResponse.getDescriptor() : ModelInferResponse.getDescriptor();
    new ProtobufFieldCounter(length).add(type, bytes, offset, length);
    if (!streams) {
      return ModelInferResponse.parser().parseFrom(bytes, offset, length);
    }
    ModelStreamInferResponse message =
        ModelStreamInferResponse.parser().parseFrom(bytes, offset, length);
    if (!message.getErrorMessage().isEmpty()) {
      recordStreamError(
          ResponseResult.streamError(
              UNKNOWN_ERROR_CODE, ErrorMessages.shortened(message.getErrorMessage())));
    }
    return message.getInferResponse();
  }

  private String textOf(ModelInferResponse response) {
    for (int i = 0; i < response.getOutputsCount(); i++) {
      InferOutputTensor output = response.getOutputs(i);
      if (output.getName().equals(KserveTensors.OUTPUT)) {
        hadText = true;
        return i < response.getRawOutputContentsCount()
            ? rawText(response.getRawOutputContents(i))
            : text(output);
      }
    }
    return "";
  }

  private static String text(InferOutputTensor output) {
    StringBuilder text = new StringBuilder();
    output.getContents().getBytesContentsList().forEach(piece -> text.append(piece.toStringUtf8()));
    return text.toString();
  }

  /** Decodes texts, each prefixed with its length in little-endian order. */
  private String rawText(ByteString raw) {
    ByteBuffer rest = raw.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    StringBuilder text = new StringBuilder();
    while (rest.hasRemaining()) {
      int length = rest.remaining() < Integer.BYTES ? -1 : rest.getInt();
      if (length < 0 || length > rest.remaining()) {
        recordProtocolError(
            "malformed_message", "The bytes of text_output are not a list of texts");
        return "";
      }
      int start = raw.size() - rest.remaining();
      text.append(raw.substring(start, start + length).toStringUtf8());
      rest.position(rest.position() + length);
    }
    return text.toString();
  }

  @Override
  public @Nullable ResponseResult missing() {
    return hadText
        ? null
        : ResponseResult.protocolError("no_text_output", "The response has no text_output");
  }
}
