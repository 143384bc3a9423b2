package io.longhaul.load.endpoint.grpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.InvalidProtocolBufferException;
import io.longhaul.load.endpoint.dialect.AutoDetectedDialect;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.dialect.EndpointType.Trait;
import io.longhaul.load.endpoint.json.UntrustedJson;
import io.longhaul.load.endpoint.protobuf.GrpcMethod;
import io.longhaul.load.endpoint.protobuf.ProtobufJson;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.response.Delta;
import io.longhaul.load.endpoint.response.ResponseField;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.endpoint.response.ResponseResult;
import io.longhaul.load.grpc.MessageFrame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Any method of any gRPC service. Its types are known when the run starts. The payloads of the data
 * set are messages as JSON: one, or a list if the method is client-streaming. As in Perf Analyzer,
 * all messages of a call are sent together, and then the response is read completely.
 *
 * @param method the method, or null if it is not known yet
 */
public record DynamicGrpc(@Nullable GrpcMethod method) {
  private static final String NAME = "dynamic_grpc";

  /** Payloads come from the user's own file and may contain images. */
  private static final ObjectMapper TRUSTED_MAPPER = UntrustedJson.ownDocumentMapper(100_000_000);

  /** Returns the type of endpoint that calls the method. */
  public EndpointType type() {
    EndpointType.Builder type =
        EndpointType.named(NAME, method == null ? "/{method}" : method.path())
            .title("Dynamic gRPC Metrics")
            .method(method)
            .without(
                Trait.PRODUCES_TOKENS,
                Trait.TAKES_TEXT,
                Trait.TAKES_BATCHES,
                Trait.SENDS_JSON,
                Trait.HAS_JSON_INPUTS)
            .with(Trait.SPEAKS_GRPC, Trait.SENDS_PAYLOADS, Trait.PRODUCES_TOKENS_IN_FIELD)
            .problems(this::problemsOf)
            .payloadProblems(this::problemsOfPayload);
    boolean streams = method == null || method.isServerStreaming();
    return (streams ? type : type.without(Trait.CAN_STREAM)).dialect(this::dialect);
  }

  private List<String> problemsOf(DialectOptions options) {
    List<String> problems = new ArrayList<>();
    if (method == null) {
      problems.add(
          "Invalid endpoint type: "
              + NAME
              + " without a method (give --grpc-method package.Service/Method)");
    }
    problems.addAll(AutoDetectedDialect.problemsWithRawBodies(options, NAME));
    return problems;
  }

  private List<String> problemsOfPayload(String payload) {
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

  private EndpointDialect dialect(DialectOptions options) {
    GrpcMethod called = requireNonNull(method, "method is null");
    return new Dialect(
        called.inputType(),
        called.outputType(),
        AutoDetectedDialect.fieldIn(options.extraInputs()),
        called.isServerStreaming());
  }

  /**
   * The dialect of one method.
   *
   * @param field location of the text in a message of the response
   * @param isServerStreaming whether a response may have any number of messages
   */
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
      return new Reader();
    }

    /**
     * Empty messages, because it is unknown which message contains text in the configured field.
     */
    @Override
    public List<String> sampleResponse(boolean streaming, List<String> words) {
      String empty = new String(MessageFrame.of(new byte[0]), ISO_8859_1);
      return Collections.nCopies(streaming ? words.size() : 1, empty);
    }

    /**
     * Reads the messages of a response. If a text field is configured, each message with text is a
     * chunk; otherwise every message is.
     */
    private final class Reader extends GrpcMessageReader {
      private int messages;

      @Override
      public Delta read(byte[] bytes, int offset, int length)
          throws InvalidProtocolBufferException {
        messages++;
        if (messages > 1 && !isServerStreaming) {
          recordProtocolError(
              "several_messages", "The method returns one message, but the server sent several");
          return Delta.NOTHING;
        }
        if (field.isNone()) {
          outputType.check(bytes, offset, length);
          return new Delta("", "", "", true);
        }
        String text = textOf(field.in(outputType.json(bytes, offset, length)));
        return text.isEmpty() ? Delta.NOTHING : new Delta(text, "", "");
      }

      @Override
      public @Nullable ResponseResult missing() {
        return messages == 0 && !isServerStreaming
            ? ResponseResult.protocolError("no_message", "The call succeeded without a message")
            : null;
      }
    }

    private static String textOf(JsonNode found) {
      if (!found.isArray()) {
        return found.isTextual() ? found.textValue() : "";
      }
      StringBuilder text = new StringBuilder();
      found.forEach(piece -> text.append(piece.isTextual() ? piece.textValue() : ""));
      return text.toString();
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
