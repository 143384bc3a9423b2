package io.longhaul.load.record;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.Damage;
import io.longhaul.load.endpoint.response.Delta;
import io.longhaul.load.endpoint.response.Usage;
import io.longhaul.load.grpc.MessageFrame;
import io.longhaul.load.http.ExchangeEnd;
import io.longhaul.load.http.ExchangeEnd.Kind;
import io.longhaul.load.plan.server.TokenizerPlan;
import io.longhaul.load.record.ExpectedResponse.Form;
import io.longhaul.load.tokenizer.CachingTokenCounter;
import io.longhaul.load.tokenizer.Tokenizers;
import io.longhaul.schema.VarintWriter;
import io.longhaul.wire.Ending;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/**
 * Whatever a server of any endpoint sends, its response has one of the defined outcomes, nothing is
 * thrown, and the result fits into the log.
 */
class ResponseDecoderFuzzTest {
  private static final List<ExpectedResponse> RIGHT = ExpectedResponse.all();
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final CachingTokenCounter TOKEN_COUNTER =
      new CachingTokenCounter(
          Tokenizers.ofThisProcess()
              .load(new TokenizerPlan("builtin", null, false), false)
              .tokenizer(),
          warning -> {});

  /** Fields of the object of {@link ExpectedResponse}, and of the objects that it may contain. */
  private static final int ANY = 2;

  private static final int VALUE = 5;
  private static final int INNER = 7;

  private static final ExchangeEnd CUT =
      new ExchangeEnd(Kind.CLOSED_INSIDE_ANSWER, "the connection ended");

  /**
   * Values that replace a valid one: other types, extreme numbers, incomplete characters, deep
   * nesting.
   */
  private static final List<String> STRANGE =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "2147483648",
          "9".repeat(99),
          "9".repeat(1_000),
          "1e999999999",
          "-0.0",
          "\"\"",
          "\"x\"",
          "\"503\"",
          "\"\\ud834\"",
          "\"\\u0000\\udd1e\"",
          "\"" + "long".repeat(2_000) + "\"",
          "[]",
          "[null]",
          "[[[]]]",
          "[1,\"a\",{}]",
          "{}",
          "{\"a\":{\"b\":[]}}",
          "{\"\":0,\"index\":{},\"text\":[],\"name\":1,\"type\":null}",
          "[".repeat(1_000) + "]".repeat(1_000),
          "{\"a\":".repeat(1_000) + "1" + "}".repeat(1_000),
          "[",
          "tru");

  private static final String[] WORDS = {
    "null",
    "{}",
    "[]",
    "\"\"",
    "\"x\"",
    "-1",
    "1e999",
    "true",
    "\n\n",
    "\r",
    "data: ",
    ": ",
    "\"error\":\"e\",",
    "event: error\n",
    "[DONE]",
    ",",
    ":",
    "}",
    "]",
    "\\ud834",
    "\0",
    "\1",
    "\u00ff\u00ff\u00ff\u00ff",
    "\u0008\u0096\u0001",
    "\u000b"
  };

  /** The result of decoding a response. */
  private record Decoded(
      List<Delta> chunks,
      RequestOutcome outcome,
      Optional<Usage> usage,
      Optional<String> finishReason) {

    static Decoded of(ExpectedResponse response, int status, List<byte[]> pieces, ExchangeEnd end) {
      List<Delta> chunks = new ArrayList<>();
      ResponseTokenCounter tokens = new ResponseTokenCounter(TOKEN_COUNTER);
      Consumer<Delta> both =
          delta -> {
            chunks.add(delta);
            tokens.add(delta);
          };
      ResponseDecoder reader = new ResponseDecoder(response.dialect(), both);
      reader.head(status, response.form().contentType());
      pieces.forEach(reader::body);
      reader.end(end.kind() == Kind.COMPLETE);
      tokens.finish(new VarintWriter());
      return new Decoded(
          chunks,
          RequestOutcome.of(end, status, reader, null),
          reader.usage(),
          reader.finishReason());
    }

    static Decoded of(ExpectedResponse response) {
      return of(response, 200, List.of(response.body()), ExchangeEnd.COMPLETE);
    }

    void requireThatItFitsIntoTheLog() {
      if (outcome.message() != null) {
        assertThat(outcome.message()).hasSizeLessThanOrEqualTo(2_000);
      }
      if (outcome.reason() != null) {
        assertThat(outcome.reason()).matches("[a-z0-9_]{1,40}");
      }
      finishReason.ifPresent(reason -> assertThat(reason).hasSizeLessThanOrEqualTo(200));
    }
  }

  @Provide
  Arbitrary<ExpectedResponse> validResponses() {
    return Arbitraries.of(RIGHT);
  }

  @Provide
  Arbitrary<Damage> damages() {
    return Damage.with(WORDS);
  }

  @Test
  void validResponsesSucceed() {
    for (ExpectedResponse response : RIGHT) {
      assertThat(Decoded.of(response).outcome().ending())
          .as("%s: %s", response, new String(response.body(), UTF_8))
          .isIn(Ending.OK, Ending.STREAM_ERROR);
    }
  }

  @Property(tries = 4_000)
  void damagedResponsesHaveTheSameOutcomeWhereverTheyAreSplit(
      @ForAll("validResponses") ExpectedResponse right,
      @ForAll("damages") Damage damage,
      @ForAll @Size(max = 4) List<@IntRange(min = 1, max = 200) Integer> cuts,
      @ForAll boolean isWhole) {
    byte[] damaged = damage.to(right.body());
    ExchangeEnd end = isWhole ? ExchangeEnd.COMPLETE : CUT;

    Decoded received = Decoded.of(right, 200, Damage.cut(damaged, cuts), end);

    assertThat(received).isEqualTo(Decoded.of(right, 200, List.of(damaged), end));
    received.requireThatItFitsIntoTheLog();
    if (!isWhole) {
      assertThat(received.outcome().ending()).isNotEqualTo(Ending.OK);
    }
  }

  /** Decodes a response of any endpoint and status, with any content type. */
  @Property(tries = 2_000)
  void anyBytesHaveAnOutcome(
      @ForAll("validResponses") ExpectedResponse right,
      @ForAll @Size(max = 300) byte[] bytes,
      @ForAll @IntRange(min = 200, max = 599) int status) {
    Decoded received =
        Decoded.of(right.withContent(bytes), status, List.of(bytes), ExchangeEnd.COMPLETE);

    received.requireThatItFitsIntoTheLog();
  }

  @Test
  void errorAnywhereInAResponseHasAnOutcome() {
    Set<Ending> endings = EnumSet.noneOf(Ending.class);
    for (ExpectedResponse right : RIGHT) {
      if (right.form() == Form.MESSAGES) {
        continue;
      }
      List<String> documents = right.documents().stream().distinct().limit(8).toList();
      for (int place = 0; place < documents.size(); place++) {
        for (String wrong : wrongOf(documents.get(place))) {
          List<String> text = new ArrayList<>(documents);
          text.set(place, wrong);
          Decoded received = Decoded.of(right.withContent(bodyOf(right, text)));
          received.requireThatItFitsIntoTheLog();
          endings.add(received.outcome().ending());
        }
      }
    }
    assertThat(endings).contains(Ending.OK, Ending.STREAM_ERROR, Ending.PROTOCOL_ERROR);
  }

  private static byte[] bodyOf(ExpectedResponse right, List<String> documents) {
    return right.form() == Form.EVENTS
        ? ExpectedResponse.streamOf(documents)
        : documents.get(0).getBytes(UTF_8);
  }

  /**
   * Returns the document with each strange value in each place: instead of the value there, or
   * before it.
   */
  private static List<String> wrongOf(String document) {
    List<String> wrong = new ArrayList<>(STRANGE);
    if (document.startsWith("{") || document.startsWith("[{")) {
      try {
        JsonNode root = MAPPER.readTree(document);
        collect(root, root, wrong);
      } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
        throw new IllegalArgumentException(document, e);
      }
    }
    return wrong;
  }

  private static void collect(JsonNode root, JsonNode node, List<String> wrong) {
    String mark = "\"@@\"";
    if (node instanceof ObjectNode object) {
      for (String name : object.properties().stream().map(member -> member.getKey()).toList()) {
        JsonNode value = object.get(name);
        object.put(name, "@@");
        String marked = root.toString();
        for (String strange : STRANGE) {
          wrong.add(marked.replace(mark, strange));
        }
        // A duplicate member: the first or the last one may win.
        wrong.add(marked.replace(mark, "1,\"" + name + "\":" + value));
        wrong.add(marked.replace(mark, value + ",\"" + name + "\":{}"));
        object.remove(name);
        wrong.add(root.toString());
        object.set(name, value);
        collect(root, value, wrong);
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < Math.min(2, array.size()); i++) {
        JsonNode value = array.get(i);
        array.set(i, "@@");
        String marked = root.toString();
        for (String strange : STRANGE) {
          wrong.add(marked.replace(mark, strange));
        }
        array.set(i, value);
        collect(root, value, wrong);
      }
    }
  }

  @Test
  void responseTruncatedAtAnyByteHasAnOutcome() {
    for (ExpectedResponse right : RIGHT) {
      boolean isLong = right.body().length > 3_000;
      for (int length = 0; length < right.body().length; length += isLong ? 37 : 1) {
        List<byte[]> text = List.of(Arrays.copyOf(right.body(), length));
        Decoded ended = Decoded.of(right, 200, text, ExchangeEnd.COMPLETE);
        Decoded cut = Decoded.of(right, 200, text, CUT);

        ended.requireThatItFitsIntoTheLog();
        assertThat(cut.outcome().ending())
            .as("%s, %d bytes", right, length)
            .isNotEqualTo(Ending.OK);
      }
    }
  }

  @Test
  void invalidResponseFails() {
    for (ExpectedResponse right : RIGHT) {
      for (String page :
          List.of(
              "",
              " ",
              "\uFEFF",
              "<!doctype html><html><body>502 Bad Gateway</body></html>",
              "\u001f\u008b\u0008\0\0\0\0\0\0\u0003\u00abV\u00ca",
              "{\"error\":".repeat(100_000),
              "[ ".repeat(100_000) + "] ".repeat(100_000),
              "{\"choices\":" + "[ ".repeat(100_000),
              "9".repeat(10_000),
              "{\"" + "k ".repeat(1_000) + "\":1}")) {
        byte[] bytes = page.getBytes(ISO_8859_1);
        for (int status : List.of(200, 500)) {
          Decoded received =
              Decoded.of(right.withContent(bytes), status, List.of(bytes), ExchangeEnd.COMPLETE);

          received.requireThatItFitsIntoTheLog();
          if (status >= 300) {
            assertThat(received.outcome().reason()).isEqualTo("http_" + status);
          }
        }
      }
    }
  }

  @Test
  void deeplyNestedMessagesHaveAnOutcome() {
    String anyOfAny = "\n\u0014/google.protobuf.Any";
    List<byte[]> nested =
        List.of(
            nested(100_000, "", INNER),
            nested(100_000, "", VALUE),
            nested(100_000, anyOfAny, ANY),
            nested(1_000, anyOfAny, ANY),
            "K".repeat(100_000).getBytes(ISO_8859_1),
            "{".repeat(100_000).getBytes(ISO_8859_1),
            ("K".repeat(100_000) + "L".repeat(100_000)).getBytes(ISO_8859_1),
            ("{".repeat(100_000) + "|".repeat(100_000)).getBytes(ISO_8859_1));
    for (ExpectedResponse right : RIGHT) {
      if (right.form() == Form.MESSAGES) {
        for (byte[] message : nested) {
          byte[] framed = MessageFrame.of(message);
          Decoded.of(right.withContent(framed)).requireThatItFitsIntoTheLog();
        }
      }
    }
  }

  /** Returns fields that are nested in one another, each after the preceding content. */
  private static byte[] nested(int levels, String before, int field) {
    Deque<byte[]> heads = new ArrayDeque<>();
    int length = 0;
    for (int level = 0; level < levels && length < 3 << 20; level++) {
      ByteArrayOutputStream head = new ByteArrayOutputStream();
      head.writeBytes(level + 1 == levels ? new byte[0] : before.getBytes(ISO_8859_1));
      head.write((field << 3) | 2);
      for (int rest = length; ; rest >>>= 7) {
        head.write(rest < 128 ? rest : (rest & 127) | 128);
        if (rest < 128) {
          break;
        }
      }
      heads.push(head.toByteArray());
      length += head.size();
    }
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    heads.forEach(message::writeBytes);
    return message.toByteArray();
  }
}
