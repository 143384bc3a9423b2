package io.longhaul.load.endpoint.kserve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.json.UnexpectedJsonException;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.JsonResponseReader;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.endpoint.response.TreePayload;
import java.io.IOException;
import java.util.List;

/**
 * KServe's version 2 protocol over HTTP for language models on Triton: the same tensors that
 * GenAI-Perf sends over gRPC, as JSON. Responses are not streamed.
 */
public record KserveHttp(DialectOptions options) implements EndpointDialect {

  @Override
  public byte[] requestBody(InferenceRequest request) {
    KserveTensors tensors = new KserveTensors(options);
    ObjectNode body = RequestBody.empty();
    ArrayNode inputs = body.putArray("inputs");
    for (KserveTensors.Tensor tensor : tensors.tensors(tensors.inputs(request, "kserve_http"))) {
      ObjectNode input = inputs.addObject().put("name", tensor.name());
      tensor.shape().forEach(input.withArray("shape")::add);
      input.put("datatype", tensor.datatype()).set("data", tensor.values());
    }
    return RequestBody.write(body);
  }

  @Override
  public ResponseReader newReader(boolean streaming) {
    return new JsonResponseReader(
        streaming, new TreePayload(KserveTensors.OUTPUT, KserveHttp::extract));
  }

  @Override
  public List<String> sampleResponse(boolean streaming, List<String> words) {
    ObjectNode response = RequestBody.empty().put("model_name", "m").put("model_version", "1");
    ObjectNode output = response.putArray("outputs").addObject().put("name", KserveTensors.OUTPUT);
    output.put("datatype", "BYTES").putArray("shape").add(1);
    output.putArray("data").add(String.join("", words));
    return List.of(response.toString());
  }

  /** A response is an object with output tensors, one of which contains the text. */
  private static void extract(JsonNode root, TreePayload payload) throws IOException {
    for (JsonNode output : root.path("outputs")) {
      if (output.path("name").asText("").equals(KserveTensors.OUTPUT)) {
        String type = output.path("datatype").asText("");
        if (!type.equals("BYTES")) {
          throw new UnexpectedJsonException(KserveTensors.OUTPUT + "'s datatype", type, "BYTES");
        }
        payload.foundResponse();
        output.path("data").forEach(piece -> payload.foundContent(piece.asText("")));
      }
    }
  }
}
