package io.longhaul.load.endpoint.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Golden bodies of AIPerf 0.13. */
class RequestBodyTest {

  private static final EndpointDialect CHAT = Endpoints.CHAT.dialect(DialectOptions.DEFAULTS);
  private static final EndpointDialect COMPLETIONS =
      Endpoints.named("completions").dialect(DialectOptions.DEFAULTS);

  @Test
  void aStreamingChatRequestsUsage() {
    assertThat(body(CHAT, InferenceRequest.ofText("m", "hi", 5, true)))
        .isEqualTo(
            """
            {"messages":[{"role":"user","content":"hi"}],"model":"m","stream":true,\
            "max_completion_tokens":5,"stream_options":{"include_usage":true}}\
            """);
  }

  @Test
  void withoutAStreamUsageIsNotRequested() {
    assertThat(body(CHAT, InferenceRequest.ofText("m", "hi", null, false)))
        .isEqualTo(
            """
            {"messages":[{"role":"user","content":"hi"}],"model":"m","stream":false}\
            """);
  }

  @Test
  void theLegacyLimitNameAndTheUsersStreamOptionsAreKept() {
    EndpointDialect chat =
        Endpoints.CHAT.dialect(
            new DialectOptions(
                true,
                ExtraInputs.parse(
                    List.of("{\"stream_options\":{\"include_usage\":false},\"temperature\":0}"))));

    assertThat(body(chat, InferenceRequest.ofText("m", "hi", 5, true)))
        .endsWith(
            """
            "max_tokens":5,"stream_options":{"include_usage":false},"temperature":0}\
            """);
  }

  @Test
  void otherStreamOptionsAreCombinedWithIncludeUsage() {
    ExtraInputs extra =
        ExtraInputs.parse(List.of("{\"stream_options\":{\"continuous_usage_stats\":true}}"));
    EndpointDialect chat = Endpoints.CHAT.dialect(new DialectOptions(false, extra));

    assertThat(body(chat, InferenceRequest.ofText("m", "hi", null, true)))
        .endsWith(
            """
            "stream_options":{"continuous_usage_stats":true,"include_usage":true}}\
            """);
    assertThat(extra.toJson()).isEqualTo("{\"stream_options\":{\"continuous_usage_stats\":true}}");
  }

  @Test
  void aStreamEnabledByExtraInputsRequestsUsage() {
    EndpointDialect chat =
        Endpoints.CHAT.dialect(
            new DialectOptions(false, ExtraInputs.parse(List.of("stream:true"))));

    assertThat(body(chat, InferenceRequest.ofText("m", "hi", null, false)))
        .endsWith(
            """
            "stream":true,"stream_options":{"include_usage":true}}\
            """);
  }

  @Test
  void requestExtraInputsOverrideRunExtraInputsAndTheDialect() {
    EndpointDialect chat =
        Endpoints.CHAT.dialect(
            new DialectOptions(false, ExtraInputs.parse(List.of("model:run,seed:1,top_p:.5"))));
    InferenceRequest request =
        new InferenceRequest(
            "m", List.of(Message.user("hi")), 5, false, ExtraInputs.parse(List.of("seed:2")));

    assertThat(body(chat, request))
        .isEqualTo(
            """
            {"messages":[{"role":"user","content":"hi"}],"model":"run","stream":false,\
            "max_completion_tokens":5,"seed":2,"top_p":0.5}\
            """);
  }

  @Test
  void aConversationKeepsItsRolesAndParts() {
    InferenceRequest request =
        new InferenceRequest(
            "m",
            List.of(
                new Message("system", List.of("S")),
                Message.user("C"),
                new Message("user", List.of("u1", "u2"))),
            null,
            false,
            ExtraInputs.NONE);

    assertThat(body(CHAT, request))
        .startsWith(
            """
            {"messages":[{"role":"system","content":"S"},{"role":"user","content":"C"},\
            {"role":"user","content":[{"type":"text","text":"u1"},{"type":"text","text":"u2"}]}],\
            """);
  }

  @Test
  void textIsWrittenAsJsonInUtf8() {
    assertThat(body(CHAT, InferenceRequest.ofText("m", "\"é\n漢\u0001", null, false)))
        .contains("\"content\":\"\\\"é\\n漢\\u0001\"");
  }

  @Test
  void completionsSendOneTextOrSeveral() {
    assertThat(body(COMPLETIONS, InferenceRequest.ofText("m", "hi", 5, true)))
        .isEqualTo(
            """
            {"prompt":"hi","model":"m","stream":true,"max_tokens":5,\
            "stream_options":{"include_usage":true}}\
            """);

    InferenceRequest two =
        new InferenceRequest(
            "m", List.of(new Message("user", List.of("a", "b"))), null, false, ExtraInputs.NONE);
    assertThat(body(COMPLETIONS, two))
        .isEqualTo(
            """
            {"prompt":["a","b"],"model":"m","stream":false}\
            """);
  }

  @Test
  void completionsRejectAConversation() {
    InferenceRequest twoTurns =
        new InferenceRequest(
            "m", List.of(Message.user("a"), Message.user("b")), null, false, ExtraInputs.NONE);

    assertThatThrownBy(() -> COMPLETIONS.requestBody(twoTurns))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cannot send a request to a completions endpoint: 2 messages"
                + " (it supports one turn; use endpoint type chat)");
  }

  @Test
  void aRequestMustHaveAMessage() {
    assertThatThrownBy(() -> new InferenceRequest("m", List.of(), null, false, ExtraInputs.NONE))
        .hasMessage("Invalid request: no message (it needs one to answer)");
    assertThatThrownBy(() -> new Message("user", List.of()))
        .hasMessage("Invalid message: neither text nor media (a message needs content)");
  }

  private static String body(EndpointDialect dialect, InferenceRequest request) {
    return new String(dialect.requestBody(request), UTF_8);
  }
}
