package io.longhaul.load.endpoint.protobuf;

import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.TypeRegistry;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A method of a gRPC service, with its input and output types. Contains only the descriptor files
 * that these types need, because it is part of the plan. Immutable and thread-safe.
 *
 * @param name name such as {@code package.Service/Method}
 * @param files its types and those that they depend on
 */
public record GrpcMethod(String name, FileDescriptorSet files, MethodDescriptor descriptor) {
  private static final Pattern NAME =
      Pattern.compile("((?:[A-Za-z_]\\w*\\.)*[A-Za-z_]\\w*)/([A-Za-z_]\\w*)");

  /** A plan must fit into one Kafka record. */
  private static final int MAX_BYTES = 512 << 10;

  /**
   * Returns the method with this name.
   *
   * @param name name such as {@code package.Service/Method}
   * @param descriptorSet the types, as {@code protoc --descriptor_set_out --include_imports} writes
   *     them
   * @throws IllegalArgumentException describing the problem in one sentence
   */
  public static GrpcMethod of(String name, byte[] descriptorSet) {
    return of(name, DescriptorFiles.of(descriptorSet));
  }

  static GrpcMethod of(String name, DescriptorFiles files) {
    String service = serviceOf(name);
    String file = files.fileOfService(service);
    if (file == null) {
      throw new IllegalArgumentException(
          "Invalid gRPC method: %s (the descriptors have no service %s)".formatted(name, service));
    }
    FileDescriptor linked = files.linked(file);
    ServiceDescriptor serviceDescriptor =
        linked.findServiceByName(service.substring(service.lastIndexOf('.') + 1));
    MethodDescriptor method =
        serviceDescriptor.findMethodByName(name.substring(service.length() + 1));
    if (method == null) {
      String known =
          serviceDescriptor.getMethods().stream()
              .map(MethodDescriptor::getName)
              .collect(Collectors.joining(", "));
      throw new IllegalArgumentException(
          "Invalid gRPC method: " + name + " (the service has " + known + ")");
    }
    FileDescriptorSet needed = files.withDependencies(file);
    if (needed.getSerializedSize() > MAX_BYTES) {
      throw new IllegalArgumentException(
          "Cannot use the types of %s: their descriptors have %s bytes (%s at most, because they are"
                  .formatted(name, needed.getSerializedSize(), MAX_BYTES)
              + " part of the plan)");
    }
    return new GrpcMethod(name, needed, method);
  }

  /**
   * Returns the service in a method name.
   *
   * @throws IllegalArgumentException if this is not the name of a method
   */
  static String serviceOf(String name) {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "Invalid gRPC method: " + name + " (package.Service/Method)");
    }
    return matcher.group(1);
  }

  /** Returns the HTTP path of the method. */
  public String path() {
    return "/" + name;
  }

  /** Returns the descriptor set of its types. */
  public byte[] descriptorSet() {
    return files.toByteArray();
  }

  /** Returns whether a call sends any number of messages; otherwise it sends one. */
  public boolean isClientStreaming() {
    return descriptor.isClientStreaming();
  }

  /** Returns whether a call returns any number of messages; otherwise it returns one. */
  public boolean isServerStreaming() {
    return descriptor.isServerStreaming();
  }

  public ProtobufJson inputType() {
    return json(descriptor.getInputType());
  }

  public ProtobufJson outputType() {
    return json(descriptor.getOutputType());
  }

  /** A nested message of type Any can have one of the types known here. */
  private ProtobufJson json(Descriptor type) {
    TypeRegistry known =
        TypeRegistry.newBuilder()
            .add(List.of(descriptor.getInputType(), descriptor.getOutputType()))
            .build();
    return new ProtobufJson(type, known);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GrpcMethod that && name.equals(that.name) && files.equals(that.files);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
