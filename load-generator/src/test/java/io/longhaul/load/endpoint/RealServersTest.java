package io.longhaul.load.endpoint;

import static io.longhaul.load.endpoint.response.ResponseResult.Kind.STREAM_ERROR;
import static io.longhaul.load.endpoint.response.ResponseResult.Kind.TRUNCATED;
import static io.longhaul.load.endpoint.response.ResponseResult.Kind.WHOLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.endpoint.response.ResponseResult;
import io.longhaul.load.endpoint.response.Usage;
import org.junit.jupiter.api.Test;

/**
 * Short streams in the style of real servers, each with a peculiarity that breaks a naive reader.
 */
class RealServersTest {

  @Test
  void vllmFinishesWithTheLastTokenAndReportsUsageSeparately() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            """
            data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"tiny","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}],"prompt_token_ids":null,"prompt_text":null}

            data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"tiny","choices":[{"index":0,"delta":{"content":" Gre"},"logprobs":null,"finish_reason":null,"token_ids":null}]}

            data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"tiny","choices":[{"index":0,"delta":{"content":" later"},"logprobs":null,"finish_reason":"length","stop_reason":null,"token_ids":null}]}

            data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"tiny","choices":[],"usage":{"prompt_tokens":18,"total_tokens":20,"completion_tokens":2},"system_fingerprint":"vllm-0.32.0"}

            data: [DONE]

            """);

    assertThat(response.chunks()).isEqualTo("- C: Gre C: later - -");
    assertThat(response.finishReason()).isEqualTo("length");
    assertThat(response.usage()).isEqualTo(new Usage(18L, 2L, 20L, null, null, null));
    assertThat(response.kind()).isEqualTo(WHOLE);
  }

  @Test
  void vllmFinishesAtEndOfSequenceWithAnEmptyChunk() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            """
            data: {"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":null}]}

            data: {"choices":[{"index":0,"delta":{"content":""},"finish_reason":"stop"}]}

            data: [DONE]

            """);

    assertThat(response.chunks()).isEqualTo("C:a - -");
    assertThat(response.kind()).isEqualTo(WHOLE);
  }

  @Test
  void vllmReportsUsageInEveryChunkIfRequested() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            """
            data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""}}],"usage":{"prompt_tokens":5,"total_tokens":5,"completion_tokens":0}}

            data: {"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":5,"total_tokens":6,"completion_tokens":1}}

            data: [DONE]

            """);

    assertThat(response.usage().completionTokens()).isEqualTo(1);
  }

  @Test
  void vllmStreamsToolCallsInPiecesAndStops() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            """
            data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}

            data: {"choices":[{"index":0,"delta":{"content":null,"tool_calls":[{"id":"t1","type":"function","index":0,"function":{"name":"get_weather"}}]},"finish_reason":null}]}

            data: {"choices":[{"index":0,"delta":{"content":null,"tool_calls":[{"index":0,"function":{"arguments":"tr"}}]},"finish_reason":null}]}

            data: {"choices":[{"index":0,"delta":{"content":null,"tool_calls":[{"index":0,"function":{"arguments":"ue"}}]},"finish_reason":null}]}

            data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop","stop_reason":null}]}

            data: [DONE]

            """);

    assertThat(response.chunks()).isEqualTo("- C:get_weather C:tr C:ue - -");
    assertThat(response.kind()).isEqualTo(WHOLE);
  }

  @Test
  void llamaServerStartsWithNullAndAddsTimings() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            """
            data: {"choices":[{"finish_reason":null,"index":0,"delta":{"role":"assistant","content":null}}],"created":1,"id":"c1","model":"m","object":"chat.completion.chunk"}

            data: {"choices":[{"finish_reason":null,"index":0,"delta":{"content":"a"}}],"created":1,"id":"c1","model":"m","object":"chat.completion.chunk"}

            data: {"choices":[{"finish_reason":"length","index":0,"delta":{}}],"created":1,"id":"c1","model":"m","object":"chat.completion.chunk"}

            data: {"choices":[],"created":1,"id":"c1","model":"m","object":"chat.completion.chunk","usage":{"completion_tokens":1,"prompt_tokens":18,"total_tokens":19,"prompt_tokens_details":{"cached_tokens":17}},"timings":{"prompt_ms":1.5,"predicted_ms":2.25}}

            data: [DONE]

            """);

    assertThat(response.chunks()).isEqualTo("- C:a - - -");
    assertThat(response.usage()).isEqualTo(new Usage(18L, 1L, 19L, null, 17L, null));
  }

  @Test
  void llamaServerReportsUsageInTheLastCompletionsChunk() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            """
            data: {"choices":[{"text":"a","index":0,"logprobs":null,"finish_reason":null}],"object":"text_completion"}

            data: {"choices":[{"text":"","index":0,"logprobs":null,"finish_reason":"length"}],"object":"text_completion","usage":{"completion_tokens":1,"prompt_tokens":3,"total_tokens":4}}

            data: [DONE]

            """);

    assertThat(response.chunks()).isEqualTo("C:a - -");
    assertThat(response.usage().completionTokens()).isEqualTo(1);
  }

  @Test
  void transformersServeEndsWithoutDone() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            """
            data: {"id":"r1","choices":[{"delta":{"role":"assistant"},"index":0}],"created":1,"model":"/m@main","object":"chat.completion.chunk"}

            data: {"id":"r1","choices":[{"delta":{"content":"a"},"index":0}],"created":1,"model":"/m@main","object":"chat.completion.chunk"}

            data: {"id":"r1","choices":[{"delta":{},"finish_reason":"length","index":0}],"created":1,"model":"/m@main","object":"chat.completion.chunk","usage":{"completion_tokens":1,"prompt_tokens":2,"total_tokens":3}}

            """);

    assertThat(response.chunks()).isEqualTo("- C:a -");
    assertThat(response.usage().totalTokens()).isEqualTo(3);
    assertThat(response.kind()).isEqualTo(WHOLE);
  }

  @Test
  void transformersServeReportsErrorsInDetail() {
    assertThat(ParsedResponse.ofBody("{\"detail\":\"Unexpected keys in the request\"}").result())
        .isEqualTo(
            new ResponseResult(STREAM_ERROR, "stream_error_502", "Unexpected keys in the request"));
  }

  @Test
  void llamaCppPythonAbortsAStreamForAnotherRequest() {
    String running =
        """
        data: {"id": "c1", "model": "tiny", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"role": "assistant"}, "logprobs": null, "finish_reason": null}]}

        data: {"id": "c1", "model": "tiny", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": "vel"}, "logprobs": null, "finish_reason": null}]}

        """;

    ParsedResponse cut = ParsedResponse.ofCutStream(running);
    ParsedResponse closedNicely = ParsedResponse.ofStream(running);

    assertThat(cut.chunks()).isEqualTo("- C:vel");
    assertThat(cut.kind()).isEqualTo(TRUNCATED);
    assertThat(closedNicely.kind()).isEqualTo(TRUNCATED);
  }

  @Test
  void llamaCppPythonHasEmptyDeltasBetweenFullOnesAndNoUsage() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            """
            data: {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": "a"}, "finish_reason": null}]}

            data: {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": ""}, "finish_reason": null}]}

            data: {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": "b"}, "finish_reason": null}]}

            data: {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {}, "logprobs": null, "finish_reason": "length"}]}

            data: [DONE]

            """);

    assertThat(response.chunks()).isEqualTo("C:a - C:b - -");
    assertThat(response.usage()).isNull();
    assertThat(response.kind()).isEqualTo(WHOLE);
  }

  @Test
  void liteLlmReportsUsageWithAFinishedChoice() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            """
            data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":"Thi"}}]}

            data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"s"}}]}

            data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

            data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{}}],"usage":{"completion_tokens":1,"prompt_tokens":15,"total_tokens":16,"completion_tokens_details":{"reasoning_tokens":0}}}

            """);

    assertThat(response.chunks()).isEqualTo("C:Thi C:s - -");
    assertThat(response.usage()).isEqualTo(new Usage(15L, 1L, 16L, 0L, null, null));
    assertThat(response.kind()).isEqualTo(WHOLE);
  }

  @Test
  void llmdSimSendsNullUsageAndNamesInEveryChunk() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            """
            data: {"id":"c1","usage":null,"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant"},"finish_reason":null}]}

            data: {"id":"c1","usage":null,"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"tool_calls":[{"id":"t1","type":"function","function":{"name":"get_weather","arguments":"{"}}]},"finish_reason":null}]}

            data: {"id":"c1","usage":null,"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"tool_calls":[{"id":"t1","type":"function","function":{"name":null,"arguments":"}"}}]},"finish_reason":null}]}

            data: {"id":"c1","usage":null,"object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

            data: {"id":"c1","usage":{"prompt_tokens":4,"completion_tokens":3,"total_tokens":7},"object":"chat.completion.chunk","choices":[]}

            data: [DONE]

            """);

    assertThat(response.chunks()).isEqualTo("- C:get_weather{ C:} - - -");
    assertThat(response.usage().completionTokens()).isEqualTo(3);
    assertThat(response.finishReason()).isEqualTo("tool_calls");
  }

  @Test
  void guideLlmsMockHasNoRoleAndCountsMinusOne() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            """
            data: {"choices":[{"index":0,"delta":{"content":"word"},"finish_reason":null}]}

            data: {"choices":[{"index":0,"delta":{"content":" "},"finish_reason":null}]}

            data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

            data: {"choices":[],"usage":{"prompt_tokens":4,"completion_tokens":-1,"total_tokens":3}}

            data: [DONE]

            """);

    assertThat(response.chunks()).isEqualTo("C:word C:  - - -");
    assertThat(response.usage()).isEqualTo(new Usage(4L, null, 3L, null, null, null));
  }

  @Test
  void mockLlmNpmSendsEverythingInOneEvent() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            """
            data: {"id":"c1","object":"chat.completion.chunk","model":"m","choices":[{"delta":{"role":"assistant","content":"short"},"finish_reason":"stop"}]}

            data: [DONE]

            """);

    assertThat(response.chunks()).isEqualTo("C:short -");
    assertThat(response.deltas().get(0).finishReason()).isEqualTo("stop");
    assertThat(response.kind()).isEqualTo(WHOLE);
  }

  @Test
  void mockLlmPyChangesItsIdAndSendsNullAtBothEnds() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            """
            data: {"id":"1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":null},"finish_reason":null}]}

            data: {"id":"2","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":null,"content":"a"},"finish_reason":null}]}

            data: {"id":"3","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":null,"content":null},"finish_reason":"stop"}]}

            data: [DONE]

            """);

    assertThat(response.chunks()).isEqualTo("- C:a - -");
    assertThat(response.kind()).isEqualTo(WHOLE);
  }

  @Test
  void infinitysEmbeddingsAreNotAChatResponse() {
    ParsedResponse response =
        ParsedResponse.ofBody(
            """
            {"object":"list","data":[{"object":"embedding","embedding":[0.25,-0.5],"index":0}],\
            "model":"emb","usage":{"prompt_tokens":4,"total_tokens":4}}\
            """);

    assertThat(response.result().reason()).isEqualTo("no_choices");
    assertThat(response.usage().promptTokens()).isEqualTo(4);
  }
}
