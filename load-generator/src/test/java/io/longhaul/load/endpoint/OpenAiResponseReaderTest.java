package io.longhaul.load.endpoint;

import static io.longhaul.load.endpoint.response.ResponseResult.Kind.EMPTY;
import static io.longhaul.load.endpoint.response.ResponseResult.Kind.PROTOCOL_ERROR;
import static io.longhaul.load.endpoint.response.ResponseResult.Kind.STREAM_ERROR;
import static io.longhaul.load.endpoint.response.ResponseResult.Kind.TRUNCATED;
import static io.longhaul.load.endpoint.response.ResponseResult.Kind.WHOLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.response.Delta;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.endpoint.response.ResponseResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenAiResponseReaderTest {

  private static final String DONE = "data: [DONE]\n\n";

  @Test
  void aRoleOnlyDeltaIsNotAToken() {
    ParsedResponse response =
        ParsedResponse.ofStream(delta("{\"role\":\"assistant\"}") + content("a") + DONE);

    assertThat(response.chunks()).isEqualTo("- C:a -");
    assertThat(response.deltas().get(0)).isSameAs(Delta.NOTHING);
    assertThat(response.kind()).isEqualTo(WHOLE);
  }

  @Test
  void anEmptyOrMissingOrNullContentIsNotAToken() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            content("") + delta("{\"content\":null}") + delta("{}") + content("a") + DONE);

    assertThat(response.chunks()).isEqualTo("- - - C:a -");
  }

  @Test
  void whitespaceIsText() {
    assertThat(ParsedResponse.ofStream(content(" ") + content("\\n") + DONE).chunks())
        .isEqualTo("C:  C:\n -");
  }

  /** The stream of golden case G11. */
  @Test
  void reasoningIsAChunkAndIsDistinguished() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            delta("{\"role\":\"assistant\",\"content\":\"\"}")
                + delta("{\"reasoning_content\":\"a b\"}")
                + content("x")
                + content(" y")
                + DONE);

    assertThat(response.chunks()).isEqualTo("- R:a b C:x C: y -");
    assertThat(response.kind()).isEqualTo(WHOLE);
  }

  @Test
  void bothNamesOfReasoningAreRead() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            delta("{\"reasoning\":\"a\"}")
                + delta("{\"reasoning_content\":\"\",\"reasoning\":\"b\"}")
                + delta("{\"reasoning_content\":\"c\",\"reasoning\":\"c\",\"content\":null}")
                + delta("{\"reasoning_content\":\"d\",\"content\":\"e\"}")
                + DONE);

    assertThat(response.chunks()).isEqualTo("R:a R:b R:c C:e+R:d -");
  }

  @Test
  void toolCallNamesAndArgumentsAreContent() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            delta("{\"content\":null,\"tool_calls\":[{\"function\":{\"name\":\"get_weather\"}}]}")
                + delta("{\"tool_calls\":[{\"function\":{\"arguments\":\"{\\\"x\\\"\"}}]}")
                + delta("{\"tool_calls\":[{\"function\":{\"name\":null,\"arguments\":\":1}\"}}]}")
                + delta("{\"content\":\"so \",\"tool_calls\":[{\"function\":{\"name\":\"f\"}}]}")
                + DONE);

    assertThat(response.chunks()).isEqualTo("C:get_weather C:{\"x\" C::1} C:so f -");
  }

  @Test
  void contentCanConsistOfParts() {
    assertThat(
            ParsedResponse.ofStream(
                    delta("{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"text\":\"b\"}]}")
                        + DONE)
                .chunks())
        .isEqualTo("C:ab -");
  }

  @Test
  void textOfCompletionsIsRead() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            event("{\"object\":\"text_completion\",\"choices\":[{\"text\":\"a\"}]}")
                + event("{\"choices\":[{\"text\":\"\",\"finish_reason\":\"stop\"}]}"));

    assertThat(response.chunks()).isEqualTo("C:a -");
    assertThat(response.finishReason()).isEqualTo("stop");
    assertThat(response.kind()).isEqualTo(WHOLE);
  }

  @Test
  void membersCanHaveAnyOrderAndUnknownOnesAreSkipped() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            event(
                """
                {"x":{"y":[1,{"choices":7}]},"usage":{"completion_tokens":1},"choices":[{"logprobs":\
                {"content":[{"token":"a"}]},"finish_reason":"length","delta":{"z":[[]],"content":"a"},\
                "index":0}],"object":"chat.completion.chunk","id":"1"}\
                """));

    assertThat(response.chunks()).isEqualTo("C:a");
    assertThat(response.deltas().get(0).finishReason()).isEqualTo("length");
    assertThat(response.usage().completionTokens()).isEqualTo(1);
  }

  @Test
  void aFinishReasonCompletesAStreamWithoutDone() {
    ParsedResponse response = ParsedResponse.ofStream(content("a") + finish("stop"));

    assertThat(response.kind()).isEqualTo(WHOLE);
    assertThat(response.result().reason()).isEmpty();
    assertThat(response.finishReason()).isEqualTo("stop");
  }

  @Test
  void doneCompletesAStreamWithoutAFinishReason() {
    assertThat(ParsedResponse.ofStream(content("a") + DONE).kind()).isEqualTo(WHOLE);
    assertThat(ParsedResponse.ofStream(content("a") + "data:[DONE]\r\n\r\n").kind())
        .isEqualTo(WHOLE);
    assertThat(ParsedResponse.ofStream(content("a") + "data:  [DONE] \n\n").kind())
        .isEqualTo(WHOLE);
    assertThat(ParsedResponse.ofStream(content("a") + "data: [DONE]").kind()).isEqualTo(WHOLE);
  }

  @Test
  void aStreamWithNeitherIsTruncatedAndKeepsItsChunks() {
    ParsedResponse response = ParsedResponse.ofStream(content("a") + content("b"));

    assertThat(response.kind()).isEqualTo(TRUNCATED);
    assertThat(response.result().reason()).isEqualTo("no_finish");
    assertThat(response.chunks()).isEqualTo("C:a C:b");
  }

  @Test
  void aStreamWithATruncatedBodyIsTruncated() {
    ParsedResponse response = ParsedResponse.ofCutStream(content("a") + finish("stop") + DONE);

    assertThat(response.kind()).isEqualTo(TRUNCATED);
    assertThat(response.result().reason()).isEqualTo("body_cut");
  }

  @Test
  void aStreamThatEndsInsideAnEventIsTruncated() {
    ParsedResponse half = ParsedResponse.ofStream(content("a") + "data: {\"choices\":[{\"del");
    ParsedResponse afterTheFinish =
        ParsedResponse.ofStream(content("a") + finish("stop") + "data: {\"usa");

    assertThat(half.kind()).isEqualTo(TRUNCATED);
    assertThat(half.result().reason()).isEqualTo("event_cut");
    assertThat(half.chunks()).isEqualTo("C:a -");
    assertThat(afterTheFinish.result().reason()).isEqualTo("event_cut");
  }

  @Test
  void eachOfSeveralChoicesMustFinish() {
    String first = "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}";
    String second = "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"b\"}}]}";
    String secondEnds = "{\"choices\":[{\"index\":1,\"delta\":{},\"finish_reason\":\"length\"}]}";

    assertThat(ParsedResponse.ofStream(event(second) + event(first)).kind()).isEqualTo(TRUNCATED);
    assertThat(ParsedResponse.ofStream(event(second) + event(first) + event(secondEnds)).kind())
        .isEqualTo(WHOLE);
    assertThat(ParsedResponse.ofStream(event(second) + event(first) + DONE).kind())
        .isEqualTo(WHOLE);
  }

  @Test
  void aFinishedChoiceStaysFinished() {
    assertThat(ParsedResponse.ofStream(content("a") + finish("stop") + delta("{}")).kind())
        .isEqualTo(WHOLE);
  }

  @Test
  void anyChoiceIndexIsAccepted() {
    String choice = "{\"choices\":[{\"index\":%s,\"text\":\"a\",\"finish_reason\":\"stop\"}]}";

    for (String index : new String[] {"-5", "63", "64", "99999999999999999999", "1.5", "null"}) {
      assertThat(ParsedResponse.ofStream(event(choice.formatted(index))).kind()).isEqualTo(WHOLE);
    }
  }

  @Test
  void invalidFinishReasonsAndIndicesAreIgnored() {
    for (String odd : List.of("{\"a\":{\"content\":\"x\"}}", "[[\"x\"],1]", "{}", "7")) {
      assertThat(
              ParsedResponse.ofStream(
                      "data: {\"choices\":[{\"index\":"
                          + odd
                          + ",\"finish_reason\":"
                          + odd
                          + ",\"delta\":{\"content\":\"a\"}}]}\n\ndata: [DONE]\n\n")
                  .chunks())
          .as(odd)
          .isEqualTo("C:a -");
    }
  }

  @Test
  void aCompleteStreamWithoutChunksIsEmpty() {
    assertThat(ParsedResponse.ofStream(DONE).kind()).isEqualTo(EMPTY);
    assertThat(ParsedResponse.ofStream(delta("{\"role\":\"assistant\"}") + finish("stop")).result())
        .isEqualTo(ResponseResult.EMPTY);
  }

  @Test
  void anEmptyStreamOrOneOfCommentsIsTruncated() {
    assertThat(ParsedResponse.ofStream("").kind()).isEqualTo(TRUNCATED);
    assertThat(ParsedResponse.ofStream(": ping\n\n: ping\n\n").result().reason())
        .isEqualTo("no_finish");
  }

  @Test
  void pingsAndEmptyEventsAreNotTokens() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            ": ping\n\nevent: ping\n\ndata\n\ndata:   \n\ndata: {}\n\ndata: {\"choices\":null}\n\n"
                + content("a")
                + DONE);

    assertThat(response.chunks()).isEqualTo("- - - - - - C:a -");
    assertThat(response.kind()).isEqualTo(WHOLE);
  }

  @Test
  void eventsAfterDoneAreStillRead() {
    assertThat(ParsedResponse.ofStream(DONE + content("a")).chunks()).isEqualTo("- C:a");
  }

  /** Golden case G10, and what servers make of it. */
  @Test
  void anErrorWithinAStreamIsAnError() {
    assertStreamError("event: error\ndata: boom\n\n", "stream_error_502", "boom");
    assertStreamError("event: ERROR\n\n", "stream_error_502", "event: error");
    assertStreamError(": out of memory\nevent: error\n\n", "stream_error_502", "out of memory");
    assertStreamError(
        event("{\"error\":{\"message\":\"busy\",\"code\":503}}"), "stream_error_503", "busy");
    assertStreamError(
        event("{\"error\":{\"message\":\"busy\",\"code\":7}}"), "stream_error_502", "busy");
    assertStreamError(event("{\"error\":\"busy\"}"), "stream_error_502", "busy");
    assertStreamError(
        event("{\"error\":{\"type\":\"x\"}}"), "stream_error_502", "{\"type\":\"x\"}");
    assertStreamError(event("{\"detail\":\"no model\"}"), "stream_error_502", "no model");
    assertStreamError(
        event("{\"detail\":[{\"msg\":\"bad\"}]}"), "stream_error_502", "[{\"msg\":\"bad\"}]");
    assertStreamError(
        event("{\"object\":\"error\",\"message\":\"old style\",\"code\":400}"),
        "stream_error_502",
        "old style");
    assertStreamError(
        "event: error\ndata: {\"error\":{\"message\":\"late\",\"code\":500}}\n\n",
        "stream_error_500",
        "late");
    assertStreamError(
        "event: error\ndata: {\"reason\":\"x\"}\n\n", "stream_error_502", "{\"reason\":\"x\"}");
  }

  @Test
  void theFirstErrorOfAStreamIsReported() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            content("a") + event("{\"error\":\"one\"}") + event("{\"error\":\"two\"}") + DONE);

    assertThat(response.result().message()).isEqualTo("one");
    assertThat(response.chunks()).isEqualTo("C:a - - -");
  }

  @Test
  void anEmptyErrorMemberIsNotAnError() {
    for (String nothing : new String[] {"null", "false", "\"\"", "0", "{}", "[]"}) {
      ParsedResponse response =
          ParsedResponse.ofStream(
              event("{\"error\":" + nothing + ",\"choices\":[{\"text\":\"a\"}]}") + DONE);
      assertThat(response.kind()).isEqualTo(WHOLE);
    }
  }

  @Test
  void aDetailNextToChoicesIsNotAnError() {
    assertThat(
            ParsedResponse.ofStream(
                    event("{\"detail\":\"x\",\"choices\":[{\"text\":\"a\"}]}") + DONE)
                .kind())
        .isEqualTo(WHOLE);
  }

  @Test
  void malformedJsonIsAProtocolError() {
    for (String malformed :
        new String[] {
          "{\"choices\":[", "{} {}", "{\"a\":01}", "{'a':1}", "nonsense", "{\"a\":NaN}"
        }) {
      ParsedResponse response =
          ParsedResponse.ofStream(content("a") + event(malformed) + content("b") + DONE);

      assertThat(response.kind()).as(malformed).isEqualTo(PROTOCOL_ERROR);
      assertThat(response.result().reason()).isIn("malformed_json", "unexpected_json");
      assertThat(response.result().message()).isNotEmpty();
      assertThat(response.chunks()).isEqualTo("C:a - C:b -");
    }
  }

  @Test
  void theMessageForMalformedJsonIsReadable() {
    assertThat(ParsedResponse.ofStream(event("{\"choices\":[")).result().message())
        .isEqualTo("Unexpected end-of-input: expected close marker for Array");
  }

  @Test
  void unexpectedJsonIsAProtocolError() {
    assertUnexpected("42", "Invalid response: VALUE_NUMBER_INT (an object expected)");
    assertUnexpected("[]", "Invalid response: START_ARRAY (an object expected)");
    assertUnexpected("{\"choices\":{}}", "Invalid choices: START_OBJECT (an array expected)");
    assertUnexpected("{\"choices\":[null]}", "Invalid choice: VALUE_NULL (an object expected)");
    assertUnexpected(
        "{\"choices\":[{\"delta\":\"a\"}]}", "Invalid message: VALUE_STRING (an object expected)");
    assertUnexpected(
        "{\"choices\":[{\"delta\":{\"content\":7}}]}",
        "Invalid content: VALUE_NUMBER_INT (a string expected)");
    assertUnexpected(
        "{\"choices\":[{\"text\":{}}]}", "Invalid text: START_OBJECT (a string expected)");
  }

  @Test
  void tooDeeplyNestedJsonIsAProtocolError() {
    ParsedResponse response =
        ParsedResponse.ofStream(event("{\"a\":" + "[".repeat(70) + "]".repeat(70) + "}"));

    assertThat(response.kind()).isEqualTo(PROTOCOL_ERROR);
    assertThat(response.result().message()).contains("depth");
  }

  @Test
  void aMalformedEventInATruncatedStreamIsAProtocolError() {
    assertThat(ParsedResponse.ofCutStream(event("{")).kind()).isEqualTo(PROTOCOL_ERROR);
  }

  @Test
  void aServerErrorTakesPrecedenceOverMalformedJson() {
    assertThat(ParsedResponse.ofStream(event("{") + event("{\"error\":\"busy\"}")).kind())
        .isEqualTo(STREAM_ERROR);
  }

  @Test
  void theLastNonEmptyUsageIsUsed() {
    ParsedResponse response =
        ParsedResponse.ofStream(
            event("{\"choices\":[],\"usage\":{\"completion_tokens\":1,\"prompt_tokens\":9}}")
                + event("{\"usage\":{\"completion_tokens\":2}}")
                + event("{\"choices\":[],\"usage\":null}")
                + event("{\"choices\":[],\"usage\":{}}")
                + DONE);

    assertThat(response.usage().completionTokens()).isEqualTo(2);
    assertThat(response.usage().promptTokens()).isNull();
  }

  @Test
  void aWholeBodyIsOneDelta() {
    ParsedResponse response =
        ParsedResponse.ofBody(
            """
            {"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant",\
            "content":"ab","reasoning_content":"r"},"finish_reason":"stop"}],\
            "usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}\
            """);

    assertThat(response.chunks()).isEqualTo("C:ab+R:r");
    assertThat(response.finishReason()).isEqualTo("stop");
    assertThat(response.usage().totalTokens()).isEqualTo(5);
    assertThat(response.kind()).isEqualTo(WHOLE);
  }

  @Test
  void onlyTheFirstChoiceOfABodyIsRead() {
    assertThat(ParsedResponse.ofBody("{\"choices\":[{\"text\":\"a\"},{\"text\":\"b\"}]}").chunks())
        .isEqualTo("C:a");
  }

  @Test
  void aBodyWithoutTextIsEmpty() {
    assertThat(ParsedResponse.ofBody("{\"choices\":[{\"message\":{\"content\":\"\"}}]}").kind())
        .isEqualTo(EMPTY);
  }

  @Test
  void aBodyThatIsNotAResponseIsAProtocolError() {
    assertThat(ParsedResponse.ofBody("").result().reason()).isEqualTo("unexpected_json");
    assertThat(ParsedResponse.ofBody("<html>").result().reason()).isEqualTo("malformed_json");
    assertThat(ParsedResponse.ofBody("{\"choices\":[").result().reason())
        .isEqualTo("malformed_json");
    assertThat(ParsedResponse.ofBody("{\"id\":1}").result().reason()).isEqualTo("no_choices");
  }

  @Test
  void anErrorInASuccessfulResponseIsAnError() {
    assertThat(ParsedResponse.ofBody("{\"error\":{\"message\":\"busy\",\"code\":429}}").result())
        .isEqualTo(new ResponseResult(STREAM_ERROR, "stream_error_429", "busy"));
  }

  @Test
  void aCutBodyIsTruncatedNotMalformed() {
    ResponseReader reader = Endpoints.CHAT.dialect(DialectOptions.DEFAULTS).newReader(false);
    reader.body(new byte[] {'{'}, 0, 1);

    assertThat(reader.result(false).kind()).isEqualTo(TRUNCATED);
  }

  @Test
  void aReaderAcceptsOnlyItsKindOfResponse() {
    ResponseReader ofStream = Endpoints.CHAT.dialect(DialectOptions.DEFAULTS).newReader(true);

    assertThatThrownBy(() -> ofStream.body(new byte[0], 0, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Cannot read a body: the response is a stream");
  }

  private static void assertStreamError(String event, String reason, String message) {
    ParsedResponse response = ParsedResponse.ofStream(content("a") + event + DONE);

    assertThat(response.result()).isEqualTo(new ResponseResult(STREAM_ERROR, reason, message));
    assertThat(response.chunks()).isEqualTo("C:a - -");
  }

  private static void assertUnexpected(String json, String message) {
    assertThat(ParsedResponse.ofStream(event(json) + DONE).result())
        .isEqualTo(new ResponseResult(PROTOCOL_ERROR, "unexpected_json", message));
  }

  private static String content(String jsonText) {
    return delta("{\"content\":\"" + jsonText + "\"}");
  }

  private static String finish(String reason) {
    return event("{\"choices\":[{\"delta\":{},\"finish_reason\":\"" + reason + "\"}]}");
  }

  private static String delta(String json) {
    return event("{\"choices\":[{\"index\":0,\"delta\":" + json + ",\"finish_reason\":null}]}");
  }

  private static String event(String json) {
    return "data: " + json + "\n\n";
  }
}
