package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Interprets the tensors of a request to a language model in Triton. With {@code max_tokens} the
 * model belongs to the TensorRT-LLM backend, which batches, otherwise to the vLLM backend, whose
 * limits are in {@code sampling_parameters}.
 */
final class InferModel {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Data types of the tensors of both backends' models, and of other tensors that these models
   * accept.
   */
  private static final Map<String, String> DATATYPES =
      Map.ofEntries(
          Map.entry("text_input", "BYTES"),
          Map.entry("max_tokens", "INT32"),
          Map.entry("min_length", "INT32"),
          Map.entry("exclude_input_in_output", "BOOL"),
          Map.entry("stream", "BOOL"),
          Map.entry("sampling_parameters", "BYTES"),
          Map.entry("temperature", "FP32"),
          Map.entry("top_k", "INT32"),
          Map.entry("top_p", "FP32"),
          Map.entry("ignore_eos", "BOOL"));

  private InferModel() {}

  /**
   * Returns the request that the tensors specify.
   *
   * @param model name of the model
   * @param tensors valid tensors as JSON
   * @param streamed whether the response may consist of several messages
   * @throws BadRequest with the name of an invalid tensor
   */
  static ParsedRequest parse(String model, JsonNode tensors, boolean streamed) throws BadRequest {
    JsonNode batchingLimit = valueOf(tensors, "max_tokens");
    for (int i = 0; i < tensors.size(); i++) {
      validate(tensors.get(i), "/inputs/" + i, batchingLimit != null);
    }
    JsonNode text = valueOf(tensors, "text_input");
    if (text == null) {
      throw new BadRequest("Invalid /inputs: no text_input (it is required)");
    }
    JsonNode samplingText = valueOf(tensors, "sampling_parameters");
    int maxTokens = ParsedRequest.UNLIMITED;
    int minTokens = 0;
    if (batchingLimit != null) {
      maxTokens = positive(batchingLimit, "max_tokens");
      JsonNode minLength = valueOf(tensors, "min_length");
      minTokens = minLength == null ? 0 : minLength.intValue();
    } else if (samplingText != null) {
      JsonNode sampling = read(samplingText.textValue());
      // The vLLM backend converts strings to numbers.
      maxTokens = sampling.path("max_tokens").asInt(ParsedRequest.UNLIMITED);
      minTokens = sampling.path("min_tokens").asInt(0);
    }
    boolean streams = streamed && isTrue(valueOf(tensors, "stream"));
    int words = Json.countWords(text);
    return new ParsedRequest(
        model,
        streams,
        false,
        maxTokens,
        minTokens,
        isTrue(valueOf(tensors, "ignore_eos")),
        words,
        true);
  }

  /** Validates a tensor, which has a single value in all models. */
  private static void validate(JsonNode tensor, String path, boolean isBatching) throws BadRequest {
    String name = tensor.path("name").textValue();
    String datatype = DATATYPES.get(name);
    if (datatype == null) {
      throw new BadRequest("Invalid " + path + "/name: " + name + " (the model has no such input)");
    }
    String given = tensor.path("datatype").textValue();
    if (!datatype.equals(given)) {
      throw new BadRequest("Invalid " + path + "/datatype: " + given + " (" + datatype + ")");
    }
    List<Long> shape = new ArrayList<>();
    tensor.path("shape").forEach(size -> shape.add(size.longValue()));
    List<Long> single = isBatching ? List.of(1L, 1L) : List.of(1L);
    if (!shape.equals(single)) {
      throw new BadRequest("Invalid " + path + "/shape: " + shape + " (" + single + ")");
    }
    JsonNode values = tensor.path("data");
    if (values.size() != 1) {
      throw new BadRequest(
          "Invalid " + path + "/data: " + values.size() + " values (the shape requires 1)");
    }
    JsonNode value = values.get(0);
    if (!fits(value, datatype)) {
      throw new BadRequest("Invalid " + path + "/data/0: " + value + " (" + datatype + ")");
    }
  }

  private static boolean fits(JsonNode value, String datatype) {
    return switch (datatype) {
      case "BYTES" -> value.isTextual();
      case "BOOL" -> value.isBoolean();
      case "INT32" -> value.isIntegralNumber() && value.canConvertToInt();
      default -> value.isNumber();
    };
  }

  private static int positive(JsonNode number, String name) throws BadRequest {
    if (number.intValue() < 1) {
      throw new BadRequest("Invalid " + name + ": " + number + " (1 or more)");
    }
    return number.intValue();
  }

  private static JsonNode read(String json) throws BadRequest {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new BadRequest("Invalid sampling_parameters: " + json + " (a JSON object)");
    }
  }

  private static boolean isTrue(@Nullable JsonNode flag) {
    return flag != null && flag.booleanValue();
  }

  /** Returns the first value of a tensor, or null without this tensor. */
  private static @Nullable JsonNode valueOf(JsonNode tensors, String name) {
    for (JsonNode tensor : tensors) {
      if (tensor.path("name").textValue().equals(name)) {
        return tensor.path("data").get(0);
      }
    }
    return null;
  }
}
