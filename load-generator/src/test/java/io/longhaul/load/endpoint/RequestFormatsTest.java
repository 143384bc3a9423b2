package io.longhaul.load.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.request.AudioClip;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.endpoint.request.MessageMedia;
import io.longhaul.load.endpoint.request.MessageText;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Request bodies of the endpoints other than chat and completions, in AIPerf 0.13's format. */
class RequestFormatsTest {
  private static final String PICTURE = "data:image/png;base64,AA==";

  @Test
  void embeddingsSendAllTextsAsAListWithoutALimit() {
    assertThat(body("embeddings", new Message("user", List.of("a", "b")), 9, false))
        .isEqualTo("{\"model\":\"m\",\"input\":[\"a\",\"b\"]}");
  }

  @Test
  void nimPairsTextsWithImagesAndClipSendsThemSeparately() {
    Message both =
        new Message(
            "user",
            List.of(MessageText.of("a"), MessageText.of("b")),
            images(List.of(PICTURE, "http://p")));

    assertThat(body("nim-embeddings", both, 9, false))
        .isEqualTo("{\"model\":\"m\",\"input\":[\"a data:image/png;base64,AA==\",\"b http://p\"]}");
    assertThat(
            body(
                "nim-embeddings",
                new Message("user", List.of(), images(List.of(PICTURE))),
                null,
                false))
        .isEqualTo("{\"model\":\"m\",\"input\":[\"data:image/png;base64,AA==\"]}");
    assertThat(body("nvclip", both, null, false))
        .isEqualTo(
            "{\"model\":\"m\",\"input\":[\"a\",\"b\",\"data:image/png;base64,AA==\",\"http://p\"]}");
  }

  @Test
  void chatEmbeddingsUseTheChatFormat() {
    Message seen = new Message("user", List.of(MessageText.of("a")), images(List.of(PICTURE)));

    assertThat(body("chat-embeddings", seen, null, false))
        .isEqualTo(body("chat", seen, null, false))
        .contains("\"image_url\"");
  }

  @Test
  void huggingFaceSendsOneTextAndAllElseAsParameters() {
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
  void tritonSendsOneTextInAListAndTheModelInThePath() {
    assertThat(body("generate", Message.user("p"), 4, true))
        .isEqualTo("{\"text_input\":[\"p\"],\"stream\":true,\"max_tokens\":4}");
    assertThat(body("triton-generate", Message.user("p"), null, false))
        .isEqualTo("{\"text_input\":[\"p\"]}");
    assertThat(Endpoints.named("generate").path(true))
        .isEqualTo("/v2/models/{model}/generate_stream");
  }

  @Test
  void responsesSendSystemMessagesAsInstructions() {
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
  void messagesAlwaysSendALimitAndStreamOnlyIfRequested() {
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
  void imagesUseTheFormatOfEachApi() {
    Message seen = new Message("user", List.of(MessageText.of("what?")), images(List.of(PICTURE)));

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
  void chatSendsTextImagesAudioAndVideosInThisOrder() {
    Message message =
        new Message(
            "user",
            List.of(MessageText.of("what?")),
            new MessageMedia(
                List.of(PICTURE),
                List.of(new AudioClip("wav", "UklGRg==")),
                List.of("http://films/1.mp4")));

    assertThat(body("vision", message, null, false))
        .isEqualTo(
            "{\"messages\":[{\"role\":\"user\",\"content\":["
                + "{\"type\":\"text\",\"text\":\"what?\"},"
                + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,AA==\"}},"
                + "{\"type\":\"input_audio\",\"input_audio\":"
                + "{\"data\":\"UklGRg==\",\"format\":\"wav\"}},"
                + "{\"type\":\"video_url\",\"video_url\":{\"url\":\"http://films/1.mp4\"}}]}],"
                + "\"model\":\"m\",\"stream\":false}");
    assertThat(body("responses", message, null, false))
        .contains(
            "{\"type\":\"input_audio\",\"input_audio\":"
                + "{\"data\":\"UklGRg==\",\"format\":\"wav\"}}");
  }

  @Test
  void imageRetrievalSendsOnlyImages() {
    Message pictures =
        new Message("user", List.of(), images(List.of(PICTURE, "http://pictures/2.png")));

    assertThat(body("image-retrieval", pictures, 5, false))
        .isEqualTo(
            "{\"input\":[{\"type\":\"image_url\",\"url\":\"data:image/png;base64,AA==\"},"
                + "{\"type\":\"image_url\",\"url\":\"http://pictures/2.png\"}]}");
  }

  @Test
  void audioIsUploadedInAForm() {
    EndpointType type = Endpoints.named("audio-transcription");
    EndpointDialect dialect =
        type.dialect(
            new DialectOptions(
                false,
                ExtraInputs.parse(
                    List.of(
                        "{\"temperature\": 0.5, \"user\": null,"
                            + " \"timestamp_granularities[]\": [\"word\", \"segment\"]}"))));
    Message clip =
        new Message(
            "user",
            List.of(),
            new MessageMedia(List.of(), List.of(new AudioClip("mp3", "QUJD")), List.of()));
    String boundary = type.headers().get("Content-Type").split("boundary=", 2)[1];

    assertThat(
            new String(
                dialect.requestBody(
                    new InferenceRequest("m", List.of(clip), null, false, ExtraInputs.NONE)),
                UTF_8))
        .isEqualTo(
            """
            --B
            Content-Type: audio/mpeg
            Content-Disposition: form-data; name="file"; filename="audio.mp3"

            ABC
            --B
            Content-Type: text/plain; charset=utf-8
            Content-Disposition: form-data; name="model"

            m
            --B
            Content-Type: text/plain; charset=utf-8
            Content-Disposition: form-data; name="temperature"

            0.5
            --B
            Content-Type: text/plain; charset=utf-8
            Content-Disposition: form-data; name="timestamp_granularities[]"

            word
            --B
            Content-Type: text/plain; charset=utf-8
            Content-Disposition: form-data; name="timestamp_granularities[]"

            segment
            --B--
            """
                .replace("--B", "--" + boundary)
                .replace("\n", "\r\n"));
    assertThat(type.problemsOf(new DialectOptions(false, ExtraInputs.parse(List.of("file:x")))))
        .containsExactly(
            "Invalid extra input: file (it contains the audio; use --audio-… or an input file)");
  }

  @Test
  void anImageToEditIsUploadedInAForm() {
    EndpointType type = Endpoints.named("image-edit");
    ExtraInputs extras = ExtraInputs.parse(List.of("size:1024x1024", "n:2"));

    assertThat(form(type, extras, "a red", "data:image/jpeg;base64,QUJD"))
        .isEqualTo(
            """
            --B
            Content-Type: image/jpeg
            Content-Disposition: form-data; name="image"; filename="image.jpg"

            ABC
            --B
            Content-Type: text/plain; charset=utf-8
            Content-Disposition: form-data; name="prompt"

            a red
            --B
            Content-Type: text/plain; charset=utf-8
            Content-Disposition: form-data; name="model"

            m
            --B
            Content-Type: text/plain; charset=utf-8
            Content-Disposition: form-data; name="response_format"

            b64_json
            --B
            Content-Type: text/plain; charset=utf-8
            Content-Disposition: form-data; name="n"

            2
            --B
            Content-Type: text/plain; charset=utf-8
            Content-Disposition: form-data; name="size"

            1024x1024
            --B--
            """);
    assertThat(form(type, ExtraInputs.NONE, "a", PICTURE))
        .contains("name=\"image\"; filename=\"image.png\"")
        .doesNotContain("name=\"url\"");
    assertThat(form(type, ExtraInputs.NONE, "a", "http://pictures/2.png"))
        .contains("name=\"url\"\n\nhttp://pictures/2.png\n")
        .doesNotContain("name=\"image\"");
    assertThat(
            type.problemsOf(
                new DialectOptions(false, ExtraInputs.parse(List.of("mask:x", "size:1x1")))))
        .containsExactly("Invalid extra input: mask (prompts or files determine it)");
  }

  private static String form(EndpointType type, ExtraInputs extras, String text, String image) {
    Message message = new Message("user", List.of(MessageText.of(text)), images(List.of(image)));
    byte[] body =
        type.dialect(new DialectOptions(false, extras))
            .requestBody(
                new InferenceRequest(
                    "m", List.of(message), null, false, ExtraInputs.parse(List.of("prompt:not"))));
    String boundary = type.headers().get("Content-Type").split("boundary=", 2)[1];
    return new String(body, UTF_8).replace(boundary, "B").replace("\r\n", "\n");
  }

  @Test
  void imageGenerationSendsAPrompt() {
    assertThat(body("image-generation", Message.user("a cat"), 5, false))
        .isEqualTo(
            "{\"prompt\":\"a cat\",\"model\":\"m\",\"response_format\":\"b64_json\",\"n\":1}");
    assertThat(body("image-generation", Message.user("a cat"), 5, true))
        .endsWith("\"n\":1,\"stream\":true}");
  }

  @Test
  void solidoSendsItsFilters() {
    assertThat(body("solido-rag", new Message("user", List.of("a", "b")), 5, true))
        .isEqualTo(
            "{\"query\":[\"a\",\"b\"],\"filters\":{\"family\":\"Solido\",\"tool\":\"SDE\"},"
                + "\"inference_model\":\"m\"}");
  }

  private static final Message RANKING =
      new Message(
          "user",
          List.of(
              new MessageText("query", "q"),
              new MessageText("passages", "p1"),
              new MessageText("passage", "p2")),
          MessageMedia.NONE);

  @Test
  void everyRankingsApiHasItsOwnFormat() {
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
  void aRankingWithoutAQueryIsRejected() {
    assertThatThrownBy(() -> body("nim-rankings", Message.user("p"), null, false))
        .hasMessage(
            "Cannot send a request to a rankings endpoint: no text named query (give each prompt"
                + " one)");
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

  private static MessageMedia images(List<String> images) {
    return new MessageMedia(images, List.of(), List.of());
  }
}
