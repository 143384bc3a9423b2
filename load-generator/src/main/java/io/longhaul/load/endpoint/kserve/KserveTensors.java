package io.longhaul.load.endpoint.kserve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.json.UntrustedJson;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.request.TritonBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The input tensors of language models on Triton's TensorRT-LLM or vLLM backend, in the order and
 * with the values of GenAI-Perf. The endpoint determines how they are encoded.
 *
 * <p>GenAI-Perf leaves data types and shapes to Perf Analyzer, which requests them from the server.
 * Here they follow from the values: texts are {@code BYTES}, integers {@code INT32} ({@code INT64}
 * if they do not fit), other numbers {@code FP32}. TensorRT-LLM models support batching, so their
 * tensors have a first dimension of 1; those of the vLLM backend do not.
 */
public record KserveTensors(DialectOptions options, TritonBackend backend) {
  /** The output tensor that contains the text. */
  static final String OUTPUT = "text_output";

  private static final String MODEL = "model";

  /** GenAI-Perf's default; the TensorRT-LLM backend requires a limit. */
  private static final int DEFAULT_OUTPUT_TOKENS = 256;

  KserveTensors(DialectOptions options) {
    this(options, options.backend() == null ? TritonBackend.TENSORRTLLM : options.backend());
  }

  /**
   * One tensor.
   *
   * @param datatype KServe data type
   * @param values texts, numbers or booleans, all of one kind
   */
  record Tensor(String name, String datatype, List<Integer> shape, ArrayNode values) {}

  /**
   * Returns why these extra inputs cannot be sent, one sentence per problem. The values of a tensor
   * must be of one kind, and neither null nor objects.
   */
  public static List<String> problemsOf(ExtraInputs extraInputs) {
    List<String> problems = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : extraInputs.properties()) {
      if (datatypeOf(asArray(member.getValue())) == null) {
        problems.add(
            "Invalid extra input: %s = %s (a tensor has texts, numbers or booleans, all of one kind)"
                .formatted(member.getKey(), member.getValue()));
      }
    }
    return problems;
  }

  /**
   * Returns the tensors by name, in the format of GenAI-Perf's inputs, together with the model
   * name.
   */
  ObjectNode inputs(InferenceRequest request, String endpoint) {
    List<String> texts = request.singleMessage(endpoint).texts();
    if (texts.size() != 1) {
      throw new IllegalArgumentException(
          "Cannot send a request to a %s endpoint: %s texts (it supports one)"
              .formatted(endpoint, texts.size()));
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
    if (tensorRt && limit != null && options.sendsMinTokens()) {
      tensors.putArray("min_length").add(limit);
    } else if (!tensorRt && limit != null) {
      tensors.putArray("sampling_parameters").add(samplingParameters(limit));
    }
    ObjectNode extras = RequestBody.empty();
    RequestBody.merge(extras, options, request);
    extras.properties().forEach(extra -> tensors.set(extra.getKey(), asArray(extra.getValue())));
    return tensors;
  }

  /** The vLLM backend expects these as a JSON text, in which numbers are texts. */
  private String samplingParameters(int limit) {
    ObjectNode parameters = RequestBody.empty().put("max_tokens", Integer.toString(limit));
    if (options.sendsMinTokens()) {
      parameters.put("min_tokens", Integer.toString(limit));
    }
    return parameters.toString();
  }

  /** Converts {@linkplain #inputs inputs} to tensors with data types and shapes. */
  List<Tensor> tensors(ObjectNode inputs) {
    List<Tensor> tensors = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : inputs.properties()) {
      if (!member.getKey().equals(MODEL)) {
        ArrayNode values = (ArrayNode) member.getValue();
        String datatype = datatypeOf(values);
        if (datatype == null) {
          throw new IllegalArgumentException(
              "Cannot send a tensor: %s = %s has no tensor type (give texts, numbers or booleans, all"
                      .formatted(member.getKey(), values)
                  + " of one kind)");
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

  /** Returns the data type; null if the values are of several kinds or of an unsupported kind. */
  private static @Nullable String datatypeOf(ArrayNode values) {
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

  private static @Nullable String datatypeOf(JsonNode value) {
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
