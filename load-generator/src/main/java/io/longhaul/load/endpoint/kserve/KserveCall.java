package io.longhaul.load.endpoint.kserve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.longhaul.kserve.InferTensorContents;
import io.longhaul.kserve.ModelInferRequest;
import io.longhaul.kserve.ModelInferResponse;
import io.longhaul.kserve.ModelInferResponse.InferOutputTensor;
import io.longhaul.kserve.ModelStreamInferResponse;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.dialect.EndpointType.Trait;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.grpc.MessageFrame;
import java.util.ArrayList;
import java.util.List;

/**
 * KServe's version 2 protocol over gRPC for language models on Triton. A decoupled model returns
 * any number of responses per request, which requires the streaming method. GenAI-Perf therefore
 * always uses that method, whether or not several responses are requested.
 */
public record KserveCall(String endpoint, boolean streams, KserveTensors tensors)
    implements EndpointDialect {

  /** Returns the type of endpoint that calls one of the protocol's methods. */
  public static EndpointType type(String name, String method, boolean streams) {
    EndpointType.Builder type =
        EndpointType.named(name, "/inference.GRPCInferenceService/" + method)
            .without(Trait.SENDS_JSON, Trait.TAKES_BATCHES)
            .with(Trait.SPEAKS_GRPC, Trait.HAS_BACKENDS)
            .problems(options -> KserveTensors.problemsOf(options.extraInputs()))
            // Its bodies are not JSON.
            .payloadProblems(
                payload ->
                    List.of(
                        "a payload (endpoint type %s creates its own bodies; use endpoint type"
                                .formatted(name)
                            + " dynamic_grpc)"));
    return (streams ? type : type.without(Trait.CAN_STREAM))
        .dialect(options -> new KserveCall(name, streams, new KserveTensors(options)));
  }

  @Override
  public byte[] requestBody(InferenceRequest request) {
    ModelInferRequest.Builder message =
        ModelInferRequest.newBuilder().setModelName(request.model());
    for (KserveTensors.Tensor tensor : tensors.tensors(tensors.inputs(request, endpoint))) {
      ModelInferRequest.InferInputTensor.Builder input =
          message.addInputsBuilder().setName(tensor.name()).setDatatype(tensor.datatype());
      tensor.shape().forEach(input::addShape);
      input.setContents(contentsOf(tensor));
    }
    return MessageFrame.of(message.build().toByteArray());
  }

  @Override
  public byte[] requestJson(InferenceRequest request) {
    return RequestBody.write(tensors.inputs(request, endpoint));
  }

  @Override
  public ResponseReader newReader(boolean streaming) {
    return new KserveReader(streams);
  }

  @Override
  public List<String> sampleResponse(boolean streaming, List<String> words) {
    List<String> messages = new ArrayList<>();
    for (String text : RequestBody.pieces(streaming, words)) {
      ModelInferResponse response = responseWith(text);
      Message message =
          streams
              ? ModelStreamInferResponse.newBuilder().setInferResponse(response).build()
              : response;
      messages.add(new String(MessageFrame.of(message.toByteArray()), ISO_8859_1));
    }
    return messages;
  }

  private static InferTensorContents contentsOf(KserveTensors.Tensor tensor) {
    InferTensorContents.Builder contents = InferTensorContents.newBuilder();
    for (JsonNode value : tensor.values()) {
      switch (tensor.datatype()) {
        case "BYTES" -> contents.addBytesContents(ByteString.copyFromUtf8(value.textValue()));
        case "BOOL" -> contents.addBoolContents(value.booleanValue());
        case "INT32" -> contents.addIntContents(value.intValue());
        case "INT64" -> contents.addInt64Contents(value.longValue());
        default -> contents.addFp32Contents(value.floatValue());
      }
    }
    return contents.build();
  }

  /** Triton prefixes each text with its length in little-endian order. */
  private static ModelInferResponse responseWith(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    byte[] length = {
      (byte) bytes.length,
      (byte) (bytes.length >> 8),
      (byte) (bytes.length >> 16),
      (byte) (bytes.length >> 24)
    };
    return ModelInferResponse.newBuilder()
        .setModelName("m")
        .setModelVersion("1")
        .addOutputs(
            InferOutputTensor.newBuilder()
                .setName(KserveTensors.OUTPUT)
                .setDatatype("BYTES")
                .addShape(1))
        .addRawOutputContents(ByteString.copyFrom(length).concat(ByteString.copyFrom(bytes)))
        .build();
  }
}
