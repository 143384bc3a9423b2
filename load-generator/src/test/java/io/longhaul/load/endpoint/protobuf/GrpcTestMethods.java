package io.longhaul.load.endpoint.protobuf;

import com.google.protobuf.AnyProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DurationProto;
import com.google.protobuf.FieldMaskProto;
import com.google.protobuf.StructProto;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TimestampProto;
import io.longhaul.kserve.ModelInferRequest;

/** Methods whose types are unknown at compile time. */
public final class GrpcTestMethods {
  public static final String INFER = "inference.GRPCInferenceService/ModelInfer";
  public static final String STREAM_INFER = "inference.GRPCInferenceService/ModelStreamInfer";

  public static final FileDescriptorProto SHOP =
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

  /** Returns a message with all possible kinds of fields; it can contain itself. */
  private static final FileDescriptorProto ANYTHING =
      file(
          """
          name: "anything.proto" package: "anything" syntax: "proto2"
          dependency: "google/protobuf/any.proto"
          dependency: "google/protobuf/duration.proto"
          dependency: "google/protobuf/field_mask.proto"
          dependency: "google/protobuf/struct.proto"
          dependency: "google/protobuf/timestamp.proto"
          message_type {
            name: "Thing"
            field { name: "text" number: 1 type: TYPE_STRING label: LABEL_REPEATED }
            field { name: "any" number: 2 type: TYPE_MESSAGE type_name: ".google.protobuf.Any" label: LABEL_OPTIONAL }
            field { name: "lasted" number: 3 type: TYPE_MESSAGE type_name: ".google.protobuf.Duration" label: LABEL_OPTIONAL }
            field { name: "mask" number: 4 type: TYPE_MESSAGE type_name: ".google.protobuf.FieldMask" label: LABEL_OPTIONAL }
            field { name: "value" number: 5 type: TYPE_MESSAGE type_name: ".google.protobuf.Value" label: LABEL_OPTIONAL }
            field { name: "at" number: 6 type: TYPE_MESSAGE type_name: ".google.protobuf.Timestamp" label: LABEL_OPTIONAL }
            field { name: "inner" number: 7 type: TYPE_MESSAGE type_name: ".anything.Thing" label: LABEL_REPEATED }
            field { name: "ratio" number: 8 type: TYPE_FLOAT label: LABEL_REPEATED }
            field { name: "group" number: 9 type: TYPE_GROUP type_name: ".anything.Thing" label: LABEL_OPTIONAL }
            field { name: "data" number: 10 type: TYPE_BYTES label: LABEL_OPTIONAL }
          }
          service {
            name: "Things"
            method { name: "Give" input_type: ".anything.Thing" output_type: ".anything.Thing" server_streaming: true }
          }
          """);

  private GrpcTestMethods() {}

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

  public static byte[] shop() {
    return FileDescriptorSet.newBuilder()
        .addFile(SHOP)
        .addFile(TimestampProto.getDescriptor().toProto())
        .build()
        .toByteArray();
  }

  /** Returns a method whose messages are of type Any. */
  public static GrpcMethod anything() {
    return anything(AnyProto.getDescriptor().toProto());
  }

  /** The same, from a server whose descriptor of Any is incomplete. */
  public static GrpcMethod anythingButAny() {
    return anything(
        file(
            """
            name: "google/protobuf/any.proto" package: "google.protobuf" syntax: "proto3"
            message_type { name: "Any" }
            """));
  }

  private static GrpcMethod anything(FileDescriptorProto any) {
    return GrpcMethod.of(
        "anything.Things/Give",
        FileDescriptorSet.newBuilder()
            .addFile(ANYTHING)
            .addFile(any)
            .addFile(DurationProto.getDescriptor().toProto())
            .addFile(FieldMaskProto.getDescriptor().toProto())
            .addFile(StructProto.getDescriptor().toProto())
            .addFile(TimestampProto.getDescriptor().toProto())
            .build()
            .toByteArray());
  }

  /** Returns a method of the mock server. */
  public static GrpcMethod kserve(String name) {
    return GrpcMethod.of(
        name,
        FileDescriptorSet.newBuilder()
            .addFile(ModelInferRequest.getDescriptor().getFile().toProto())
            .build()
            .toByteArray());
  }
}
