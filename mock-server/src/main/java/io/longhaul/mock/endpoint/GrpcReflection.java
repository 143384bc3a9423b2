package io.longhaul.mock.endpoint;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import io.longhaul.kserve.ModelInferRequest;
import io.longhaul.reflection.ErrorResponse;
import io.longhaul.reflection.FileDescriptorResponse;
import io.longhaul.reflection.ListServiceResponse;
import io.longhaul.reflection.ServerReflectionRequest;
import io.longhaul.reflection.ServerReflectionResponse;
import io.longhaul.reflection.ServiceResponse;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** gRPC server reflection: describes the services of this server. */
public final class GrpcReflection {
  /** Path of the method. */
  public static final String PATH = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";

  private static final int NOT_FOUND = 5;
  private static final int INVALID_ARGUMENT = 3;

  /** None of the files depends on another. */
  private static final List<FileDescriptor> FILES =
      List.of(
          ModelInferRequest.getDescriptor().getFile(),
          ServerReflectionRequest.getDescriptor().getFile());

  private GrpcReflection() {}

  /** Returns the response to a request, both as serialized messages. */
  public static byte[] respond(byte[] request) {
    try {
      return respond(ServerReflectionRequest.parseFrom(request)).toByteArray();
    } catch (InvalidProtocolBufferException e) {
      return error(
              ServerReflectionResponse.newBuilder(),
              INVALID_ARGUMENT,
              requireNonNull(e.getMessage()))
          .toByteArray();
    }
  }

  private static ServerReflectionResponse respond(ServerReflectionRequest request) {
    ServerReflectionResponse.Builder response =
        ServerReflectionResponse.newBuilder()
            .setValidHost(request.getHost())
            .setOriginalRequest(request);
    return switch (request.getMessageRequestCase()) {
      case LIST_SERVICES -> response.setListServicesResponse(services()).build();
      case FILE_BY_FILENAME ->
          file(response, file -> file.getName().equals(request.getFileByFilename()));
      case FILE_CONTAINING_SYMBOL ->
          file(response, file -> has(file, request.getFileContainingSymbol()));
      default ->
          error(response, INVALID_ARGUMENT, "only files and the list of services are supported");
    };
  }

  private static ListServiceResponse services() {
    ListServiceResponse.Builder services = ListServiceResponse.newBuilder();
    FILES.stream()
        .flatMap(file -> file.getServices().stream())
        .map(file -> ServiceResponse.newBuilder().setName(file.getFullName()))
        .forEach(services::addService);
    return services.build();
  }

  private static ServerReflectionResponse file(
      ServerReflectionResponse.Builder response, Predicate<FileDescriptor> wanted) {
    Optional<FileDescriptor> file = FILES.stream().filter(wanted).findFirst();
    if (file.isEmpty()) {
      return error(response, NOT_FOUND, "not found");
    }
    return response
        .setFileDescriptorResponse(
            FileDescriptorResponse.newBuilder()
                .addFileDescriptorProto(file.get().toProto().toByteString()))
        .build();
  }

  private static ServerReflectionResponse error(
      ServerReflectionResponse.Builder response, int code, String message) {
    return response
        .setErrorResponse(ErrorResponse.newBuilder().setErrorCode(code).setErrorMessage(message))
        .build();
  }

  /** Returns whether a file contains a service, a method or a message with this full name. */
  private static boolean has(FileDescriptor file, String symbol) {
    Stream<String> services = file.getServices().stream().flatMap(GrpcReflection::namesOf);
    Stream<String> messages = file.getMessageTypes().stream().flatMap(GrpcReflection::namesOf);
    return Stream.concat(services, messages).anyMatch(symbol::equals);
  }

  private static Stream<String> namesOf(ServiceDescriptor service) {
    return Stream.concat(
        Stream.of(service.getFullName()),
        service.getMethods().stream().map(method -> method.getFullName()));
  }

  private static Stream<String> namesOf(Descriptor message) {
    return Stream.concat(
        Stream.of(message.getFullName()),
        message.getNestedTypes().stream().flatMap(GrpcReflection::namesOf));
  }
}
