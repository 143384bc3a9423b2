package io.longhaul.load.endpoint.openai;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.request.AudioClip;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.MultipartForm;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.JsonResponseReader;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.endpoint.response.TreePayload;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * OpenAI's {@code /v1/audio/transcriptions}: a form with an audio file, which is transcribed to
 * text.
 */
public record AudioTranscription(DialectOptions options) implements EndpointDialect {
  private static final String FILE = "file";

  private static final Map<String, String> CONTENT_TYPES =
      Map.of("wav", "audio/wav", "mp3", "audio/mpeg");

  public static List<String> problemsOf(DialectOptions options) {
    return options.extraInputs().has(FILE)
        ? List.of(
            "Invalid extra input: file (it contains the audio; use --audio-… or an input file)")
        : List.of();
  }

  /** Sends the first clip, because the API accepts one. */
  @Override
  public byte[] requestBody(InferenceRequest request) {
    AudioClip clip = request.singleMessage("audio_transcription").media().audios().get(0);
    MultipartForm form = new MultipartForm();
    form.addFile(
        FILE,
        "audio." + clip.format(),
        requireNonNull(CONTENT_TYPES.get(clip.format())),
        Base64.getDecoder().decode(clip.base64()));
    ObjectNode fields = RequestBody.empty().put("model", request.model());
    RequestBody.merge(fields, options, request);
    fields.remove(FILE);
    form.addTexts(fields);
    return form.finish();
  }

  @Override
  public ResponseReader newReader(boolean streaming) {
    return new JsonResponseReader(streaming, new TreePayload("text", new Extractor()));
  }

  @Override
  public List<String> sampleResponse(boolean streaming, List<String> words) {
    return List.of(RequestBody.empty().put("text", String.join("", words)).toString());
  }

  /** An object with {@code text}, or plain text if another format was requested. */
  private static final class Extractor implements TreePayload.Extractor {

    @Override
    public JsonNode parse(byte[] bytes, int offset, int length) throws IOException {
      try {
        JsonNode root = TreePayload.Extractor.super.parse(bytes, offset, length);
        if (root.isObject()) {
          return root;
        }
      } catch (JsonProcessingException e) {
        // Subtitles and plain text are not JSON.
      }
      return TextNode.valueOf(new String(bytes, offset, length, UTF_8));
    }

    @Override
    public void extract(JsonNode root, TreePayload payload) {
      JsonNode text = root.isObject() ? root.path("text") : root;
      if (text.isTextual()) {
        payload.foundContent(text.textValue());
      }
    }
  }
}
