package io.longhaul.load.endpoint;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.InvalidProtocolBufferException;
import io.longhaul.load.grpc.MessageFrame;
import io.longhaul.reflection.ErrorResponse;
import io.longhaul.reflection.ServerReflectionRequest;
import io.longhaul.reflection.ServerReflectionResponse;
import java.util.List;

/**
 * Finds out about a method by server reflection: asks for the file of its service, and then for the
 * files that this one needs, as some servers give them unasked and some do not. Who carries the
 * messages is somebody else's matter. Not for several threads.
 */
public final class ServerReflection {
  /** Where servers have it; those of the second path are older. The messages are the same. */
  public static final List<String> PATHS =
      List.of(
          "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
          "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo");

  private static final int MAX_FILES = 1_000;

  private final String method;
  private final String service;
  private final DescriptorFiles files = new DescriptorFiles();

  /**
   * @param method such as {@code package.Service/Method}
   * @throws IllegalArgumentException when it is not the name of a method
   */
  public ServerReflection(String method) {
    this.method = method;
    this.service = GrpcMethod.serviceOf(method);
  }

  /** What is to be asked next, as the body of a call; empty when all is known. */
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
   * Takes the messages of an answer.
   *
   * @throws IllegalArgumentException when the server does not know what was asked for, or an answer
   *     brings nothing new
   */
  public void addResponses(List<byte[]> messages) {
    int before = files.size();
    messages.forEach(this::addResponses);
    if (files.size() == before) {
      throw cannotLearn("it does not give all files");
    }
    if (files.size() > MAX_FILES) {
      throw cannotLearn("it gives more than " + MAX_FILES + " files");
    }
  }

  private void addResponses(byte[] message) {
    try {
      ServerReflectionResponse response = ServerReflectionResponse.parseFrom(message);
      if (response.hasErrorResponse()) {
        ErrorResponse error = response.getErrorResponse();
        throw new IllegalArgumentException(
            "Invalid gRPC method: "
                + method
                + " (the server does not know "
                + service
                + ": "
                + ErrorMessages.shortened(error.getErrorMessage())
                + ")");
      }
      for (ByteString file : response.getFileDescriptorResponse().getFileDescriptorProtoList()) {
        files.add(FileDescriptorProto.parseFrom(file));
      }
    } catch (InvalidProtocolBufferException e) {
      throw cannotLearn(ErrorMessages.shortened(e.getMessage()));
    }
  }

  private IllegalArgumentException cannotLearn(String reason) {
    return new IllegalArgumentException(
        "Cannot learn the types of "
            + method
            + " from the server: "
            + reason
            + " (give --grpc-descriptor)");
  }

  /**
   * The method, when all is known.
   *
   * @throws IllegalArgumentException when the service has no such method, or types do not fit
   */
  public GrpcMethod method() {
    return GrpcMethod.of(method, files);
  }
}
