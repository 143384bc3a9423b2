package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a language model before Triton's TensorRT-LLM or vLLM backend is asked: named tensors, in
 * the order and with the values of GenAI-Perf. How they go onto the wire, the endpoint decides.
 *
 * <p>GenAI-Perf leaves data types and shapes to Perf Analyzer, which asks the server for them. Here
 * a value's own kind decides: a text is {@code BYTES}, a whole number {@code INT32} ({@code INT64}
 * where it does not fit), another number {@code FP32}. The TensorRT-LLM models batch, so their
 * tensors have a first dimension of 1; the vLLM backend's do not.
 */
final class KserveTensors {
  /** The tensor that the answer's text comes in. */
  static final String OUTPUT = "text_output";

  private static final String MODEL = "model";

  /** GenAI-Perf's, which the TensorRT-LLM backend must always be told. */
  private static final int DEFAULT_OUTPUT_TOKENS = 256;

  private final DialectOptions options;
  private final TritonBackend backend;

  KserveTensors(DialectOptions options) {
    this.options = options;
    this.backend = options.backend() == null ? TritonBackend.TENSORRTLLM : options.backend();
  }

  /**
   * One tensor.
   *
   * @param datatype in KServe's words
   * @param values texts, numbers or booleans, all of one kind
   */
  record Tensor(String name, String datatype, List<Integer> shape, ArrayNode values) {}

  /**
   * Why no request can carry these extra inputs, in sentences; mostly there are none. A tensor has
   * values of one kind, and neither nothing nor members.
   */
  static List<String> problemsOf(ExtraInputs extraInputs) {
    List<String> problems = new ArrayList<>();
    ObjectNode members = RequestBody.empty();
    extraInputs.mergeInto(members);
    for (Map.Entry<String, JsonNode> member : members.properties()) {
      if (datatypeOf(asArray(member.getValue())) == null) {
        problems.add(
            "Invalid extra input: "
                + member.getKey()
                + " = "
                + member.getValue()
                + " (a tensor has texts, numbers or booleans, all of one kind)");
      }
    }
    return problems;
  }

  /** The tensors by name, as GenAI-Perf writes them into its inputs, beside the model's name. */
  ObjectNode inputs(InferenceRequest request, String endpoint) {
    List<String> texts = request.singleMessage(endpoint).texts();
    if (texts.size() != 1) {
      throw new IllegalArgumentException(
          "Cannot ask a " + endpoint + " endpoint: " + texts.size() + " texts (it takes one)");
    }
    ObjectNode tensors = RequestBody.empty().put(MODEL, request.model());
    tensors.putArray("text_input").add(texts.get(0));
    boolean tensorRt = backend == TritonBackend.TENSORRTLLM;
    Integer limit = request.requestedOutputTokens();
    if (tensorRt) {
      tensors.putArray("max_tokens").add(limit == null ? DEFAULT_OUTPUT_TOKENS : limit);
    }
    tensors.putArray("exclude_input_in_output").add(true);
    if (request.streaming()) {
      tensors.putArray("stream").add(true);
    }
    if (tensorRt && limit != null && options.leastTokensToo()) {
      tensors.putArray("min_length").add(limit);
    } else if (!tensorRt && limit != null) {
      tensors.putArray("sampling_parameters").add(samplingParameters(limit));
    }
    ObjectNode extras = RequestBody.empty();
    RequestBody.merge(extras, options, request);
    extras.properties().forEach(extra -> tensors.set(extra.getKey(), asArray(extra.getValue())));
    return tensors;
  }

  /** The vLLM backend takes these as a JSON text, in which numbers are texts again. */
  private String samplingParameters(int limit) {
    ObjectNode parameters = RequestBody.empty().put("max_tokens", Integer.toString(limit));
    if (options.leastTokensToo()) {
      parameters.put("min_tokens", Integer.toString(limit));
    }
    return parameters.toString();
  }

  /** The tensors of what was {@linkplain #inputs inputs}, with types and shapes. */
  List<Tensor> tensors(ObjectNode inputs) {
    List<Tensor> tensors = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : inputs.properties()) {
      if (!member.getKey().equals(MODEL)) {
        ArrayNode values = (ArrayNode) member.getValue();
        String datatype = datatypeOf(values);
        if (datatype == null) {
          throw new IllegalArgumentException(
              "Cannot ask: "
                  + member.getKey()
                  + " = "
                  + values
                  + " is no tensor (give texts, numbers or booleans, all of one kind)");
        }
        tensors.add(new Tensor(member.getKey(), datatype, shapeOf(values), values));
      }
    }
    return tensors;
  }

  private List<Integer> shapeOf(ArrayNode values) {
    return backend == TritonBackend.TENSORRTLLM
        ? List.of(1, values.size())
        : List.of(values.size());
  }

  private static ArrayNode asArray(JsonNode value) {
    return value instanceof ArrayNode array
        ? array
        : UntrustedJson.MAPPER.createArrayNode().add(value);
  }

  /** Null when the values are of several kinds, or of one that no tensor has. */
  private static String datatypeOf(ArrayNode values) {
    String datatype = null;
    for (JsonNode value : values) {
      String valueType = datatypeOf(value);
      if (valueType == null || (datatype != null && !datatype.equals(valueType))) {
        return null;
      }
      datatype = valueType;
    }
    return datatype;
  }

  private static String datatypeOf(JsonNode value) {
    if (value.isTextual()) {
      return "BYTES";
    }
    if (value.isBoolean()) {
      return "BOOL";
    }
    if (value.isIntegralNumber()) {
      if (value.canConvertToInt()) {
        return "INT32";
      }
      return value.canConvertToLong() ? "INT64" : null;
    }
    return value.isNumber() ? "FP32" : null;
  }
}
