package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.longhaul.kserve.InferTensorContents;
import io.longhaul.kserve.ModelInferRequest;
import io.longhaul.kserve.ModelInferResponse;
import io.longhaul.kserve.ModelStreamInferResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.UnaryOperator;

/**
 * Inference of KServe's version 2 protocol over gRPC, as in Triton: one call with one response, and
 * one with a stream of responses. Messages are validated by the same rules as the JSON of {@link
 * KserveHttpEndpoint}.
 */
final class KserveGrpcEndpoint extends MockEndpoint {
  private static final String SERVICE = "/inference.GRPCInferenceService/";
  private static final int HEAD_BYTES = 5;

  private final boolean streams;

  /**
   * Creates the endpoint of a method.
   *
   * @param streams whether the method returns a stream of messages
   */
  KserveGrpcEndpoint(String method, boolean streams) {
    super(
        """
          {"type": "object", "required": ["model_name", "inputs"], "properties": {
            "model_name": {"type": "string", "minLength": 1},
            "inputs": %s}}
          """
            .formatted(KserveHttpEndpoint.INPUTS),
        SERVICE + method);
    this.streams = streams;
  }

  @Override
  JsonNode read(ByteBuf body, UnaryOperator<String> header) throws BadRequest {
    return json(parse(onlyMessage(body)));
  }

  private static ModelInferRequest parse(byte[] message) throws BadRequest {
    try {
      return ModelInferRequest.parseFrom(message);
    } catch (InvalidProtocolBufferException e) {
      throw new BadRequest("Invalid body: not a ModelInferRequest (" + e.getMessage() + ")", e);
    }
  }

  private static byte[] onlyMessage(ByteBuf body) throws BadRequest {
    boolean framed =
        body.readableBytes() >= HEAD_BYTES
            && body.getByte(body.readerIndex()) == 0
            && body.getInt(body.readerIndex() + 1) == body.readableBytes() - HEAD_BYTES;
    if (!framed) {
      throw new BadRequest("Invalid body: " + body.readableBytes() + " bytes (one message)");
    }
    return ByteBufUtil.getBytes(
        body, body.readerIndex() + HEAD_BYTES, body.readableBytes() - HEAD_BYTES);
  }

  /** Returns the request as in JSON over HTTP, with the name of the model. */
  private static JsonNode json(ModelInferRequest request) {
    ObjectNode json = Json.object().put("model_name", request.getModelName());
    ArrayNode inputs = json.putArray("inputs");
    for (ModelInferRequest.InferInputTensor tensor : request.getInputsList()) {
      ObjectNode input = inputs.addObject().put("name", tensor.getName());
      tensor.getShapeList().forEach(input.withArray("shape")::add);
      ArrayNode data = input.put("datatype", tensor.getDatatype()).putArray("data");
      InferTensorContents contents = tensor.getContents();
      contents.getBytesContentsList().forEach(text -> data.add(text.toStringUtf8()));
      contents.getBoolContentsList().forEach(data::add);
      contents.getIntContentsList().forEach(data::add);
      contents.getInt64ContentsList().forEach(data::add);
      contents.getFp32ContentsList().forEach(data::add);
    }
    return json;
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) throws BadRequest {
    return InferModel.parse(body.path("model_name").textValue(), body.path("inputs"), streams);
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    return new Format(request.model(), streams, "text_output");
  }

  @Override
  public ResponseFormat wrongFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    return new Format(request.model(), streams, "other_output");
  }

  /** Each word is a message; only the gRPC status marks the end of a stream. */
  private record Format(String model, boolean streams, String output) implements StreamFormat {

    @Override
    public void token(ByteBuf out, byte[] word) {
      write(out, streamed(response(ByteString.copyFrom(word))));
    }

    @Override
    public void finish(ByteBuf out, FinishReason reason, int promptTokens, int outputTokens) {
      // Triton sends an empty last response only on request.
    }

    @Override
    public void error(ByteBuf out, boolean named) {
      write(out, ModelStreamInferResponse.newBuilder().setErrorMessage("Scripted failure").build());
    }

    /** Writes bytes that are not a valid message. */
    @Override
    public void malformed(ByteBuf out) {
      out.writeByte(0).writeInt(2).writeByte(0xff).writeByte(0xff);
    }

    /** Writes the only response of a stream in the format of a stream. */
    @Override
    public void whole(ByteBuf out, ResponseContent content) {
      ModelInferResponse response = response(ByteString.copyFromUtf8(content.text()));
      write(out, streams ? streamed(response) : response);
    }

    private static Message streamed(ModelInferResponse response) {
      return ModelStreamInferResponse.newBuilder().setInferResponse(response).build();
    }

    /**
     * Returns a response whose text has Triton's format: the length in little-endian order, then
     * the bytes.
     */
    private ModelInferResponse response(ByteString text) {
      ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      length.putInt(text.size()).flip();
      return ModelInferResponse.newBuilder()
          .setModelName(model)
          .setModelVersion("1")
          .addOutputs(
              ModelInferResponse.InferOutputTensor.newBuilder()
                  .setName(output)
                  .setDatatype("BYTES")
                  .addShape(1))
          .addRawOutputContents(ByteString.copyFrom(length).concat(text))
          .build();
    }

    private static void write(ByteBuf out, Message message) {
      byte[] bytes = message.toByteArray();
      out.writeByte(0).writeInt(bytes.length).writeBytes(bytes);
    }
  }
}
