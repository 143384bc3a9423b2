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

/** A call's message is held against the same rules as the JSON of {@code /infer}. */
class KserveGrpcEndpointTest {
  private static final String METHOD = "/inference.GRPCInferenceService/ModelStreamInfer";

  private final MockEndpoint page = MockEndpoints.callAt(METHOD);

  @Test
  void aRequestIsReadFromItsTensors() throws BadRequest {
    ParsedRequest asked = read(request().addInputs(tensor("stream", "BOOL").setContents(yes())));

    assertThat(asked.model()).isEqualTo("m");
    assertThat(asked.stream()).isTrue();
    assertThat(asked.maxTokens()).isEqualTo(5);
    assertThat(asked.promptTokens()).isEqualTo(2);
    assertThat(read(request()).stream()).isFalse();
  }

  @Test
  void whatIsWrongIsNamedByItsPath() {
    assertThatThrownBy(() -> read(request().setModelName("")))
        .hasMessageStartingWith("Invalid /model_name: ");
    assertThatThrownBy(() -> read(request().addInputs(tensor("stream", "BOOL"))))
        .hasMessageStartingWith("Invalid /inputs/2/data: ");
    assertThatThrownBy(() -> read(request().addInputs(tensor("stream", "FP16"))))
        .hasMessageStartingWith("Invalid /inputs/2/datatype: ");
    assertThatThrownBy(() -> read(ModelInferRequest.newBuilder().setModelName("m")))
        .hasMessageStartingWith("Invalid /inputs: ");
  }

  @Test
  void bytesThatAreNoRequestAreRefused() {
    assertThatThrownBy(() -> valid(Unpooled.wrappedBuffer(new byte[] {0, 0, 0, 0, 9, 1})))
        .hasMessage("Invalid body: 6 bytes (one message)");
    assertThatThrownBy(() -> valid(Unpooled.wrappedBuffer(new byte[] {0, 0, 0, 0, 1, -1})))
        .hasMessageStartingWith("Invalid body: not a ModelInferRequest (");
  }

  @Test
  void otherMethodsHaveNoPage() {
    assertThat(MockEndpoints.callAt("/inference.GRPCInferenceService/ServerLive")).isNull();
    assertThat(MockEndpoints.at(METHOD)).isNull();
  }

  private ParsedRequest read(ModelInferRequest.Builder request) throws BadRequest {
    byte[] message = request.build().toByteArray();
    ByteBuf body = Unpooled.buffer().writeByte(0).writeInt(message.length).writeBytes(message);
    return page.read(page.validBody(body, name -> null), METHOD);
  }

  private void valid(ByteBuf body) throws BadRequest {
    page.validBody(body, name -> null);
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
