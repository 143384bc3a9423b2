package io.longhaul.load.endpoint.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.TimestampProto;
import io.longhaul.kserve.ModelInferRequest;
import io.longhaul.kserve.ModelInferResponse;
import io.longhaul.kserve.ModelInferResponse.InferOutputTensor;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.protobuf.GrpcMethod;
import io.longhaul.load.endpoint.protobuf.GrpcTestMethods;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.response.Delta;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.endpoint.response.ResponseResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class DynamicGrpcTest {
  private static final EndpointType BUY = shop("Buy");
  private static final EndpointType BUY_ALL = shop("BuyAll");
  private static final EndpointType INFER =
      Endpoints.calling(GrpcTestMethods.kserve(GrpcTestMethods.INFER));
  private static final EndpointType STREAM =
      Endpoints.calling(GrpcTestMethods.kserve(GrpcTestMethods.STREAM_INFER));

  private static EndpointType shop(String method) {
    return Endpoints.calling(GrpcMethod.of("shop.Shop/" + method, GrpcTestMethods.shop()));
  }

  @Test
  void aPayloadIsConvertedToAMessage() throws Exception {
    byte[] body =
        dialect(INFER)
            .payloadBody(
                """
                {"modelName": "m", "inputs": [{"name": "t", "shape": ["1", 2],
                 "contents": {"bytes_contents": ["YWI="]}}]}\
                """);

    assertThat(body).startsWith(0, 0, 0, 0);
    ModelInferRequest request =
        ModelInferRequest.parseFrom(ByteString.copyFrom(body, 5, body.length - 5));
    assertThat(request.getModelName()).isEqualTo("m");
    assertThat(request.getInputs(0).getShapeList()).containsExactly(1L, 2L);
    assertThat(request.getInputs(0).getContents().getBytesContents(0).toStringUtf8())
        .isEqualTo("ab");
  }

  @Test
  void severalMessagesAreSentInSequence() {
    byte[] body = dialect(BUY_ALL).payloadBody("[{\"itemCount\": 1}, {}]");

    assertThat(body).containsExactly(0, 0, 0, 0, 2, 8, 1, 0, 0, 0, 0, 0);
    assertThat(BUY_ALL.problemsOfPayload("[{\"itemCount\": 1}, {}]")).isEmpty();
    assertThat(BUY.problemsOfPayload("[{}]")).isEmpty();
    assertThat(BUY.problemsOfPayload("[{}, {}]"))
        .containsExactly("payload has 2 messages (the method takes one)");
  }

  @Test
  void allProblemsOfAMessageAreReportedWithTheirPaths() {
    assertThat(
            BUY.problemsOfPayload(
                """
                {"itemCount": "many", "size": "HUGE", "lines": [{"name": "a"}, {"nam": "b"}, 7],
                 "prices": {"a": 1.5, "b": "dear"}, "due": "tomorrow", "codes": [1, 2.5], "colour": 1}\
                """))
        .satisfiesExactly(
            it -> assertThat(it).startsWith("payload.itemCount: Not an int32 value"),
            it -> assertThat(it).startsWith("payload.size: Invalid enum value: HUGE"),
            it -> assertThat(it).isEqualTo("payload.lines[1].nam: shop.Line has no such field"),
            it -> assertThat(it).startsWith("payload.lines[2]: "),
            it -> assertThat(it).startsWith("payload.prices.b: Not a double value"),
            it -> assertThat(it).startsWith("payload.due: "),
            it -> assertThat(it).startsWith("payload.codes[1]: Not an int64 value"),
            it -> assertThat(it).isEqualTo("payload.colour: shop.Order has no such field"));
    assertThat(BUY.problemsOfPayload("{\"card\": \"c\", \"cash\": true}"))
        .singleElement()
        .asString()
        .startsWith("payload: Cannot set field");
    assertThat(
            BUY.problemsOfPayload(
                """
                {"item_count": 3, "size": "LARGE", "lines": [{"name": "a"}], "prices": {"a": 1},
                 "due": "2026-01-01T00:00:00Z", "codes": ["9007199254740993"], "cash": null}\
                """))
        .isEmpty();
  }

  @Test
  void withoutAFieldEachMessageIsAChunk() {
    ResponseReader reader = dialect(STREAM).newReader(false);
    byte[] nothing = {};

    assertThat(reader.readsMessages()).isTrue();
    assertThat(reader.body(nothing, 0, 0))
        .extracting(Delta::isChunk, Delta::content)
        .containsExactly(true, "");
    assertThat(reader.body(nothing, 0, 0).isChunk()).isTrue();
    assertThat(reader.result(true)).isEqualTo(ResponseResult.WHOLE);
    assertThat(reader.result(false).reason()).isEqualTo("body_cut");
    assertThat(STREAM.producesTokens(DialectOptions.DEFAULTS)).isFalse();
  }

  @Test
  void aResponseWithoutRequiredFieldsIsMalformed() {
    FileDescriptorProto.Builder file = GrpcTestMethods.SHOP.toBuilder().setSyntax("proto2");
    file.getMessageTypeBuilder(1).getFieldBuilder(0).setLabel(Label.LABEL_REQUIRED);
    byte[] types =
        FileDescriptorSet.newBuilder()
            .addFile(file)
            .addFile(TimestampProto.getDescriptor().toProto())
            .build()
            .toByteArray();
    ResponseReader reader =
        dialect(Endpoints.calling(GrpcMethod.of("shop.Shop/Buy", types))).newReader(false);

    assertThat(reader.body(new byte[0], 0, 0)).isEqualTo(Delta.NOTHING);
    assertThat(reader.result(true).reason()).isEqualTo("malformed_message");
  }

  @Test
  void anAnyWithAnIncompleteDescriptorIsMalformed() {
    DialectOptions selecting =
        new DialectOptions(false, ExtraInputs.parse(List.of("response_field:text")));
    ResponseReader reader =
        Endpoints.calling(GrpcTestMethods.anythingButAny()).dialect(selecting).newReader(true);
    byte[] any = {(2 << 3) | 2, 0};

    assertThat(reader.body(any, 0, any.length)).isEqualTo(Delta.NOTHING);
    assertThat(reader.result(true).reason()).isEqualTo("malformed_message");
  }

  @Test
  void aFieldLocatesTheText() {
    DialectOptions options = options("response_field:outputs[].name");
    ResponseReader reader = INFER.dialect(options).newReader(false);
    byte[] bytes =
        ModelInferResponse.newBuilder()
            .addOutputs(InferOutputTensor.newBuilder().setName("one "))
            .addOutputs(InferOutputTensor.newBuilder().setName("two"))
            .build()
            .toByteArray();

    assertThat(reader.body(bytes, 0, bytes.length).content()).isEqualTo("one two");
    assertThat(reader.result(true)).isEqualTo(ResponseResult.WHOLE);
    assertThat(INFER.producesTokens(options)).isTrue();
    assertThat(INFER.producesTokens(options("response_field:text"))).isTrue();

    ResponseReader empty = INFER.dialect(options).newReader(false);
    assertThat(empty.body(bytes, 0, 0)).isEqualTo(Delta.NOTHING);
    assertThat(empty.result(true)).isEqualTo(ResponseResult.EMPTY);
  }

  @Test
  void theNumberOfMessagesMustMatchTheMethod() {
    ResponseReader none = dialect(INFER).newReader(false);
    assertThat(none.result(true).reason()).isEqualTo("no_message");

    ResponseReader two = dialect(INFER).newReader(false);
    two.body(new byte[0], 0, 0);
    two.body(new byte[0], 0, 0);
    assertThat(two.result(true).reason()).isEqualTo("several_messages");

    assertThat(dialect(STREAM).newReader(false).result(true)).isEqualTo(ResponseResult.EMPTY);
  }

  @Test
  void messagesOfOtherMethodsAreRejected() {
    assertThat(Endpoints.DYNAMIC_GRPC.problemsOf(options("temperature:1")))
        .containsExactly(
            "Invalid endpoint type: dynamic_grpc without a method (give --grpc-method"
                + " package.Service/Method)",
            "Invalid extra inputs: {\"temperature\":1} (endpoint type dynamic_grpc sends bodies"
                + " unchanged; only response_field is allowed)");
    assertThat(Endpoints.named("kserve").problemsOfPayload("{}"))
        .containsExactly(
            "a payload (endpoint type kserve creates its own bodies; use endpoint type"
                + " dynamic_grpc)");
    assertThat(Endpoints.CHAT.problemsOfPayload("[{}]"))
        .containsExactly("payload is not an object");
  }

  private static EndpointDialect dialect(EndpointType type) {
    return type.dialect(DialectOptions.DEFAULTS);
  }

  private static DialectOptions options(String extra) {
    return new DialectOptions(false, ExtraInputs.parse(List.of(extra)));
  }
}
