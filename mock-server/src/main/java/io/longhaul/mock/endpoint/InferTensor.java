package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;

/**
 * A tensor of KServe's version 2 protocol, received over HTTP or gRPC.
 *
 * @param shape sizes, outermost first
 * @param values strings, numbers or booleans in row-major order
 */
record InferTensor(String name, String datatype, List<Long> shape, ArrayNode values) {

  /**
   * Validates the values against the tensor's shape and data type.
   *
   * @param path path of the tensor in the request
   * @throws BadRequest with the invalid part
   */
  void validate(String path) throws BadRequest {
    long elements = shape.stream().reduce(1L, (a, b) -> a * b);
    if (elements != values.size()) {
      throw new BadRequest(
          "Invalid "
              + path
              + "/data: "
              + values.size()
              + " values (the shape requires "
              + elements
              + ")");
    }
    for (int i = 0; i < values.size(); i++) {
      if (!fits(values.get(i))) {
        throw new BadRequest(
            "Invalid " + path + "/data/" + i + ": " + values.get(i) + " (" + datatype + ")");
      }
    }
  }

  private boolean fits(JsonNode value) {
    return switch (datatype) {
      case "BYTES" -> value.isTextual();
      case "BOOL" -> value.isBoolean();
      case "INT32" -> value.isIntegralNumber() && value.canConvertToInt();
      case "INT64" -> value.isIntegralNumber() && value.canConvertToLong();
      default -> value.isNumber();
    };
  }
}
