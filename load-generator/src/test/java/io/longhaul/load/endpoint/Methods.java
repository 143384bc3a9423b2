package io.longhaul.load.endpoint;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TimestampProto;
import io.longhaul.kserve.ModelInferRequest;

/** Methods whose types the program never saw. */
public final class Methods {
  public static final String INFER = "inference.GRPCInferenceService/ModelInfer";
  public static final String STREAM_INFER = "inference.GRPCInferenceService/ModelStreamInfer";

  static final FileDescriptorProto SHOP =
      file(
          """
          name: "shop.proto" package: "shop" syntax: "proto3"
          dependency: "google/protobuf/timestamp.proto"
          message_type {
            name: "Order"
            field { name: "item_count" json_name: "itemCount" number: 1 type: TYPE_INT32 label: LABEL_OPTIONAL }
            field { name: "size" json_name: "size" number: 2 type: TYPE_ENUM type_name: ".shop.Size" label: LABEL_OPTIONAL }
            field { name: "lines" json_name: "lines" number: 3 type: TYPE_MESSAGE type_name: ".shop.Line" label: LABEL_REPEATED }
            field { name: "prices" json_name: "prices" number: 4 type: TYPE_MESSAGE type_name: ".shop.Order.PricesEntry" label: LABEL_REPEATED }
            field { name: "due" json_name: "due" number: 5 type: TYPE_MESSAGE type_name: ".google.protobuf.Timestamp" label: LABEL_OPTIONAL }
            field { name: "codes" json_name: "codes" number: 6 type: TYPE_INT64 label: LABEL_REPEATED }
            field { name: "card" json_name: "card" number: 7 type: TYPE_STRING label: LABEL_OPTIONAL oneof_index: 0 }
            field { name: "cash" json_name: "cash" number: 8 type: TYPE_BOOL label: LABEL_OPTIONAL oneof_index: 0 }
            oneof_decl { name: "paid" }
            nested_type {
              name: "PricesEntry"
              options { map_entry: true }
              field { name: "key" json_name: "key" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
              field { name: "value" json_name: "value" number: 2 type: TYPE_DOUBLE label: LABEL_OPTIONAL }
            }
          }
          message_type {
            name: "Line"
            field { name: "name" json_name: "name" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
          }
          enum_type { name: "Size" value { name: "SMALL" number: 0 } value { name: "LARGE" number: 1 } }
          service {
            name: "Shop"
            method { name: "Buy" input_type: ".shop.Order" output_type: ".shop.Line" }
            method { name: "BuyAll" input_type: ".shop.Order" output_type: ".shop.Line" client_streaming: true }
          }
          """);

  private Methods() {}

  private static FileDescriptorProto file(String text) {
    try {
      return TextFormat.parse(text, FileDescriptorProto.class);
    } catch (TextFormat.ParseException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] shopAlone() {
    return FileDescriptorSet.newBuilder().addFile(SHOP).build().toByteArray();
  }

  static byte[] shop() {
    return FileDescriptorSet.newBuilder()
        .addFile(SHOP)
        .addFile(TimestampProto.getDescriptor().toProto())
        .build()
        .toByteArray();
  }

  /** A method of the mock server's. */
  public static GrpcMethod kserve(String name) {
    return GrpcMethod.of(
        name,
        FileDescriptorSet.newBuilder()
            .addFile(ModelInferRequest.getDescriptor().getFile().toProto())
            .build()
            .toByteArray());
  }
}
