package io.longhaul.load.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Bodies of the endpoints beside chat and completions, as AIPerf 0.13 writes them. */
class BodiesTest {
  @Test
  void embeddingsTakeAllTextsAsAListAndNoLimit() {
    assertThat(body("embeddings", new Message("user", List.of("a", "b")), 9, false))
        .isEqualTo("{\"model\":\"m\",\"input\":[\"a\",\"b\"]}");
  }

  @Test
  void huggingFaceTakesOneTextAndAllElseAmongTheParameters() {
    EndpointType type = Endpoints.named("huggingface-generate");
    EndpointDialect dialect =
        type.dialect(new DialectOptions(false, ExtraInputs.parse(List.of("temperature:0.5"))));
    InferenceRequest request =
        new InferenceRequest(
            "m",
            List.of(new Message("user", List.of("a", "b"))),
            5,
            true,
            ExtraInputs.parse(List.of("seed:2")));

    assertThat(new String(dialect.requestBody(request), UTF_8))
        .isEqualTo(
            "{\"inputs\":\"a b\",\"parameters\":"
                + "{\"max_new_tokens\":5,\"temperature\":0.5,\"seed\":2}}");
    assertThat(type.path(false)).isEqualTo("/generate");
    assertThat(type.path(true)).isEqualTo("/generate_stream");
  }

  @Test
  void responsesKeepSystemMessagesApart() {
    InferenceRequest request =
        new InferenceRequest(
            "m",
            List.of(new Message("system", List.of("S")), Message.user("C"), Message.user("u1")),
            9,
            true,
            ExtraInputs.NONE);

    assertThat(body("responses", request))
        .isEqualTo(
            "{\"input\":[{\"type\":\"message\",\"role\":\"user\",\"content\":\"C\"},"
                + "{\"type\":\"message\",\"role\":\"user\",\"content\":\"u1\"}],"
                + "\"model\":\"m\",\"stream\":true,"
                + "\"instructions\":\"S\",\"max_output_tokens\":9}");
  }

  @Test
  void messagesAlwaysHaveALimitAndSayStreamOnlyWhenOneIsWanted() {
    assertThat(body("messages", Message.user("u1"), null, false))
        .isEqualTo(
            "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"u1\"}],"
                + "\"max_tokens\":1024}");
    assertThat(body("messages", Message.user("u1"), 5, true))
        .endsWith("\"max_tokens\":5,\"stream\":true}");
    assertThat(Endpoints.named("messages").keyHeader("k")).hasToString("x-api-key=k");
    assertThat(Endpoints.named("messages").headers())
        .containsEntry("anthropic-version", "2023-06-01");
  }

  @Test
  void imagesStandInEachLanguagesOwnForm() {
    Message seen =
        new Message("user", List.of(Text.of("what?")), List.of("data:image/png;base64,AA=="));

    assertThat(body("chat", seen, null, false))
        .contains(
            "[{\"type\":\"text\",\"text\":\"what?\"},"
                + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,AA==\"}}]");
    assertThat(body("responses", seen, null, false))
        .contains("{\"type\":\"input_image\",\"image_url\":\"data:image/png;base64,AA==\"}");
    assertThat(body("messages", seen, null, false))
        .contains(
            "{\"type\":\"image\",\"source\":"
                + "{\"type\":\"base64\",\"media_type\":\"image/png\",\"data\":\"AA==\"}}");
  }

  @Test
  void picturesAreAskedForByAPrompt() {
    assertThat(body("image-generation", Message.user("a cat"), 5, false))
        .isEqualTo(
            "{\"prompt\":\"a cat\",\"model\":\"m\",\"response_format\":\"b64_json\",\"n\":1}");
    assertThat(body("image-generation", Message.user("a cat"), 5, true))
        .endsWith("\"n\":1,\"stream\":true}");
  }

  @Test
  void solidoAsksWithItsFilters() {
    assertThat(body("solido-rag", new Message("user", List.of("a", "b")), 5, true))
        .isEqualTo(
            "{\"query\":[\"a\",\"b\"],\"filters\":{\"family\":\"Solido\",\"tool\":\"SDE\"},"
                + "\"inference_model\":\"m\"}");
  }

  private static final Message RANKING =
      new Message(
          "user",
          List.of(new Text("query", "q"), new Text("passages", "p1"), new Text("passage", "p2")),
          List.of());

  @Test
  void everyRankingHasAFormOfItsOwn() {
    assertThat(body("nim-rankings", RANKING, null, false))
        .isEqualTo(
            "{\"model\":\"m\",\"query\":{\"text\":\"q\"},"
                + "\"passages\":[{\"text\":\"p1\"},{\"text\":\"p2\"}]}");
    assertThat(body("rankings", RANKING, null, false))
        .isEqualTo(body("nim-rankings", RANKING, null, false));
    assertThat(body("cohere-rankings", RANKING, null, false))
        .isEqualTo("{\"model\":\"m\",\"query\":\"q\",\"documents\":[\"p1\",\"p2\"]}");
    assertThat(body("hf-tei-rankings", RANKING, null, false))
        .isEqualTo("{\"query\":\"q\",\"texts\":[\"p1\",\"p2\"]}");
  }

  @Test
  void aRankingWithoutAQueryCannotBeAsked() {
    assertThatThrownBy(() -> body("nim-rankings", Message.user("p"), null, false))
        .hasMessage("Cannot ask a rankings endpoint: no text named query (give each prompt one)");
  }

  private static String body(
      String type, Message message, Integer requestedOutputTokens, boolean streaming) {
    return body(
        type,
        new InferenceRequest(
            "m", List.of(message), requestedOutputTokens, streaming, ExtraInputs.NONE));
  }

  private static String body(String type, InferenceRequest request) {
    EndpointDialect dialect = Endpoints.named(type).dialect(DialectOptions.DEFAULTS);
    return new String(dialect.requestBody(request), UTF_8);
  }
}
