package io.longhaul.load.endpoint.kserve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.longhaul.kserve.InferTensorContents;
import io.longhaul.kserve.ModelInferRequest;
import io.longhaul.kserve.ModelInferResponse;
import io.longhaul.kserve.ModelInferResponse.InferOutputTensor;
import io.longhaul.kserve.ModelStreamInferResponse;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.response.ResponseResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests and responses of language models on Triton over gRPC. */
class KserveReaderTest {

  @Test
  void aRequestStoresTensorsByDatatype() throws Exception {
    byte[] body =
        Endpoints.named("kserve")
            .dialect(new DialectOptions(false, ExtraInputs.parse(List.of("temperature:0.5"))))
            .requestBody(InferenceRequest.ofText("m", "p", 7, true));

    ModelInferRequest request = ModelInferRequest.parser().parseFrom(body, 5, body.length - 5);

    assertThat(request.getModelName()).isEqualTo("m");
    assertThat(request.getInputsList())
        .extracting(input -> input.getName() + " " + input.getDatatype() + input.getShapeList())
        .containsExactly(
            "text_input BYTES[1, 1]",
            "max_tokens INT32[1, 1]",
            "exclude_input_in_output BOOL[1, 1]",
            "stream BOOL[1, 1]",
            "temperature FP32[1, 1]");
    assertThat(request.getInputs(0).getContents().getBytesContents(0).toStringUtf8())
        .isEqualTo("p");
    assertThat(request.getInputs(1).getContents().getIntContents(0)).isEqualTo(7);
    assertThat(request.getInputs(3).getContents().getBoolContents(0)).isTrue();
    assertThat(request.getInputs(4).getContents().getFp32Contents(0)).isEqualTo(0.5f);
  }

  @Test
  void theJsonFormOfTensorsEqualsGenAiPerfs() {
    EndpointDialect dialect = Endpoints.named("kserve").dialect(DialectOptions.DEFAULTS);

    byte[] json = dialect.requestJson(InferenceRequest.ofText("m", "p", null, false));

    assertThat(new String(json, UTF_8))
        .isEqualTo(
            "{\"model\":\"m\",\"text_input\":[\"p\"],\"max_tokens\":[256],"
                + "\"exclude_input_in_output\":[true]}");
  }

  @Test
  void anEmptyLastResponseIsNotAChunk() {
    KserveReader reader = new KserveReader(true);

    assertThat(read(reader, raw("so"), raw(" it"), raw(""))).containsExactly("so", " it", "");
    assertThat(reader.result(true)).isEqualTo(ResponseResult.WHOLE);
    assertThat(reader.result(false).reason()).isEqualTo("body_cut");
  }

  @Test
  void textIsFoundAmongSeveralOutputs() {
    InferTensorContents text =
        InferTensorContents.newBuilder()
            .addBytesContents(ByteString.copyFromUtf8("so"))
            .addBytesContents(ByteString.copyFromUtf8(" it"))
            .build();
    ModelInferResponse response =
        ModelInferResponse.newBuilder()
            .addOutputs(InferOutputTensor.newBuilder().setName("cum_log_probs"))
            .addOutputs(InferOutputTensor.newBuilder().setName("text_output").setContents(text))
            .build();

    KserveReader reader = new KserveReader(false);

    assertThat(read(reader, response)).containsExactly("so it");
    assertThat(reader.result(true)).isEqualTo(ResponseResult.WHOLE);
  }

  @Test
  void anErrorInTheStreamIsAServerError() {
    KserveReader reader = new KserveReader(true);

    read(
        reader,
        raw("so"),
        ModelStreamInferResponse.newBuilder().setErrorMessage("in ensemble 'm'").build());

    assertThat(reader.result(true))
        .extracting(ResponseResult::kind, ResponseResult::message)
        .containsExactly(ResponseResult.Kind.STREAM_ERROR, "in ensemble 'm'");
  }

  @Test
  void invalidMessagesAndMissingTextAreErrors() {
    KserveReader garbage = new KserveReader(true);
    garbage.body(new byte[] {(byte) 0xff, (byte) 0xff}, 0, 2);
    assertThat(garbage.result(true).reason()).isEqualTo("malformed_message");

    KserveReader cutText = new KserveReader(false);
    byte[] tooLong = {9, 0, 0, 0, 'a'};
    read(cutText, response(ByteString.copyFrom(tooLong)));
    assertThat(cutText.result(true).reason()).isEqualTo("malformed_message");

    KserveReader nothing = new KserveReader(false);
    read(nothing, ModelInferResponse.getDefaultInstance());
    assertThat(nothing.result(true).reason()).isEqualTo("no_text_output");
  }

  private static Message raw(String text) {
    ByteString length = ByteString.copyFrom(new byte[] {(byte) text.length(), 0, 0, 0});
    return ModelStreamInferResponse.newBuilder()
        .setInferResponse(response(length.concat(ByteString.copyFromUtf8(text))))
        .build();
  }

  private static ModelInferResponse response(ByteString rawText) {
    return ModelInferResponse.newBuilder()
        .addOutputs(InferOutputTensor.newBuilder().setName("text_output").setDatatype("BYTES"))
        .addRawOutputContents(rawText)
        .build();
  }

  private static List<String> read(KserveReader reader, Message... messages) {
    List<String> contents = new ArrayList<>();
    for (Message message : messages) {
      byte[] bytes = message.toByteArray();
      contents.add(reader.body(bytes, 0, bytes.length).content());
    }
    return contents;
  }
}
