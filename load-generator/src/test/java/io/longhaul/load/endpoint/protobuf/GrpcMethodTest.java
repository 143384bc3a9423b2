package io.longhaul.load.endpoint.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrpcMethodTest {

  @Test
  void aMethodHasAPathAndStreamingKinds() {
    GrpcMethod buy = GrpcMethod.of("shop.Shop/Buy", GrpcTestMethods.shop());
    GrpcMethod infer = GrpcTestMethods.kserve(GrpcTestMethods.STREAM_INFER);

    assertThat(buy.path()).isEqualTo("/shop.Shop/Buy");
    assertThat(buy.isClientStreaming()).isFalse();
    assertThat(buy.isServerStreaming()).isFalse();
    assertThat(infer.isClientStreaming()).isTrue();
    assertThat(infer.isServerStreaming()).isTrue();
  }

  @Test
  void itEqualsItsDeserializedCopy() {
    GrpcMethod buy = GrpcMethod.of("shop.Shop/Buy", GrpcTestMethods.shop());

    assertThat(GrpcMethod.of(buy.name(), buy.descriptorSet()))
        .isEqualTo(buy)
        .hasToString("shop.Shop/Buy");
    assertThat(buy)
        .isNotEqualTo(GrpcMethod.of("shop.Shop/BuyAll", GrpcTestMethods.shop()))
        .isNotEqualTo(GrpcTestMethods.kserve(GrpcTestMethods.INFER));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Buy",
        "shop.Shop",
        "shop.Shop/",
        "/Buy",
        "a/b/c",
        "shop..Shop/Buy",
        "shop.Shop/Buy "
      })
  void aNameConsistsOfAServiceAndAMethod(String name) {
    assertThatThrownBy(() -> GrpcMethod.of(name, GrpcTestMethods.shop()))
        .hasMessage("Invalid gRPC method: " + name + " (package.Service/Method)");
  }

  @Test
  void missingDescriptorsAreNamed() {
    assertThatThrownBy(() -> GrpcMethod.of("shop.Stock/Buy", GrpcTestMethods.shop()))
        .hasMessage(
            "Invalid gRPC method: shop.Stock/Buy (the descriptors have no service shop.Stock)");
    assertThatThrownBy(() -> GrpcMethod.of("shop.Shop/Sell", GrpcTestMethods.shop()))
        .hasMessage("Invalid gRPC method: shop.Shop/Sell (the service has Buy, BuyAll)");
    assertThatThrownBy(() -> GrpcMethod.of("shop.Shop/Buy", GrpcTestMethods.shopAlone()))
        .hasMessage(
            "Invalid descriptors: google/protobuf/timestamp.proto is missing (create them"
                + " with protoc --include_imports)");
    assertThatThrownBy(() -> GrpcMethod.of("shop.Shop/Buy", new byte[] {1, 2, 3}))
        .hasMessageStartingWith("Invalid descriptors: 3 bytes that are not a descriptor set");
  }

  @Test
  void cyclicDependenciesAreRejected() {
    DescriptorFiles files = new DescriptorFiles();
    files.add(
        GrpcTestMethods.SHOP.toBuilder().clearDependency().addDependency("shop.proto").build());

    assertThatThrownBy(() -> GrpcMethod.of("shop.Shop/Buy", files))
        .hasMessageContaining("shop.proto depends on itself");
  }
}
