package io.longhaul.load.endpoint.template;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.endpoint.request.MessageMedia;
import io.longhaul.load.endpoint.request.MessageText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {
  private static final EndpointType TEMPLATE = Endpoints.named("template");

  private static final Message TURN =
      new Message(
          "user",
          List.of(
              MessageText.of("He said \"no\" & <left>, 'tis so"),
              new MessageText("query", "q"),
              new MessageText("passages", "p1"),
              new MessageText("passages", "p2")),
          images(List.of("http://a/1.png")));

  @TempDir Path folder;

  @Test
  void theNamedTemplateWritesAllTexts() {
    assertThat(body("nv-embedqa", Message.user("größer"))).isEqualTo("{\"text\":[\"größer\"]}");
  }

  @Test
  void textsAreQuotedWithTojsonAndEscapedWithout() {
    assertThat(body("{\"a\": {{ text|tojson }}, \"b\": \"{{ text }}\"}", TURN))
        .isEqualTo(
            "{\"a\":\"He said \\\"no\\\" & <left>, 'tis so\","
                + "\"b\":\"He said &#34;no&#34; &amp; &lt;left&gt;, &#39;tis so\"}");
  }

  @Test
  void allPartsOfATurnAreAvailable() {
    assertThat(
            body(
                "{\"m\": {{ model|tojson }}, \"n\": {{ max_tokens|tojson }},"
                    + " \"s\": {{ stream|tojson }}, \"q\": {{ query|tojson }},"
                    + " \"p\": {{ passages|tojson }}, \"i\": {{ image|tojson }},"
                    + " \"a\": {{ audios|tojson }}, \"r\": {{ role|tojson }},"
                    + " \"named\": {{ texts_by_name.passages|length }}}",
                TURN))
        .isEqualTo(
            "{\"m\":\"m\",\"n\":5,\"s\":true,\"q\":\"q\",\"p\":[\"p1\",\"p2\"],"
                + "\"i\":\"http://a/1.png\",\"a\":[],\"r\":\"user\",\"named\":2}");
  }

  @Test
  void loopsAndConditionsWork() {
    assertThat(
            body(
                "{\"inputs\": [{% for t in texts %}{\"t\": {{ t|tojson }}}"
                    + "{% if not loop.last %},{% endif %}{% endfor %}]"
                    + "{% if max_tokens %}, \"n\": {{ max_tokens }}{% endif %}}",
                new Message("user", List.of("a", "b"))))
        .isEqualTo("{\"inputs\":[{\"t\":\"a\"},{\"t\":\"b\"}],\"n\":5}");
  }

  @Test
  void aTemplateCanBeAFileAndTextsAreNotExpanded() throws IOException {
    Path file = Files.writeString(folder.resolve("t.jinja"), "{\"x\": {{ text|tojson }}}\n");

    assertThat(body(file.toString(), Message.user("{{ model }} {% raw %}")))
        .isEqualTo("{\"x\":\"{{ model }} {% raw %}\"}");
  }

  @Test
  void otherExtraInputsAreMergedAndTheTemplatesOwnAreNotSent() {
    DialectOptions options =
        options("{\"x\": 1, \"y\": 2}", "{\"y\": 3, \"response_field\": \"a.b\"}");

    assertThat(body(options, Message.user("a"))).isEqualTo("{\"x\":1,\"y\":3}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '^',
      textBlock =
          """
          {"x": {{ text }}} ~ it writes {"x": text} (a JSON object; write texts with tojson)
          [{{ text|tojson }}] ~ it writes ["text"] (a JSON object; write texts with tojson)
          {"x": {{ turn.texts|tojson }}} ~ it uses turn (an object of AIPerf that is not supported)
          {% include "/etc/hostname" %} ~ 'include' is disabled in this context
          {"x": {{ text ~ line 1: Unclosed token
          """)
  void invalidTemplatesAreRejected(String template, String reason) {
    assertThat(TEMPLATE.problemsOf(options(template, "{}")))
        .singleElement()
        .asString()
        .startsWith("Invalid payload_template: " + reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text.getClass().getName()",
        "text.class.name",
        "texts.getClass()",
        "____int3rpr3t3r____",
        "____int3rpr3t3r____.config"
      })
  void javaObjectsAreInaccessible(String expression) {
    String template = "{\"x\": {{ " + expression + "|tojson }}}";

    assertThat(
            TEMPLATE.problemsOf(options(template, "{}")).isEmpty()
                ? body(template, TURN)
                : "{\"x\":null}")
        .isEqualTo("{\"x\":null}");
  }

  @Test
  void aTemplateIsRequiredAndAFieldMustBeAJmesPath() {
    assertThat(TEMPLATE.problemsOf(DialectOptions.DEFAULTS))
        .containsExactly(
            "Invalid extra inputs: no payload_template (endpoint type template needs one: its text,"
                + " its file, or nv-embedqa)");
    assertThat(TEMPLATE.problemsOf(options("{}", "{\"response_field\": \"a[\"}")))
        .containsExactly("Invalid response_field: a[ (a JMESPath, such as outputs[0].text)");
    assertThat(
            Endpoints.named("raw")
                .problemsOf(
                    new DialectOptions(false, ExtraInputs.parse(List.of("a:1,response_field:b")))))
        .containsExactly(
            "Invalid extra inputs: {\"a\":1} (endpoint type raw sends bodies unchanged;"
                + " only response_field is allowed)");
  }

  private static String body(String template, Message turn) {
    return body(options(template, "{}"), turn);
  }

  private static String body(DialectOptions options, Message turn) {
    return new String(
        TEMPLATE
            .dialect(options)
            .requestBody(new InferenceRequest("m", List.of(turn), 5, true, ExtraInputs.NONE)),
        UTF_8);
  }

  private static DialectOptions options(String template, String more) {
    String typed =
        JsonNodeFactory.instance.objectNode().put("payload_template", template).toString();
    return new DialectOptions(false, ExtraInputs.parse(List.of(typed, more)));
  }

  private static MessageMedia images(List<String> images) {
    return new MessageMedia(images, List.of(), List.of());
  }
}
