package io.longhaul.report.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes are those of {@link JsonDocument}. */
class JsonBytesTest {
  private final Random random = new Random(5);

  @ParameterizedTest
  @ValueSource(longs = {1_000_000, 1_000_000_000, 1_024})
  void quotientsHaveTheDigitsOfDoubles(long perUnit) throws IOException {
    for (int bits = 0; bits < 64; bits++) {
      for (int i = 0; i < 2_000; i++) {
        assertQuotient(random.nextLong() >> bits, perUnit);
      }
    }
    for (long value = -2_000; value <= 2_000; value++) {
      assertQuotient(value, perUnit);
    }
    for (long power = 1; power < 1_000_000_000_000_000_000L; power *= 10) {
      for (long value = power - 2; value <= power + 2; value++) {
        assertQuotient(value, perUnit);
        assertQuotient(-value, perUnit);
        assertQuotient(power * 3, perUnit);
      }
    }
  }

  private static void assertQuotient(long value, long perUnit) throws IOException {
    JsonBytes object = new JsonBytes();
    object.begin();
    object.name("value");
    object.quotient(value, perUnit);
    object.end();

    byte[] expected =
        JsonDocument.compact(
            json -> json.numbers("value", new double[] {(double) value / perUnit}));
    assertThat(textOf(object))
        .isEqualTo(new String(expected, UTF_8).replace("[", "").replace("]", ""));
  }

  @Test
  void membersAreThoseOfADocument() throws IOException {
    String[] texts = {"", "plain", "a \"quoted\" \\ text", "line\nbreak\u0001", "é\u007f", "😀"};
    long[] integers = {0, 9, 10, -1, -100, Long.MAX_VALUE, Long.MIN_VALUE};
    JsonBytes object = new JsonBytes();
    object.begin();
    for (String text : texts) {
      object.text("text", text);
    }
    for (long integer : integers) {
      object.integer("integer", integer);
    }
    object.integerIfAny("none", null);
    object.integerIfAny("some", 7L);
    object.truth("yes", true);
    object.truth("no", false);
    object.text("long", "x".repeat(10_000));
    object.end();

    byte[] expected =
        JsonDocument.compact(
            json -> {
              for (String text : texts) {
                json.text("text", text);
              }
              for (long integer : integers) {
                json.plainInteger("integer", integer);
              }
              json.plainInteger("some", 7);
              json.truth("yes", true);
              json.truth("no", false);
              json.text("long", "x".repeat(10_000));
            });
    assertThat(textOf(object)).isEqualTo(new String(expected, UTF_8));
  }

  private static String textOf(JsonBytes object) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    object.writeTo(out);
    return out.toString(UTF_8);
  }
}
