package io.longhaul.load.endpoint;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.load.grpc.MessageFrame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Any method of any gRPC service. Its types are known when the run starts. The payloads of the data
 * set are messages as JSON: one, or a list if the method is client-streaming. As in Perf Analyzer,
 * all messages of a call are sent together, and then the response is read completely.
 *
 * @param method the method, or null if it is not known yet
 */
record DynamicGrpc(GrpcMethod method) implements EndpointType {
  private static final String NAME = "dynamic_grpc";

  /** Payloads come from the user's own file and may contain images. */
  private static final ObjectMapper TRUSTED_MAPPER = UntrustedJson.ownDocumentMapper(100_000_000);

  @Override
  public String typedName() {
    return NAME;
  }

  @Override
  public Optional<GrpcMethod> calledMethod() {
    return Optional.ofNullable(method);
  }

  @Override
  public String path(boolean streaming) {
    return method == null ? "/{method}" : method.path();
  }

  @Override
  public boolean speaksGrpc() {
    return true;
  }

  @Override
  public boolean canStream() {
    return method == null || method.isServerStreaming();
  }

  /** Only if a field that contains text is configured. */
  @Override
  public boolean producesTokens() {
    return false;
  }

  @Override
  public boolean producesTokens(DialectOptions options) {
    return !AutoDetectedResponses.fieldIn(options.extraInputs()).isNone();
  }

  @Override
  public boolean takesText() {
    return false;
  }

  @Override
  public boolean needsMedia() {
    return false;
  }

  @Override
  public boolean sendsPayloads() {
    return true;
  }

  @Override
  public boolean sendsJson() {
    return false;
  }

  @Override
  public String title() {
    return "Dynamic gRPC Metrics";
  }

  @Override
  public List<String> problemsOf(DialectOptions options) {
    List<String> problems = new ArrayList<>();
    if (method == null) {
      problems.add(
          "Invalid endpoint type: "
              + NAME
              + " without a method (give --grpc-method package.Service/Method)");
    }
    problems.addAll(AutoDetectedResponses.problemsWithRawBodies(options.extraInputs(), NAME));
    return problems;
  }

  @Override
  public List<String> problemsOfPayload(String payload) {
    if (method == null) {
      return List.of();
    }
    JsonNode json = read(payload);
    if (!json.isArray()) {
      return method.inputType().problemsOf(json, "payload");
    }
    if (json.size() != 1 && !method.isClientStreaming()) {
      return List.of("payload has " + json.size() + " messages (the method takes one)");
    }
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < json.size(); i++) {
      problems.addAll(method.inputType().problemsOf(json.get(i), "payload[" + i + "]"));
    }
    return problems;
  }

  @Override
  public EndpointDialect dialect(DialectOptions options) {
    return new Dialect(
        method.inputType(),
        method.outputType(),
        AutoDetectedResponses.fieldIn(options.extraInputs()),
        method.isServerStreaming());
  }

  private record Dialect(
      ProtobufJson inputType,
      ProtobufJson outputType,
      ResponseField field,
      boolean isServerStreaming)
      implements EndpointDialect {

    @Override
    public byte[] requestBody(InferenceRequest request) {
      throw new IllegalArgumentException(
          "Cannot call a method: the prompt is not a message (give payloads)");
    }

    @Override
    public byte[] payloadBody(String payload) {
      JsonNode json = read(payload);
      if (!json.isArray()) {
        return MessageFrame.of(inputType.message(json));
      }
      List<byte[]> messages = new ArrayList<>();
      json.forEach(message -> messages.add(inputType.message(message)));
      return MessageFrame.ofAll(messages);
    }

    @Override
    public ResponseReader newReader(boolean streaming) {
      return new DynamicGrpcReader(outputType, field, isServerStreaming);
    }

    /**
     * Empty messages, because it is unknown which message contains text in the configured field.
     */
    @Override
    public List<String> sampleResponse(boolean streaming, List<String> words) {
      String empty = new String(MessageFrame.of(new byte[0]), ISO_8859_1);
      return Collections.nCopies(streaming ? words.size() : 1, empty);
    }
  }

  private static JsonNode read(String payload) {
    try {
      return TRUSTED_MAPPER.readTree(payload);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot read a payload: it is not JSON", e);
    }
  }
}
