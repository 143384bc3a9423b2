package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.longhaul.load.tokenizer.Tokenizer;
import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * Checks that a request contains what its command specified. The mock server checks that it is
 * valid for its endpoint.
 */
final class RequestCheck {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Extra inputs that configure the request and are not sent; the last is GenAI-Perf's. */
  private static final Set<String> NOT_SENT =
      Set.of("payload_template", "response_field", "rankings");

  private final DocumentedCommand command;
  private final String endpoint;
  private final Tokenizer tokenizer;

  RequestCheck(DocumentedRun run, Tokenizer tokenizer) {
    this.command = run.command();
    this.endpoint = run.endpointType();
    this.tokenizer = tokenizer;
  }

  /** Returns the default path of an endpoint type. */
  static String pathOf(DocumentedCommand command, String type) {
    boolean streaming = command.has("--streaming");
    return switch (type) {
      case "completions" -> "/v1/completions";
      case "embeddings" -> "/v1/embeddings";
      case "hf_tei_rankings" -> "/rerank";
      case "cohere_rankings" -> "/v2/rerank";
      case "huggingface_generate" -> streaming ? "/generate_stream" : "/generate";
      case "responses" -> "/v1/responses";
      case "messages" -> "/v1/messages";
      case "image_generation" -> "/v1/images/generations";
      case "image_edit" -> "/v1/images/edits";
      case "image_retrieval" -> "/v1/infer";
      case "audio_transcription" -> "/v1/audio/transcriptions";
      case "kserve" -> "/inference.GRPCInferenceService/ModelStreamInfer";
      case "template" -> URI.create(command.value("--url").orElseThrow()).getPath();
      default -> "/v1/chat/completions";
    };
  }

  void judge(LoggedRequest seen) {
    JsonNode body = seen.body();
    switch (endpoint) {
      case "completions", "chat" -> text(seen);
      case "embeddings" -> {
        text(seen);
        assertThat(body.path("input"))
            .hasSize(command.number("--batch-size-text").orElse(1.0).intValue());
      }
      case "hf_tei_rankings" -> ranking(body.path("query"), body.path("texts"));
      case "cohere_rankings" -> ranking(body.path("query"), body.path("documents"));
      case "huggingface_generate", "template" -> text(seen);
      case "responses" -> {
        text(seen);
        limit(body.path("max_output_tokens"));
        system(body.path("instructions"));
      }
      case "messages" -> {
        text(seen);
        assertThat(body.has("max_tokens")).isTrue();
        system(body.path("system"));
      }
      case "image_generation" -> assertThat(body.path("prompt").asText()).isNotBlank();
      case "image_edit" ->
          assertThat(seen.field("body")).contains("name=\"prompt\"", "name=\"image\"");
      case "image_retrieval" -> assertThat(body.path("input").size()).isBetween(1, 3);
      case "audio_transcription" ->
          assertThat(seen.field("body")).contains("name=\"file\"; filename=\"audio.wav\"");
      default -> assertThat(seen.line().path("prompt_tokens").asInt()).isPositive();
    }
    media(seen.field("body"));
    extras(seen);
  }

  private void text(LoggedRequest seen) {
    String text = seen.text();
    assertThat(text).isNotBlank();
    double deviation =
        command.number("--synthetic-input-tokens-stddev", "--input-tokens-stddev").orElse(0.0);
    if (!command.has("--input-file") && deviation == 0) {
      double tokens =
          command.number("--synthetic-input-tokens-mean", "--input-tokens-mean").orElse(550.0);
      assertThat(tokenizer.count(text)).isEqualTo((int) tokens);
    }
  }

  private void limit(JsonNode found) {
    command
        .number("--output-tokens-mean")
        .ifPresent(tokens -> assertThat(found.asDouble()).isEqualTo(tokens));
  }

  private void system(JsonNode found) {
    command
        .number("--shared-system-prompt-length")
        .ifPresent(
            tokens -> assertThat(tokenizer.count(found.asText())).isEqualTo(tokens.intValue()));
  }

  private void ranking(JsonNode query, JsonNode passages) {
    assertThat(query.asText()).isNotBlank();
    String file = command.value("--input-file").orElse("synthetic:");
    if (!file.startsWith("synthetic:")) {
      // Of a folder, passages are drawn.
      String passage = file.endsWith(".jsonl") ? "passage " + query.asText() : "passage ";
      assertThat(passages).hasSize(1);
      assertThat(passages.path(0).asText()).startsWith(passage);
      return;
    }
    double mean = command.number("--rankings-passages-mean", "--batch-size-text").orElse(1.0);
    double deviation = command.number("--rankings-passages-stddev").orElse(0.0);
    assertThat((double) passages.size()).isBetween(mean - 5 * deviation, mean + 5 * deviation);
  }

  private void media(String body) {
    if (command.has("--image-width-mean") && !body.startsWith("-")) {
      int images = command.number("--image-batch-size").orElse(1.0).intValue();
      assertThat(body.split("data:image/png;base64,", -1)).hasSize(images + 1);
    }
    if (command.has("--audio-length-mean") && !body.startsWith("-")) {
      // 0.1 s of 16,000 samples a second, two bytes each.
      assertThat(body).contains("input_audio", "\"wav\"").hasSizeGreaterThan(3_200);
    }
  }

  private void extras(LoggedRequest seen) {
    for (String extra : command.values("--extra-inputs")) {
      if (extra.startsWith("{")) {
        object(extra).properties().forEach(each -> member(seen, each.getKey(), each.getValue()));
      } else {
        int colon = extra.indexOf(':');
        member(seen, extra.substring(0, colon), TextNode.valueOf(extra.substring(colon + 1)));
      }
    }
  }

  private static JsonNode object(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private void member(LoggedRequest seen, String name, JsonNode value) {
    String body = seen.field("body");
    if (body.startsWith("-")) {
      Iterable<JsonNode> values = value.isArray() ? value : List.of(value);
      for (JsonNode each : values) {
        assertThat(body).contains("name=\"" + name + "\"\r\n\r\n" + each.asText() + "\r\n");
      }
    } else if (!NOT_SENT.contains(name)) {
      assertThat(seen.body().path(name).asText()).isEqualTo(value.asText());
    }
  }
}
