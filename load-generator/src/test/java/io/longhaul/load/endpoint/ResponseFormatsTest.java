package io.longhaul.load.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.response.Delta;
import io.longhaul.load.endpoint.response.ResponseResult;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Valid and invalid responses of the endpoints other than chat and completions. */
class ResponseFormatsTest {
  private static final Set<String> PLAIN_TEXT = Set.of("audio_transcription", "raw", "template");

  @Test
  void anEmbeddingIsAChunkWithoutText() {
    ParsedResponse response =
        ParsedResponse.ofBody(
            "embeddings",
            """
            {"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.5,-1e-3]},
            {"object":"embedding","index":1,"embedding":"AAAAPw=="}],
            "model":"m","usage":{"prompt_tokens":9,"total_tokens":9}}\
            """);

    assertThat(response.result()).isEqualTo(ResponseResult.WHOLE);
    assertThat(response.deltas()).allMatch(Delta::isChunk).hasSize(1);
    assertThat(response.usage().promptTokens()).isEqualTo(9);
    assertThat(response.usage().completionTokens()).isNull();
  }

  @Test
  void anItemWithoutATextObjectIsNotAnEmbedding() {
    for (String odd : List.of("[1]", "{\"a\":1}", "7", "null")) {
      assertThat(
              ParsedResponse.ofBody(
                      "embeddings", "{\"data\":[{\"object\":" + odd + ",\"embedding\":[1.5]}]}")
                  .result()
                  .reason())
          .as(odd)
          .isEqualTo("unexpected_json");
    }
  }

  @Test
  void invalidEmbeddingsAreErrors() {
    // A mock response of a LiteLLM proxy contains the text itself.
    assertThat(
            ParsedResponse.ofBody(
                    "embeddings",
                    """
                    {"data":[{"object":"embedding","index":0,"embedding":"some text"}]}\
                    """)
                .result()
                .reason())
        .isEqualTo("unexpected_json");
    assertThat(
            ParsedResponse.ofBody("embeddings", "{\"data\":[{\"object\":\"text\"}]}")
                .result()
                .reason())
        .isEqualTo("unexpected_json");
    assertThat(ParsedResponse.ofBody("embeddings", "{\"object\":\"list\"}").result())
        .extracting(ResponseResult::reason, ResponseResult::message)
        .containsExactly("no_data", "The response has no data");
    assertThat(ParsedResponse.ofBody("embeddings", "{\"data\":[]}").result())
        .isEqualTo(ResponseResult.EMPTY);
    assertThat(
            ParsedResponse.ofBody("embeddings", "{\"error\":{\"message\":\"no\"}}")
                .result()
                .message())
        .isEqualTo("no");
  }

  @Test
  void rankingsAreAListInAMemberOrTheWholeResponse() {
    assertThat(
            ParsedResponse.ofBody("nim-rankings", "{\"rankings\":[{\"index\":0,\"logit\":1.5}]}")
                .result())
        .isEqualTo(ResponseResult.WHOLE);
    assertThat(
            ParsedResponse.ofBody(
                    "cohere-rankings", "{\"results\":[{\"index\":0,\"relevance_score\":0.9}]}")
                .result())
        .isEqualTo(ResponseResult.WHOLE);
    assertThat(ParsedResponse.ofBody("hf-tei-rankings", "[{\"index\":0,\"score\":0.9}]").result())
        .isEqualTo(ResponseResult.WHOLE);
    assertThat(ParsedResponse.ofBody("hf-tei-rankings", "{\"results\":[{\"index\":0}]}").result())
        .isEqualTo(ResponseResult.WHOLE);
    assertThat(ParsedResponse.ofBody("cohere-rankings", "{\"rankings\":[]}").result().reason())
        .isEqualTo("no_results");
    assertThat(ParsedResponse.ofBody("cohere-rankings", "{\"results\":[7]}").result().reason())
        .isEqualTo("unexpected_json");
  }

  /** As received; its usage counts characters, which does not matter here. */
  @Test
  void infinitysRerankSortsByScoreAndReportsUsage() {
    ParsedResponse response =
        ParsedResponse.ofBody(
            "cohere-rankings",
            """
            {"object":"rerank","results":[{"relevance_score":0.6,"index":1,"document":null},
            {"relevance_score":0.5,"index":0,"document":null}],"model":"emb",
            "usage":{"prompt_tokens":49,"total_tokens":49},"id":"infinity-4edf4fcc"}\
            """);

    assertThat(response.result()).isEqualTo(ResponseResult.WHOLE);
    assertThat(response.usage().promptTokens()).isEqualTo(49);
  }

  /** Infinity omits the passage or sends it as a string, vLLM sends an object. */
  @Test
  void aRankingCanContainItsPassageInAnyForm() {
    for (String document : List.of("null", "\"a passage\"", "{\"text\":\"a passage\"}")) {
      assertThat(
              ParsedResponse.ofBody(
                      "cohere-rankings",
                      "{\"results\":[{\"index\":0,\"relevance_score\":0.6,\"document\":"
                          + document
                          + "}]}")
                  .result())
          .isEqualTo(ResponseResult.WHOLE);
    }
  }

  @Test
  void huggingFaceStreamsTokensAndRepeatsTheWholeTextAtTheEnd() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            "huggingface-generate",
            """
            data:{"index":1,"token":{"id":5,"text":" one","special":false},"generated_text":null}

            data:{"index":2,"token":{"id":6,"text":" two","special":false},"generated_text":" one two","details":{"finish_reason":"length"}}

            """);

    assertThat(response.chunks()).isEqualTo("C: one C: two");
    assertThat(response.finishReason()).isEqualTo("length");
    assertThat(response.result()).isEqualTo(ResponseResult.WHOLE);
    assertThat(
            ParsedResponse.ofStream(
                    "huggingface-generate",
                    "data:{\"token\":{\"text\":\" one\"},\"generated_text\":null}\n\n")
                .result()
                .reason())
        .isEqualTo("no_finish");
    assertThat(
            ParsedResponse.ofBody("huggingface-generate", "[{\"generated_text\":\"one two\"}]")
                .chunks())
        .isEqualTo("C:one two");
  }

  @Test
  void responsesDistinguishTextReasoningAndToolCallsByEventType() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            "responses",
            """
            event: response.created
            data: {"type":"response.created","response":{"status":"in_progress"}}

            event: response.reasoning_text.delta
            data: {"type":"response.reasoning_text.delta","delta":"hm"}

            event: response.output_text.delta
            data: {"type":"response.output_text.delta","output_index":1,"content_index":0,"delta":"a"}

            event: response.output_text.done
            data: {"type":"response.output_text.done","output_index":1,"content_index":0,"text":"a"}

            event: response.output_text.done
            data: {"type":"response.output_text.done","output_index":2,"content_index":0,"text":"whole"}

            event: response.function_call_arguments.delta
            data: {"type":"response.function_call_arguments.delta","delta":"{}"}

            event: response.completed
            data: {"type":"response.completed","response":{"status":"completed","usage":{"input_tokens":3,"output_tokens":7,"output_tokens_details":{"reasoning_tokens":2}}}}

            """);

    assertThat(response.chunks()).isEqualTo("- R:hm C:a - C:whole C:{} -");
    assertThat(response.result()).isEqualTo(ResponseResult.WHOLE);
    assertThat(response.finishReason()).isEqualTo("completed");
    assertThat(response.usage().completionTokens()).isEqualTo(7);
    assertThat(response.usage().reasoningTokens()).isEqualTo(2);
  }

  @Test
  void aFailedResponseIsAnErrorAndACutOneIsTruncated() {
    assertThat(
            ParsedResponse.ofStream(
                    "responses",
                    """
                    data: {"type":"response.failed","response":{"error":{"code":"server_error","message":"broken"}}}

                    """)
                .result())
        .extracting(ResponseResult::kind, ResponseResult::message)
        .containsExactly(ResponseResult.Kind.STREAM_ERROR, "broken");
    assertThat(
            ParsedResponse.ofStream(
                    "responses",
                    """
                    data: {"type":"response.output_text.delta","delta":"a"}

                    """)
                .result()
                .reason())
        .isEqualTo("no_finish");
    assertThat(
            ParsedResponse.ofBody(
                "responses",
                """
                {"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},
                "output":[{"type":"reasoning","summary":[{"text":"hm"}]},
                {"type":"message","content":[{"type":"output_text","text":"a"}]}]}\
                """))
        .extracting(ParsedResponse::chunks, ParsedResponse::finishReason)
        .containsExactly("C:a+R:hm", "max_output_tokens");
  }

  @Test
  void messagesReportUsageAtTheStartAndTheEnd() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            "messages",
            """
            event: message_start
            data: {"type":"message_start","message":{"usage":{"input_tokens":3,"cache_read_input_tokens":4,"output_tokens":1}}}

            event: ping
            data: {"type":"ping"}

            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"a"}}

            event: message_delta
            data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":9}}

            event: message_stop
            data: {"type":"message_stop"}

            """);

    assertThat(response.chunks()).isEqualTo("- - R:hm C:a - -");
    assertThat(response.result()).isEqualTo(ResponseResult.WHOLE);
    assertThat(response.finishReason()).isEqualTo("end_turn");
    assertThat(response.usage().promptTokens()).isEqualTo(7);
    assertThat(response.usage().completionTokens()).isEqualTo(9);
    assertThat(response.usage().cacheReadTokens()).isEqualTo(4);
  }

  @Test
  void anErrorEventOfMessagesIsAnError() {
    assertThat(
            ParsedResponse.ofStream(
                    "messages",
                    """
                    event: error
                    data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}

                    """)
                .result())
        .extracting(ResponseResult::kind, ResponseResult::message)
        .containsExactly(ResponseResult.Kind.STREAM_ERROR, "Overloaded");
  }

  @Test
  void imagesAreData() {
    assertThat(
            ParsedResponse.ofBody("image-generation", "{\"data\":[{\"url\":\"http://a/b\"}]}")
                .result())
        .isEqualTo(ResponseResult.WHOLE);
    assertThat(ParsedResponse.ofBody("image-generation", "{\"data\":[{}]}").result().reason())
        .isEqualTo("no_image");
    assertThat(
            ParsedResponse.ofStream(
                    "image-generation",
                    """
                    data: {"type":"image_generation.partial_image","b64_json":"AA=="}

                    data: {"type":"image_generation.completed","b64_json":"AA=="}

                    """)
                .result())
        .isEqualTo(ResponseResult.WHOLE);
  }

  @Test
  void aStreamWithoutAnEndMarkerIsCompleteWhenItsBodyEnds() {
    assertThat(ParsedResponse.ofStream("solido-rag", "data: {\"content\":\"a\"}\n\n").result())
        .isEqualTo(ResponseResult.WHOLE);
  }

  @Test
  void invalidJsonIsAProtocolErrorUnlessPlainTextIsAllowed() {
    for (EndpointType type : Endpoints.all()) {
      // The format of a dynamic call's response is known with its method.
      if (PLAIN_TEXT.contains(type.typedName()) || type.equals(Endpoints.DYNAMIC_GRPC)) {
        continue;
      }
      assertThat(ParsedResponse.ofBody(type.typedName(), "<html>").result().kind())
          .as(type.typedName())
          .isEqualTo(ResponseResult.Kind.PROTOCOL_ERROR);
    }
  }

  @Test
  void imageRetrievalResultsAreData() {
    assertThat(
            ParsedResponse.ofBody(
                    "image-retrieval",
                    "{\"data\":[{\"index\":0,\"bounding_boxes\":{}}],\"usage\":{\"images_size_mb\":0.1}}")
                .result())
        .isEqualTo(ResponseResult.WHOLE);
    assertThat(ParsedResponse.ofBody("image-retrieval", "{\"data\":[]}").result().reason())
        .isEqualTo("no_data");
    assertThat(
            ParsedResponse.ofBody("image-retrieval", "{\"detail\":\"no image\"}")
                .result()
                .message())
        .isEqualTo("no image");
  }

  @Test
  void aTranscriptIsAMemberOrTheWholeResponse() {
    assertThat(ParsedResponse.ofBody("audio-transcription", "{\"text\":\"so it was\"}").chunks())
        .isEqualTo("C:so it was");
    assertThat(
            ParsedResponse.ofBody("audio-transcription", "1\n00:00 --> 00:01\nso it was").chunks())
        .isEqualTo("C:1\n00:00 --> 00:01\nso it was");
    assertThat(ParsedResponse.ofBody("audio-transcription", "{}").result().reason())
        .isEqualTo("no_text");
    assertThat(ParsedResponse.ofBody("audio-transcription", "{\"text\":\"\"}").result())
        .isEqualTo(ResponseResult.EMPTY);
  }

  @Test
  void contentOfUndescribedResponsesIsDetected() {
    assertThat(guessed("{\"data\":[{\"object\":\"embedding\",\"embedding\":[0.5]}]}"))
        .isEqualTo("D");
    assertThat(guessed("{\"embeddings\":[[0.5,1]]}")).isEqualTo("D");
    assertThat(guessed("{\"results\":[{\"index\":0}]}")).isEqualTo("D");
    assertThat(guessed("[{\"index\":0,\"score\":0.9}]")).isEqualTo("D");
    assertThat(guessed("{\"output\":\"so\"}")).isEqualTo("C:so");
    assertThat(guessed("{\"text\":[\"so\",\" it\"]}")).isEqualTo("C:so it");
    assertThat(guessed("{\"choices\":[{\"message\":{\"content\":\"so\"}}]}")).isEqualTo("C:so");
    assertThat(guessed("so it was")).isEqualTo("C:so it was");
    assertThat(ParsedResponse.ofBody("raw", "{\"thing\":1}").result().reason())
        .isEqualTo("no_content");
    assertThat(ParsedResponse.ofBody("raw", "{\"error\":\"no\"}").result().message())
        .isEqualTo("no");
  }

  @Test
  void aSelectorLocatesTheContent() {
    DialectOptions options =
        new DialectOptions(
            false, ExtraInputs.parse(List.of("{\"response_field\":\"outputs[0].said\"}")));
    EndpointDialect raw = Endpoints.named("raw").dialect(options);

    assertThat(
            ParsedResponse.ofBody(raw, "{\"outputs\":[{\"said\":\"so\"}],\"text\":\"x\"}").chunks())
        .isEqualTo("C:so");
    assertThat(ParsedResponse.ofBody(raw, "{\"outputs\":[],\"text\":\"x\"}").chunks())
        .isEqualTo("C:x");
  }

  @Test
  void tritonStreamsTextInPiecesAndErrorsInTheStream() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            "triton-generate",
            """
            data: {"model_name":"m","model_version":"1","text_output":"so"}

            data: {"model_name":"m","model_version":"1","text_output":" it"}

            data: {"model_name":"m","model_version":"1","text_output":""}

            """);

    assertThat(response.chunks()).isEqualTo("C:so C: it -");
    assertThat(response.result()).isEqualTo(ResponseResult.WHOLE);
    assertThat(
            ParsedResponse.ofStream("triton-generate", "data: {\"error\":\"in ensemble 'm'\"}\n\n")
                .result())
        .extracting(ResponseResult::kind, ResponseResult::message)
        .containsExactly(ResponseResult.Kind.STREAM_ERROR, "in ensemble 'm'");
    assertThat(
            ParsedResponse.ofBody("triton-generate", "{\"text_output\":[\"so\",\" it\"]}").chunks())
        .isEqualTo("C:so it");
    assertThat(ParsedResponse.ofBody("triton-generate", "{\"model_name\":\"m\"}").result().reason())
        .isEqualTo("no_text_output");
  }

  @Test
  void kserveReturnsTextInTheOutputTensor() {
    assertThat(
            ParsedResponse.ofBody(
                    "kserve-http",
                    "{\"model_name\":\"m\",\"outputs\":["
                        + "{\"name\":\"cum_log_probs\",\"datatype\":\"FP32\",\"data\":[0.5]},"
                        + "{\"name\":\"text_output\",\"datatype\":\"BYTES\",\"data\":[\"so\"]}]}")
                .chunks())
        .isEqualTo("C:so");
    assertThat(ParsedResponse.ofBody("kserve-http", "{\"outputs\":[]}").result().reason())
        .isEqualTo("no_text_output");
    assertThat(
            ParsedResponse.ofBody(
                    "kserve-http",
                    "{\"outputs\":[{\"name\":\"text_output\",\"datatype\":\"INT32\",\"data\":[1]}]}")
                .result()
                .message())
        .isEqualTo("Invalid text_output's datatype: INT32 (BYTES expected)");
    assertThat(
            ParsedResponse.ofBody("kserve-http", "{\"error\":\"no such model\"}")
                .result()
                .message())
        .isEqualTo("no such model");
  }

  private static String guessed(String body) {
    ParsedResponse response = ParsedResponse.ofBody("raw", body);
    Delta delta = response.deltas().get(0);
    return delta.content().isEmpty() && delta.isChunk() ? "D" : response.chunks();
  }
}
