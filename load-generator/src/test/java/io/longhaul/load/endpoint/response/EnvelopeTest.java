package io.longhaul.load.endpoint.response;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.endpoint.ParsedResponse;
import io.longhaul.load.endpoint.openai.OpenAiPayload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Events that differ only in their text are decoded without a parser. */
class EnvelopeTest {
  private static final String BEFORE = "{\"choices\":[{\"delta\":{\"content\":\"";
  private static final String AFTER = "\"}}]}";

  private static final List<String> EVENTS =
      List.of(
          BEFORE + "TEXT" + AFTER,
          "{\"choices\":[{\"delta\":{\"reasoning_content\":\"TEXT\",\"content\":null}}]}",
          "{\"choices\":[{\"delta\":{\"content\":\"\",\"reasoning\":\"TEXT\"}}]}",
          "{\"choices\":[{\"delta\":{\"reasoning_content\":\"TEXT\",\"reasoning\":\"TEXT\"}}]}",
          "{\"choices\":[{\"delta\":{\"reasoning_content\":\"a\",\"reasoning\":\"TEXT\"}}]}",
          "{\"choices\":[{\"delta\":{\"reasoning\":\"TEXT\",\"content\":\"a\"}}]}",
          "{\"choices\":[{\"delta\":{\"content\":\"TEXT\",\"content\":\"a\"}}]}",
          "{\"choices\":[{\"delta\":{\"content\":\"TEXT\",\"content\":[{\"text\":\"a\"}]}}]}",
          "{\"choices\":[{\"delta\":{\"content\":[{\"text\":\"TEXT\"}]}}]}",
          "{\"choices\":[{\"delta\":{\"content\":\"TEXT\",\"tool_calls\":[{\"function\":{\"name\":\"a\"}}]}}]}",
          "{\"choices\":[{\"text\":\"TEXT\",\"finish_reason\":\"stop\"}]}",
          "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"TEXT\"}},{\"delta\":{\"content\":\"a\"}}]}",
          "{\"choices\":[{\"finish_reason\":\"TEXT\",\"delta\":{\"content\":\"a\"}}]}",
          "{\"choices\":[{\"text\":\"TEXT\"}],\"usage\":{\"completion_tokens\":1}}",
          "{\"choices\":[{\"text\":\"a\"}],\"usage\":{\"completion_tokens\":2}}",
          "{\"choices\":[{\"text\":\"TEXT\"}],\"usage\":{\"completion_tokens\":NUMBER}}",
          "{\"choices\":[{\"text\":\"a\"}],\"usage\":{\"completion_tokens\":NUMBER,\"total_tokens\":7,\"prompt_tokens_details\":{\"cached_tokens\":NUMBER}},\"x\":1}",
          "{\"choices\":[{\"text\":\"a\"}],\"usage\":{\"completion_tokens\":1,\"TEXT\":NUMBER}}",
          "{\"choices\":[{\"text\":\"a\"}],\"usage\":{\"x:NUMBER,\":\":1,\",\"completion_tokens\":[NUMBER]}}",
          "{\"choices\":[{\"text\":\"a\"}],\"usage\":{\"prompt_tokens\":NUMBER},\"usage\":{}}",
          "{\"choices\":[{\"text\":\"a\"}],\"usage\":{\"prompt_tokens\":1},\"usage\":{\"completion_tokens\":NUMBER}}",
          "{\"usage\":{\"completion_tokens\":NUMBER},\"choices\":[{\"text\":\"TEXT\"}]}",
          "{\"choices\":[],\"usage\":{\"completion_tokens\":NUMBER}}",
          "{\"choices\":[{\"text\":\"TEXT\"}],\"error\":\"busy\"}",
          "{\"TEXT\":1,\"choices\":[{\"text\":\"a\"}]}",
          "{\"choices\":[{\"text\":\"TEXT\"}]} x",
          "{\"choices\":[{\"text\":\"TEXT\"}");

  private static final List<String> TEXTS =
      List.of(
          "a",
          "b",
          " ab",
          "",
          "\\n",
          "\\u00e9",
          "\\",
          "\"",
          "\\\"",
          "\",\"x\":\"",
          "é",
          "漢",
          "𝄞",
          "\uFFFD",
          "\u0001",
          "\t",
          "a\\",
          "TEXT");

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1",
          "12",
          "01",
          "-1",
          "1.5",
          "1e3",
          "999999999",
          "1000000000",
          "",
          "null",
          "1 ",
          "{}");

  private final Envelope envelope = new Envelope();

  @Test
  void anEventWithAnotherTextInTheSameEnvelopeIsDecoded() {
    store(BEFORE + " one" + AFTER, new Delta(" one", "", "stop"));

    assertThat(read(BEFORE + " three" + AFTER)).isEqualTo(new Delta(" three", "", "stop"));
    assertThat(read(BEFORE + "漢𝄞" + AFTER)).isEqualTo(new Delta("漢𝄞", "", "stop"));
    assertThat(read(BEFORE + "x" + AFTER)).isEqualTo(new Delta("x", "", "stop"));
  }

  @Test
  void reasoningIsDistinguished() {
    store(BEFORE + "why" + AFTER, new Delta("", "why", ""));

    assertThat(read(BEFORE + "because" + AFTER)).isEqualTo(new Delta("", "because", ""));
  }

  @Test
  void anotherEnvelopeNeedsTheParser() {
    store(BEFORE + "one" + AFTER, new Delta("one", "", ""));

    assertThat(read(BEFORE.replace("choices", "choicer") + "two" + AFTER)).isNull();
    assertThat(read(BEFORE + "two" + AFTER + " ")).isNull();
    assertThat(read(BEFORE + "two\"},\"index\":1}]}")).isNull();
    assertThat(read("[DONE]")).isNull();
    assertThat(read("")).isNull();
  }

  @Test
  void aTextWithEscapesNeedsTheParser() {
    store(BEFORE + "one" + AFTER, new Delta("one", "", ""));

    for (String text : List.of("", "\\n", "\"", "a\"b", "\t", "\u0000", "\uFFFD")) {
      assertThat(read(BEFORE + text + AFTER)).as(text).isNull();
    }
    byte[] illFormed = (BEFORE + "?" + AFTER).getBytes(UTF_8);
    illFormed[BEFORE.length()] = (byte) 0xC3;
    assertThat(envelope.read(illFormed, 0, illFormed.length)).isNull();
  }

  @Test
  void anEventWithOtherNumbersInItsUsageIsDecoded() {
    String after = "\"}}],\"usage\":{\"a\":%s,\"b\":{\"c\":%s},\"d\":\":7,\"},\"n\":3}";
    storeWithUsage(BEFORE + "one" + after.formatted("5", "12"));

    assertThat(read(BEFORE + "two" + after.formatted("600", "0")))
        .isEqualTo(new Delta("two", "", ""));
    assertThat(envelope.usage()).hasToString("{\"a\":600,\"b\":{\"c\":0},\"d\":\":7,\"}");
    for (String number : List.of("", "01", "-1", "1.5", "1e2", "1234567890", "\"1\"", "1 ", " 1")) {
      assertThat(read(BEFORE + "two" + after.formatted(number, "12"))).as(number).isNull();
    }
    assertThat(read(BEFORE + "two" + after.formatted("5", "12").replace(":7,", ":8,"))).isNull();
    assertThat(read(BEFORE + "two" + after.formatted("5", "12").replace("\"n\":3", "\"n\":4")))
        .isNull();
    assertThat(read(BEFORE + "two" + after.formatted("5", "12").replace("\"b\"", "\"x\"")))
        .isNull();
    assertThat(read(BEFORE + "two")).isNull();
  }

  @Test
  void aUsageWithEscapesMustNotDiffer() {
    String after = "\"}}],\"usage\":{\"\\\"a\":%s}}";
    storeWithUsage(BEFORE + "one" + after.formatted("5"));

    assertThat(read(BEFORE + "two" + after.formatted("5"))).isEqualTo(new Delta("two", "", ""));
    assertThat(read(BEFORE + "two" + after.formatted("6"))).isNull();
  }

  /** The end of the part before the text overlaps with the start of the part after it. */
  @Test
  void anEventWithOverlappingPartsNeedsTheParser() {
    store("{\"\":\"a\"\"}", new Delta("a", "", ""), 4);

    assertThat(read("{\"\":\"\"}")).isNull();
    assertThat(read("{\"\":\"}")).isNull();
  }

  @Test
  void ambiguousTextIsNotStored() {
    store(BEFORE + "one" + AFTER, new Delta("one", "one", ""));
    store(BEFORE + "" + AFTER, new Delta("", "", "stop"));
    store(BEFORE + "one" + AFTER, new Delta("one and more", "", ""));
    store(BEFORE + "\\n" + AFTER, new Delta("\n", "", ""));
    String large = "x".repeat(Envelope.MAX_BYTES);
    store(BEFORE + large + AFTER, new Delta(large, "", ""));

    assertThat(read(BEFORE + "one" + AFTER)).isNull();
  }

  @Test
  void theLatestStoredEnvelopeIsUsed() {
    store(BEFORE + "a long text" + AFTER, new Delta("a long text", "", ""));
    store(" " + BEFORE + "b" + AFTER, new Delta("", "b", ""), BEFORE.length());
    store(BEFORE + "\\n" + AFTER, new Delta("\n", "", ""));

    assertThat(read(BEFORE + "two" + AFTER)).isNull();
    assertThat(read(" " + BEFORE + "two" + AFTER)).isEqualTo(new Delta("", "two", ""));
  }

  @Test
  void aPayloadReportsThePositionOfItsSingleText() throws Exception {
    assertThat(quoteIn(BEFORE + "one" + AFTER)).isEqualTo(BEFORE.length() - 1);
    String inBlanks = "{ \"choices\" : [ { \"text\" : \"é\" } ] }";
    assertThat(quoteIn(inBlanks)).isEqualTo(inBlanks.indexOf("\"é\""));
    String withoutOtherText = "{\"choices\":[{\"delta\":{\"content\":\"\",\"reasoning\":\"a\"}}]}";
    assertThat(quoteIn(withoutOtherText)).isEqualTo(withoutOtherText.indexOf("\"a\""));
    assertThat(quoteIn("{\"choices\":[{\"delta\":{\"content\":\"a\",\"reasoning\":\"a\"}}]}"))
        .isEqualTo(ResponsePayload.UNKNOWN_POSITION);
    assertThat(quoteIn("{\"choices\":[{\"delta\":{\"content\":[{\"text\":\"a\"}]}}]}"))
        .isEqualTo(ResponsePayload.UNKNOWN_POSITION);
    assertThat(quoteIn("{\"choices\":[]}")).isEqualTo(ResponsePayload.UNKNOWN_POSITION);
  }

  @Provide
  Arbitrary<List<String>> events() {
    return Combinators.combine(
            Arbitraries.of(EVENTS), Arbitraries.of(TEXTS), Arbitraries.of(NUMBERS))
        .as((event, text, number) -> event.replace("TEXT", text).replace("NUMBER", number))
        .list()
        .ofMaxSize(12);
  }

  @Provide
  Arbitrary<List<String>> eventsOfOneKind() {
    return Combinators.combine(
            Arbitraries.of(EVENTS),
            Arbitraries.of(TEXTS).list().ofMinSize(2).ofMaxSize(8),
            Arbitraries.of(NUMBERS).list().ofMinSize(1).ofMaxSize(8))
        .as(
            (event, texts, numbers) ->
                IntStream.range(0, texts.size())
                    .mapToObj(
                        i ->
                            event
                                .replace("TEXT", texts.get(i))
                                .replace("NUMBER", numbers.get(i % numbers.size())))
                    .toList());
  }

  @Property(tries = 5_000)
  void anyStreamIsDecodedAsWithTheParserAlone(@ForAll("events") List<String> events) {
    assertThat(responseOf(events)).isEqualTo(responseOf(unlike(events)));
  }

  @Property(tries = 5_000)
  void aUniformStreamIsDecodedAsWithTheParserAlone(@ForAll("eventsOfOneKind") List<String> events) {
    assertThat(responseOf(events)).isEqualTo(responseOf(unlike(events)));
  }

  /** Adds a unique member to the start of each event, so that all of them need the parser. */
  private static List<String> unlike(List<String> events) {
    List<String> unlike = new ArrayList<>();
    for (String event : events) {
      unlike.add("{\"n\":" + unlike.size() + "," + event.substring(1));
    }
    return unlike;
  }

  private static ParsedResponse responseOf(List<String> events) {
    StringBuilder stream = new StringBuilder();
    events.forEach(event -> stream.append("data: ").append(event).append("\n\n"));
    return ParsedResponse.ofStream(stream.toString());
  }

  private static int quoteIn(String event) throws IOException {
    OpenAiPayload payload = new OpenAiPayload();
    byte[] bytes = ("data: " + event).getBytes(UTF_8);
    payload.read(bytes, "data: ".length(), bytes.length - "data: ".length());
    return payload.textQuote();
  }

  private void store(String event, Delta delta) {
    store(event, delta, BEFORE.length() - 1);
  }

  private void storeWithUsage(String event) {
    byte[] bytes = event.getBytes(UTF_8);
    int usage = event.indexOf("\"usage\":") + "\"usage\":".length();
    int end = event.lastIndexOf("}", event.length() - 2) + 1;
    envelope.store(
        bytes, 0, bytes.length, BEFORE.length() - 1, usage, end, new Delta("one", "", ""));
  }

  /** The event is surrounded by other bytes. */
  private void store(String event, Delta delta, int quote) {
    byte[] bytes = ("data: " + event).getBytes(UTF_8);
    envelope.store(
        bytes, "data: ".length(), bytes.length - "data: ".length(), quote, -1, -1, delta);
  }

  private Delta read(String event) {
    byte[] bytes = (event + "\n").getBytes(UTF_8);
    return envelope.read(bytes, 0, bytes.length - 1);
  }
}
