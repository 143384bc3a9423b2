package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;

/**
 * KServe's version 2 protocol over HTTP for language models on Triton: the same tensors that
 * GenAI-Perf sends over gRPC, as JSON. Responses are not streamed.
 */
final class KserveHttp implements EndpointType {
  private static final String NAME = "kserve_http";

  @Override
  public String typedName() {
    return NAME;
  }

  @Override
  public String path(boolean streaming) {
    return "/v2/models/" + MODEL_IN_PATH + "/infer";
  }

  @Override
  public boolean canStream() {
    return false;
  }

  @Override
  public boolean hasBackends() {
    return true;
  }

  @Override
  public List<String> problemsOf(DialectOptions options) {
    return KserveTensors.problemsOf(options.extraInputs());
  }

  @Override
  public boolean takesBatches() {
    return false;
  }

  @Override
  public EndpointDialect dialect(DialectOptions options) {
    return new Dialect(new KserveTensors(options));
  }

  private record Dialect(KserveTensors tensors) implements EndpointDialect {

    @Override
    public byte[] requestBody(InferenceRequest request) {
      ObjectNode body = RequestBody.empty();
      ArrayNode inputs = body.putArray("inputs");
      for (KserveTensors.Tensor tensor : tensors.tensors(tensors.inputs(request, NAME))) {
        ObjectNode input = inputs.addObject().put("name", tensor.name());
        tensor.shape().forEach(input.withArray("shape")::add);
        input.put("datatype", tensor.datatype()).set("data", tensor.values());
      }
      return RequestBody.write(body);
    }

    @Override
    public ResponseReader newReader(boolean streaming) {
      return new JsonResponseReader(streaming, new Payload());
    }

    @Override
    public List<String> sampleResponse(boolean streaming, List<String> words) {
      ObjectNode response = RequestBody.empty().put("model_name", "m").put("model_version", "1");
      ObjectNode output =
          response.putArray("outputs").addObject().put("name", KserveTensors.OUTPUT);
      output.put("datatype", "BYTES").putArray("shape").add(1);
      output.putArray("data").add(String.join("", words));
      return List.of(response.toString());
    }
  }

  /** A response is an object with output tensors, one of which contains the text. */
  private static final class Payload extends TreePayload {

    @Override
    void extract(JsonNode root) throws IOException {
      for (JsonNode output : root.path("outputs")) {
        if (output.path("name").asText("").equals(KserveTensors.OUTPUT)) {
          extractText(output);
        }
      }
    }

    private void extractText(JsonNode output) throws IOException {
      String datatype = output.path("datatype").asText("");
      if (!datatype.equals("BYTES")) {
        throw new UnexpectedJsonException(KserveTensors.OUTPUT + "'s datatype", datatype, "BYTES");
      }
      foundResponse();
      output.path("data").forEach(piece -> foundContent(piece.asText("")));
    }

    @Override
    public String requiredMember() {
      return KserveTensors.OUTPUT;
    }
  }
}
