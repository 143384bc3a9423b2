package io.longhaul.load.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * OpenAI's {@code /v1/audio/transcriptions}: a form with an audio file, which is transcribed to
 * text.
 */
final class AudioTranscription implements EndpointType {
  private static final String FILE = "file";

  private static final Map<String, String> CONTENT_TYPES =
      Map.of("wav", "audio/wav", "mp3", "audio/mpeg");

  @Override
  public String typedName() {
    return "audio_transcription";
  }

  @Override
  public String path(boolean streaming) {
    return "/v1/audio/transcriptions";
  }

  @Override
  public boolean canStream() {
    return false;
  }

  /** The response is text, but AIPerf does not count its tokens. */
  @Override
  public boolean producesTokens() {
    return false;
  }

  @Override
  public Set<MediaKind> media() {
    return Set.of(MediaKind.AUDIO);
  }

  @Override
  public boolean takesText() {
    return false;
  }

  @Override
  public boolean sendsJson() {
    return false;
  }

  @Override
  public String title() {
    return "Audio Transcription Metrics";
  }

  @Override
  public Map<String, String> headers() {
    return Map.of("Content-Type", MultipartForm.CONTENT_TYPE);
  }

  @Override
  public List<String> problemsOf(DialectOptions options) {
    ObjectNode extras = RequestBody.empty();
    options.extraInputs().mergeInto(extras);
    return extras.has(FILE)
        ? List.of(
            "Invalid extra input: file (it contains the audio; use --audio-… or an input file)")
        : List.of();
  }

  @Override
  public EndpointDialect dialect(DialectOptions options) {
    return new Dialect(options);
  }

  private record Dialect(DialectOptions options) implements EndpointDialect {

    /** Sends the first clip, because the API accepts one. */
    @Override
    public byte[] requestBody(InferenceRequest request) {
      AudioClip clip = request.singleMessage("audio_transcription").media().audios().get(0);
      MultipartForm form = new MultipartForm();
      form.addFile(
          FILE,
          "audio." + clip.format(),
          CONTENT_TYPES.get(clip.format()),
          Base64.getDecoder().decode(clip.base64()));
      ObjectNode fields = RequestBody.empty().put("model", request.model());
      RequestBody.merge(fields, options, request);
      fields.remove(FILE);
      form.addTexts(fields);
      return form.finish();
    }

    @Override
    public ResponseReader newReader(boolean streaming) {
      return new JsonResponseReader(streaming, new Payload());
    }

    @Override
    public List<String> sampleResponse(boolean streaming, List<String> words) {
      return List.of(RequestBody.empty().put("text", String.join("", words)).toString());
    }
  }

  /** An object with {@code text}, or plain text if another format was requested. */
  private static final class Payload extends TreePayload {

    @Override
    JsonNode parse(byte[] bytes, int offset, int length) throws IOException {
      try {
        JsonNode root = super.parse(bytes, offset, length);
        if (root.isObject()) {
          return root;
        }
      } catch (JsonProcessingException e) {
        // Subtitles and plain text are not JSON.
      }
      return TextNode.valueOf(new String(bytes, offset, length, UTF_8));
    }

    @Override
    void extract(JsonNode root) {
      JsonNode text = root.isObject() ? root.path("text") : root;
      if (text.isTextual()) {
        foundContent(text.textValue());
      }
    }

    @Override
    public String requiredMember() {
      return "text";
    }
  }
}
