package io.longhaul.load.endpoint.openai;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.endpoint.request.MultipartForm;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.JsonResponseReader;
import io.longhaul.load.endpoint.response.ResponseReader;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * OpenAI's {@code /v1/images/edits}: a form with an image and a text that describes how to edit it.
 * If the image has an HTTP URL, the form contains the URL, which is an extension of SGLang.
 */
public record ImageEdit(DialectOptions options) implements EndpointDialect {
  /**
   * Reserved names of extra inputs: members that the form already contains, or that must be files.
   */
  private static final List<String> OWN_FIELDS = List.of("prompt", "image", "url", "mask");

  private static final Pattern IMAGE_IN_URL =
      Pattern.compile("data:image/([a-z+.-]+);base64,", Pattern.CASE_INSENSITIVE);

  public static List<String> problemsOf(DialectOptions options) {
    return OWN_FIELDS.stream()
        .filter(options.extraInputs()::has)
        .map(name -> "Invalid extra input: " + name + " (prompts or files determine it)")
        .toList();
  }

  /** Sends the first image, because the API accepts one. */
  @Override
  public byte[] requestBody(InferenceRequest request) {
    Message message = request.singleMessage("image_edit");
    String image = message.media().images().get(0);
    ObjectNode extras = RequestBody.empty();
    RequestBody.merge(extras, options, request);
    extras.remove(OWN_FIELDS);
    ObjectNode fields = RequestBody.empty();
    fields.put("prompt", String.join(" ", message.texts()));
    fields.put("model", request.model());
    fields.put("response_format", "b64_json");
    fields.put("n", 1);
    MultipartForm form = new MultipartForm();
    Matcher inside = IMAGE_IN_URL.matcher(image);
    if (inside.lookingAt()) {
      String subtype = inside.group(1).toLowerCase(Locale.ROOT);
      form.addFile(
          "image",
          "image." + (subtype.equals("jpeg") ? "jpg" : subtype),
          "image/" + subtype,
          Base64.getDecoder().decode(image.substring(inside.end())));
    } else {
      fields.put("url", image);
    }
    fields.setAll(extras);
    form.addTexts(fields);
    return form.finish();
  }

  @Override
  public ResponseReader newReader(boolean streaming) {
    return new JsonResponseReader(streaming, ImageGeneration.newPayload());
  }

  @Override
  public List<String> sampleResponse(boolean streaming, List<String> words) {
    return List.of(ImageGeneration.sampleResponse());
  }
}
