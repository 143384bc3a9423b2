package io.longhaul.load.endpoint.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.TimestampProto;
import io.longhaul.load.Damage;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.reflection.ErrorResponse;
import io.longhaul.reflection.FileDescriptorResponse;
import io.longhaul.reflection.ServerReflectionRequest;
import io.longhaul.reflection.ServerReflectionResponse;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ServerReflectionTest {
  private final ServerReflection reflection = new ServerReflection("shop.Shop/Buy");

  @Test
  void missingFilesAreRequested() throws Exception {
    assertThat(requested().getFileContainingSymbol()).isEqualTo("shop.Shop");
    reflection.addResponses(List.of(given(GrpcTestMethods.SHOP)));

    assertThat(requested().getFileByFilename()).isEqualTo("google/protobuf/timestamp.proto");
    reflection.addResponses(List.of(given(TimestampProto.getDescriptor().toProto())));

    assertThat(reflection.nextRequest()).isEmpty();
    assertThat(reflection.method())
        .isEqualTo(GrpcMethod.of("shop.Shop/Buy", GrpcTestMethods.shop()));
  }

  @Test
  void theServersErrorIsReported() {
    byte[] error =
        ServerReflectionResponse.newBuilder()
            .setErrorResponse(
                ErrorResponse.newBuilder().setErrorCode(5).setErrorMessage("not here"))
            .build()
            .toByteArray();

    assertThatThrownBy(() -> reflection.addResponses(List.of(error)))
        .hasMessage(
            "Invalid gRPC method: shop.Shop/Buy (the server does not know shop.Shop: not here)");
  }

  @Test
  void aServerThatWithholdsAFileIsGivenUp() {
    reflection.addResponses(List.of(given(GrpcTestMethods.SHOP)));

    assertThatThrownBy(() -> reflection.addResponses(List.of(given(GrpcTestMethods.SHOP))))
        .hasMessage(
            "Cannot get the types of shop.Shop/Buy from the server: it does not return all files"
                + " (give --grpc-descriptor)");
    assertThatThrownBy(() -> reflection.addResponses(List.of(new byte[] {1})))
        .hasMessageStartingWith("Cannot get the types of shop.Shop/Buy from the server: ");
  }

  @Provide
  Arbitrary<byte[]> damagedFiles() {
    return Damage.with(
            "\n\0", "\u0012\u0004shop", "\42\5", "2", "\u00ff", ".shop.Order", "proto2", "\0")
        .map(damage -> damage.to(GrpcTestMethods.SHOP.toByteArray()));
  }

  /** A server's type descriptors are as untrusted as its responses. */
  @Property(tries = 1_000)
  void damagedDescriptorsYieldAMethodOrAnError(@ForAll("damagedFiles") byte[] file) {
    ServerReflection server = new ServerReflection("shop.Shop/Buy");
    byte[] response =
        ServerReflectionResponse.newBuilder()
            .setFileDescriptorResponse(
                FileDescriptorResponse.newBuilder()
                    .addFileDescriptorProto(ByteString.copyFrom(file)))
            .build()
            .toByteArray();
    try {
      server.addResponses(List.of(response, given(TimestampProto.getDescriptor().toProto())));
      EndpointType buy = Endpoints.calling(server.method());
      buy.problemsOfPayload("{\"itemCount\": 1, \"lines\": [{\"name\": \"a\"}], \"due\": 7}");
      ResponseReader reader = buy.dialect(DialectOptions.DEFAULTS).newReader(false);
      reader.body(file, 0, file.length);
      assertThat(reader.result(true)).isNotNull();
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).matches("(?s)(Invalid|Cannot) .*").hasSizeLessThan(4_000);
    }
  }

  /** After the five bytes of its frame. */
  private ServerReflectionRequest requested() throws Exception {
    byte[] nextRequest = reflection.nextRequest();
    return ServerReflectionRequest.parseFrom(
        ByteString.copyFrom(nextRequest, 5, nextRequest.length - 5));
  }

  private static byte[] given(FileDescriptorProto file) {
    return ServerReflectionResponse.newBuilder()
        .setFileDescriptorResponse(
            FileDescriptorResponse.newBuilder().addFileDescriptorProto(file.toByteString()))
        .build()
        .toByteArray();
  }
}
