package io.longhaul.load.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An arbitrary API whose request bodies are rendered from a user's template. It has no path of its
 * own, and the format of responses is detected.
 */
final class Template implements EndpointType {
  /** The extra input with the template: its text, its file, or a known name. */
  private static final String PAYLOAD_TEMPLATE = "payload_template";

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

  @Override
  public String typedName() {
    return "template";
  }

  @Override
  public String path(boolean streaming) {
    return "";
  }

  @Override
  public Set<MediaKind> media() {
    return EnumSet.allOf(MediaKind.class);
  }

  @Override
  public List<String> problemsOf(DialectOptions options) {
    List<String> problems = new ArrayList<>();
    try {
      Dialect dialect = dialect(options);
      dialect.requestBody(EXAMPLE);
    } catch (IllegalArgumentException e) {
      problems.add(e.getMessage());
    }
    return problems;
  }

  @Override
  public Dialect dialect(DialectOptions options) {
    ExtraInputs extras = options.extraInputs();
    String typed =
        extras
            .text(PAYLOAD_TEMPLATE)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "Invalid extra inputs: no payload_template (endpoint type template needs"
                            + " one: its text, its file, or nv-embedqa)"));
    return new Dialect(
        new BodyTemplate(sourceOf(typed)),
        extras.without(PAYLOAD_TEMPLATE, AutoDetectedResponses.RESPONSE_FIELD),
        AutoDetectedResponses.of(extras, false));
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

  record Dialect(BodyTemplate template, ExtraInputs extras, AutoDetectedResponses responses)
      implements EndpointDialect {

    @Override
    public byte[] requestBody(InferenceRequest request) {
      ObjectNode body = parse(template.render(TemplateValues.of(request)));
      extras.mergeInto(body);
      request.extraInputs().mergeInto(body);
      return RequestBody.write(body);
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

    @Override
    public ResponseReader newReader(boolean streaming) {
      return responses.newReader(streaming);
    }

    @Override
    public List<String> sampleResponse(boolean streaming, List<String> words) {
      return responses.sampleResponse(streaming, words);
    }
  }
}
