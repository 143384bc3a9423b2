package io.longhaul.report.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonDocumentTest {
  @TempDir Path folder;

  @Test
  void documentsAreIndentedByTwoSpacesAndHaveNoFinalNewline() throws IOException {
    assertThat(
            textOf(
                json -> {
                  json.text("name", "°C");
                  json.object("nothing", () -> {});
                  json.texts("none", List.of());
                  json.objects("some", List.of(1.5), value -> json.number("value", value));
                }))
        .isEqualTo(
            """
            {
              "name": "°C",
              "nothing": {},
              "none": [],
              "some": [
                {
                  "value": 1.5
                }
              ]
            }\
            """);
  }

  @Test
  void aMemberThatIsNotANumberIsOmitted() throws IOException {
    assertThat(
            textOf(
                json -> {
                  json.number("nan", Double.NaN);
                  json.number("infinite", Double.POSITIVE_INFINITY);
                  json.number("less", Double.NEGATIVE_INFINITY);
                  json.number("one", 1);
                }))
        .isEqualTo("{\n  \"one\": 1.0\n}");
  }

  @Test
  void anIntegerThatFloatsCannotRepresentIsText() throws IOException {
    assertThat(
            textOf(
                json -> {
                  json.integer("exact", 9_007_199_254_740_992L);
                  json.integer("beyond", 9_007_199_254_740_993L);
                  json.integer("below", -9_007_199_254_740_993L);
                  json.plainInteger("plain", 9_007_199_254_740_993L);
                }))
        .isEqualTo(
            """
            {
              "exact": 9007199254740992,
              "beyond": "9007199254740993",
              "below": "-9007199254740993",
              "plain": 9007199254740993
            }\
            """);
  }

  @Test
  void aNumberHasTheShortestExactRepresentation() throws IOException {
    assertThat(textOf(json -> json.number("value", 2.0E-3))).contains("0.002");
    assertThat(textOf(json -> json.number("value", 2.2E-322))).contains("2.2E-322");
    assertThat(textOf(json -> json.number("value", -0.0))).contains(": 0.0");
  }

  @Test
  void aTimeHasNanoseconds() throws IOException {
    assertThat(textOf(json -> json.time("at", 1_767_323_045_000_000_001L)))
        .contains("\"2026-01-02T03:04:05.000000001Z\"");
  }

  @Test
  void anEarlierDocumentRemainsIfTheNewOneFails() throws IOException {
    Path file = folder.resolve("a.json");
    JsonDocument.write(file, json -> json.text("version", "first"));

    assertThatThrownBy(
            () ->
                JsonDocument.write(
                    file,
                    json -> {
                      json.text("version", "second");
                      throw new IOException("no more room");
                    }))
        .hasMessage("no more room");

    assertThat(Files.readString(file)).contains("first");
    try (var left = Files.list(folder)) {
      assertThat(left).containsExactly(file);
    }
  }

  private static String textOf(JsonDocument.Content content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonDocument.write(out, content);
    return out.toString(UTF_8);
  }
}
