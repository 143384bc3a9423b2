package io.longhaul.load;

import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.protobuf.GrpcTestMethods;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.MediaKind;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.media.AudioFormat;
import io.longhaul.load.plan.media.AudioPlan;
import io.longhaul.load.plan.media.ImageFormat;
import io.longhaul.load.plan.media.ImagePlan;
import io.longhaul.load.plan.media.ImageSource;
import io.longhaul.load.plan.media.MediaPlan;
import io.longhaul.load.plan.media.VideoPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

/** The settings that some endpoints require. */
final class EndpointNeeds {
  /** The path for endpoints without a path of their own. */
  static final String CHAT = "/v1/chat/completions";

  private static final ImagePlan IMAGE =
      new ImagePlan(
          1,
          new ImagePlan.Size(8, 0),
          new ImagePlan.Size(6, 0),
          ImageFormat.PNG,
          ImageSource.NOISE);

  private static final AudioPlan CLIP =
      new AudioPlan(1, 0.1, 0, List.of(8_000), List.of(16), 1, AudioFormat.WAV);

  /** A chat body without the field for streaming. */
  private static final String BODY =
      "\"model\": \"mock-model\", \"messages\": [{\"role\": \"user\", \"content\": \"a b\"}],"
          + " \"stream_options\": {\"include_usage\": true}";

  private static final String TEMPLATE =
      "{\"model\": {{ model|tojson }}, \"stream\": {{ stream|tojson }},"
          + " \"stream_options\": {\"include_usage\": true},"
          + " \"messages\": [{\"role\": \"user\", \"content\": {{ text|tojson }}}]}";

  private EndpointNeeds() {}

  static void give(RunPlanBuilder plan, EndpointType type, boolean streaming, Path folder)
      throws IOException {
    if (type.needsMedia()) {
      plan.media(
          new MediaPlan(
              type.media().contains(MediaKind.IMAGE) ? IMAGE : ImagePlan.NONE,
              type.media().contains(MediaKind.AUDIO) ? CLIP : AudioPlan.NONE,
              VideoPlan.NONE));
    }
    if (type.path(false).isEmpty()) {
      plan.path(CHAT);
    }
    if (type.equals(Endpoints.DYNAMIC_GRPC)) {
      plan.endpointType(Endpoints.calling(GrpcTestMethods.kserve(method(streaming))));
    }
    if (type.sendsPayloads()) {
      String payload =
          type.speaksGrpc() ? message(streaming) : "{" + BODY + ", \"stream\": " + streaming + "}";
      plan.inputFile(payloads(folder, payload).toString()).fileType(FileType.MOONCAKE_TRACE);
    } else if (type.path(false).isEmpty()) {
      plan.extraInputs(
          ExtraInputs.parse(
              List.of("{\"payload_template\": \"" + TEMPLATE.replace("\"", "\\\"") + "\"}")));
    }
  }

  /** The method for the endpoint that can call any method. */
  static String method(boolean streaming) {
    return streaming ? GrpcTestMethods.STREAM_INFER : GrpcTestMethods.INFER;
  }

  /** A message for {@link #method} as JSON. */
  static String message(boolean streaming) {
    return "{\"modelName\": \"mock-model\", \"inputs\": ["
        + input("text_input", "BYTES", "bytesContents", "\"YSBi\"")
        + ", "
        + input("max_tokens", "INT32", "intContents", "100")
        + ", "
        + input("stream", "BOOL", "boolContents", Boolean.toString(streaming))
        + "]}";
  }

  private static String input(String name, String datatype, String list, String value) {
    return "{\"name\": \"%s\", \"datatype\": \"%s\", \"shape\": [1, 1], \"contents\": {\"%s\": [%s]}}"
        .formatted(name, datatype, list, value);
  }

  private static Path payloads(Path folder, String payload) throws IOException {
    return Files.write(
        folder.resolve("payloads.jsonl"), Collections.nCopies(4, "{\"payload\": " + payload + "}"));
  }
}
