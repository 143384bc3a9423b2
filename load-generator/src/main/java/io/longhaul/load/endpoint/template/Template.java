package io.longhaul.load.endpoint.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hubspot.jinjava.Jinjava;
import io.longhaul.load.endpoint.dialect.AutoDetectedDialect;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.json.UntrustedJson;
import io.longhaul.load.endpoint.request.AudioClip;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.endpoint.request.MessageMedia;
import io.longhaul.load.endpoint.request.MessageText;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.ErrorMessages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An arbitrary API whose request bodies are rendered from a user's template. It has no path of its
 * own, and the format of responses is detected.
 */
public final class Template {
  /** The extra input with the template: its text, its file, or a known name. */
  private static final String PAYLOAD_TEMPLATE = "payload_template";

  /** Jinja's escape for a quote; Jinjava uses an equivalent one. */
  private static final String QUOTE = "&#34;";

  private static final String JINJAVA_QUOTE = "&quot;";

  private static final Map<String, String> NAMED_TEMPLATES =
      Map.of("nv-embedqa", "{\"text\": {{ texts|tojson }}}");

  /** Objects of AIPerf that its templates can use. */
  private static final Pattern AIPERF_OBJECTS =
      Pattern.compile("\\{[{%][^}]*\\b(turns?|request_info|(?:image|audio|video)s_by_name)\\b");

  /** The output of a template is trusted and may contain images. */
  private static final ObjectMapper TRUSTED_MAPPER =
      UntrustedJson.ownDocumentMapper(JinjaSandbox.MAX_CHARS);

  private static final InferenceRequest EXAMPLE =
      new InferenceRequest(
          "model",
          List.of(
              new Message(
                  "user",
                  List.of(
                      MessageText.of("text"),
                      new MessageText("query", "query"),
                      new MessageText("passages", "passage")),
                  new MessageMedia(
                      List.of("http://host/a.png"),
                      List.of(new AudioClip("wav", "UklGRg==")),
                      List.of("http://host/a.mp4")))),
          1,
          false,
          ExtraInputs.NONE);

  private Template() {}

  public static List<String> problemsOf(DialectOptions options) {
    try {
      dialect(options).requestBody(EXAMPLE);
      return List.of();
    } catch (IllegalArgumentException e) {
      return List.of(e.getMessage());
    }
  }

  public static EndpointDialect dialect(DialectOptions options) {
    ExtraInputs extras = options.extraInputs();
    String typed =
        extras
            .text(PAYLOAD_TEMPLATE)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "Invalid extra inputs: no payload_template (endpoint type template needs"
                            + " one: its text, its file, or nv-embedqa)"));
    Jinjava jinja = JinjaSandbox.engine(false);
    String source = sourceOf(typed);
    ExtraInputs sent = extras.without(PAYLOAD_TEMPLATE, AutoDetectedDialect.RESPONSE_FIELD);
    return AutoDetectedDialect.of(extras, false, request -> body(jinja, source, sent, request));
  }

  private static byte[] body(
      Jinjava jinja, String source, ExtraInputs extras, InferenceRequest request) {
    ObjectNode body = parse(render(jinja, source, valuesOf(request)));
    extras.mergeInto(body);
    request.extraInputs().mergeInto(body);
    return RequestBody.write(body);
  }

  /** Returns the values that a template can use: the latest turn, with AIPerf's names. */
  private static Map<String, Object> valuesOf(InferenceRequest request) {
    Message turn = request.messages().get(request.messages().size() - 1);
    MessageMedia media = turn.media();
    Map<String, List<String>> textsByName = byName(turn.parts());
    Map<String, Object> values = new HashMap<>();
    put(values, "text", "texts", turn.texts());
    put(values, "query", "queries", textsByName.getOrDefault("query", List.of()));
    put(
        values,
        "passage",
        "passages",
        textsByName.getOrDefault("passages", textsByName.getOrDefault("passage", List.of())));
    put(values, "image", "images", media.images());
    put(
        values,
        "audio",
        "audios",
        media.audios().stream().map(clip -> clip.format() + "," + clip.base64()).toList());
    put(values, "video", "videos", media.videos());
    values.put("texts_by_name", textsByName);
    values.put("model", request.model());
    values.put("max_tokens", request.requestedOutputTokens());
    values.put("role", turn.role());
    values.put("stream", request.streaming());
    return values;
  }

  /** Adds the list and its first element, which is null if the list is empty. */
  private static void put(
      Map<String, Object> values, String first, String several, List<String> all) {
    values.put(several, all);
    values.put(first, all.isEmpty() ? null : all.get(0));
  }

  private static Map<String, List<String>> byName(List<MessageText> parts) {
    Map<String, List<String>> byName = new LinkedHashMap<>();
    for (MessageText part : parts) {
      if (!part.name().isEmpty()) {
        byName.computeIfAbsent(part.name(), name -> new ArrayList<>()).add(part.content());
      }
    }
    return byName;
  }

  /** Renders the template. As in AIPerf, values without {@code tojson} are HTML-escaped. */
  private static String render(Jinjava jinja, String source, Map<String, Object> values) {
    String escaped = "{% autoescape %}" + source + "{% endautoescape %}";
    String rendered = JinjaSandbox.render(jinja, PAYLOAD_TEMPLATE, escaped, values);
    return source.contains(JINJAVA_QUOTE) ? rendered : rendered.replace(JINJAVA_QUOTE, QUOTE);
  }

  private static String sourceOf(String typed) {
    String source =
        NAMED_TEMPLATES.containsKey(typed)
            ? NAMED_TEMPLATES.get(typed)
            : contentOf(typed).orElse(typed);
    var unsupported = AIPERF_OBJECTS.matcher(source);
    if (unsupported.find()) {
      throw new IllegalArgumentException(
          "Invalid payload_template: it uses "
              + unsupported.group(1)
              + " (an object of AIPerf that is not supported)");
    }
    return source;
  }

  /** Returns the content of the file, if there is one with this name. */
  private static Optional<String> contentOf(String typed) {
    try {
      Path file = Path.of(typed);
      return Files.isRegularFile(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "Cannot read payload_template " + typed + ": " + e.getMessage(), e);
    }
  }

  private static ObjectNode parse(String rendered) {
    try {
      JsonNode body = TRUSTED_MAPPER.readTree(rendered);
      if (body instanceof ObjectNode object) {
        return object;
      }
    } catch (JsonProcessingException e) {
      // Reported below, like any other JSON that is not an object.
    }
    throw new IllegalArgumentException(
        "Invalid payload_template: it writes "
            + ErrorMessages.shortened(rendered)
            + " (a JSON object; write texts with tojson)");
  }
}
