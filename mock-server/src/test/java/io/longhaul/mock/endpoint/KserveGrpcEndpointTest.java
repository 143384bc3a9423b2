package io.longhaul.mock.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.longhaul.kserve.InferTensorContents;
import io.longhaul.kserve.ModelInferRequest;
import io.longhaul.kserve.ModelInferRequest.InferInputTensor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

/** Tests that a call's message is validated by the same rules as the JSON of {@code /infer}. */
class KserveGrpcEndpointTest {
  private static final String METHOD = "/inference.GRPCInferenceService/ModelStreamInfer";

  private final MockEndpoint endpoint = MockEndpoints.forGrpcPath(METHOD);

  @Test
  void aRequestIsReadFromItsTensors() throws BadRequest {
    ParsedRequest request = parse(request().addInputs(tensor("stream", "BOOL").setContents(yes())));

    assertThat(request.model()).isEqualTo("m");
    assertThat(request.stream()).isTrue();
    assertThat(request.maxTokens()).isEqualTo(5);
    assertThat(request.promptTokens()).isEqualTo(2);
    assertThat(parse(request()).stream()).isFalse();
  }

  @Test
  void anInvalidValueIsReportedWithItsPath() {
    assertThatThrownBy(() -> parse(request().setModelName("")))
        .hasMessageStartingWith("Invalid /model_name: ");
    assertThatThrownBy(() -> parse(request().addInputs(tensor("stream", "BOOL"))))
        .hasMessageStartingWith("Invalid /inputs/2/data: ");
    assertThatThrownBy(() -> parse(request().addInputs(tensor("stream", "FP16"))))
        .hasMessageStartingWith("Invalid /inputs/2/datatype: ");
    assertThatThrownBy(() -> parse(ModelInferRequest.newBuilder().setModelName("m")))
        .hasMessageStartingWith("Invalid /inputs: ");
  }

  @Test
  void invalidBytesAreRejected() {
    assertThatThrownBy(() -> valid(Unpooled.wrappedBuffer(new byte[] {0, 0, 0, 0, 9, 1})))
        .hasMessage("Invalid body: 6 bytes (one message)");
    assertThatThrownBy(() -> valid(Unpooled.wrappedBuffer(new byte[] {0, 0, 0, 0, 1, -1})))
        .hasMessageStartingWith("Invalid body: not a ModelInferRequest (");
  }

  @Test
  void otherMethodsHaveNoEndpoint() {
    assertThat(MockEndpoints.forGrpcPath("/inference.GRPCInferenceService/ServerLive")).isNull();
    assertThat(MockEndpoints.forPath(METHOD)).isNull();
  }

  private ParsedRequest parse(ModelInferRequest.Builder request) throws BadRequest {
    byte[] message = request.build().toByteArray();
    ByteBuf body = Unpooled.buffer().writeByte(0).writeInt(message.length).writeBytes(message);
    return endpoint.parse(endpoint.validateBody(body, name -> null), METHOD);
  }

  private void valid(ByteBuf body) throws BadRequest {
    endpoint.validateBody(body, name -> null);
  }

  private static ModelInferRequest.Builder request() {
    return ModelInferRequest.newBuilder()
        .setModelName("m")
        .addInputs(
            tensor("text_input", "BYTES")
                .setContents(
                    InferTensorContents.newBuilder()
                        .addBytesContents(ByteString.copyFromUtf8("a b"))))
        .addInputs(
            tensor("max_tokens", "INT32")
                .setContents(InferTensorContents.newBuilder().addIntContents(5)));
  }

  private static InferInputTensor.Builder tensor(String name, String datatype) {
    return InferInputTensor.newBuilder()
        .setName(name)
        .setDatatype(datatype)
        .addShape(1)
        .addShape(1);
  }

  private static InferTensorContents yes() {
    return InferTensorContents.newBuilder().addBoolContents(true).build();
  }
}
