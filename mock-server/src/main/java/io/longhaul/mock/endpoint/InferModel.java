package io.longhaul.mock.endpoint;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
   * @param streamed whether the response may consist of several messages
   * @throws BadRequest with the name of an invalid tensor
   */
  static ParsedRequest parse(String model, List<InferTensor> tensors, boolean streamed)
      throws BadRequest {
    boolean isBatching = tensors.stream().anyMatch(tensor -> tensor.name().equals("max_tokens"));
    for (int i = 0; i < tensors.size(); i++) {
      validate(tensors.get(i), "/inputs/" + i, isBatching);
    }
    JsonNode text = valueOf(tensors, "text_input");
    if (text == null) {
      throw new BadRequest("Invalid /inputs: no text_input (it is required)");
    }
    JsonNode samplingText = valueOf(tensors, "sampling_parameters");
    int maxTokens = ParsedRequest.UNLIMITED;
    int minTokens = 0;
    if (isBatching) {
      maxTokens = positive(requireNonNull(valueOf(tensors, "max_tokens")), "max_tokens");
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

  private static void validate(InferTensor tensor, String path, boolean isBatching)
      throws BadRequest {
    String datatype = DATATYPES.get(tensor.name());
    if (datatype == null) {
      throw new BadRequest(
          "Invalid " + path + "/name: " + tensor.name() + " (the model has no such input)");
    }
    if (!datatype.equals(tensor.datatype())) {
      throw new BadRequest(
          "Invalid " + path + "/datatype: " + tensor.datatype() + " (" + datatype + ")");
    }
    List<Long> shape = isBatching ? List.of(1L, 1L) : List.of(1L);
    if (!tensor.shape().equals(shape)) {
      throw new BadRequest("Invalid " + path + "/shape: " + tensor.shape() + " (" + shape + ")");
    }
    tensor.validate(path);
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

  /** Returns the only value of a tensor, or null without one. */
  private static @Nullable JsonNode valueOf(List<InferTensor> tensors, String name) {
    return tensors.stream()
        .filter(tensor -> tensor.name().equals(name))
        .map(tensor -> tensor.values().get(0))
        .findFirst()
        .orElse(null);
  }
}
