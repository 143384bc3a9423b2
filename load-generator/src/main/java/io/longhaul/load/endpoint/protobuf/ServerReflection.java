package io.longhaul.load.endpoint.protobuf;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.InvalidProtocolBufferException;
import io.longhaul.load.endpoint.response.ErrorMessages;
import io.longhaul.load.grpc.MessageFrame;
import io.longhaul.reflection.ErrorResponse;
import io.longhaul.reflection.ServerReflectionRequest;
import io.longhaul.reflection.ServerReflectionResponse;
import java.util.List;

/**
 * Discovers a method by gRPC server reflection: requests the file of its service, and then the
 * dependencies that the server did not include. The caller sends the messages. Not thread-safe.
 */
public final class ServerReflection {
  /**
   * Paths of the reflection service; servers with the second path are older. The messages are the
   * same.
   */
  public static final List<String> PATHS =
      List.of(
          "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
          "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo");

  private static final int MAX_FILES = 1_000;

  private final String method;
  private final String service;
  private final DescriptorFiles files = new DescriptorFiles();

  /**
   * @param method name such as {@code package.Service/Method}
   * @throws IllegalArgumentException if this is not the name of a method
   */
  public ServerReflection(String method) {
    this.method = method;
    this.service = GrpcMethod.serviceOf(method);
  }

  /** Returns the body of the next call; empty if all files are known. */
  public byte[] nextRequest() {
    if (files.size() == 0) {
      return MessageFrame.of(
          ServerReflectionRequest.newBuilder()
              .setFileContainingSymbol(service)
              .build()
              .toByteArray());
    }
    return MessageFrame.ofAll(
        files.missing().stream()
            .map(file -> ServerReflectionRequest.newBuilder().setFileByFilename(file).build())
            .map(ServerReflectionRequest::toByteArray)
            .toList());
  }

  /**
   * Adds the messages of a response.
   *
   * @throws IllegalArgumentException if the server does not know the requested service, or a
   *     response contains nothing new
   */
  public void addResponses(List<byte[]> messages) {
    int before = files.size();
    messages.forEach(this::addResponses);
    if (files.size() == before) {
      throw cannotLearn("it does not return all files");
    }
    if (files.size() > MAX_FILES) {
      throw cannotLearn("it returns more than " + MAX_FILES + " files");
    }
  }

  private void addResponses(byte[] message) {
    try {
      ServerReflectionResponse response = ServerReflectionResponse.parseFrom(message);
      if (response.hasErrorResponse()) {
        ErrorResponse error = response.getErrorResponse();
        throw new IllegalArgumentException(
            "Invalid gRPC method: %s (the server does not know %s: %s)"
                .formatted(method, service, ErrorMessages.shortened(error.getErrorMessage())));
      }
      for (ByteString file : response.getFileDescriptorResponse().getFileDescriptorProtoList()) {
        files.add(FileDescriptorProto.parseFrom(file));
      }
    } catch (InvalidProtocolBufferException e) {
      throw cannotLearn(ErrorMessages.shortened(String.valueOf(e.getMessage())));
    }
  }

  private IllegalArgumentException cannotLearn(String reason) {
    return new IllegalArgumentException(
        "Cannot get the types of %s from the server: %s (give --grpc-descriptor)"
            .formatted(method, reason));
  }

  /**
   * Returns the method, once all files are known.
   *
   * @throws IllegalArgumentException if the service has no such method, or its types are
   *     inconsistent
   */
  public GrpcMethod method() {
    return GrpcMethod.of(method, files);
  }
}
