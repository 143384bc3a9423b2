package io.longhaul.load.endpoint.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExtraInputsTest {

  @Test
  void itemsCanBeSeparateOrCommaSeparated() {
    assertThat(parsed("a:1", "b:2")).isEqualTo("{\"a\":1,\"b\":2}");
    assertThat(parsed("a:1,b:2")).isEqualTo("{\"a\":1,\"b\":2}");
  }

  @Test
  void onlyTheFirstColonSeparates() {
    assertThat(parsed("a:b:c")).isEqualTo("{\"a\":\"b:c\"}");
  }

  @Test
  void scalarsAreRecognized() {
    assertThat(parsed("a:true,b:False,c:none,d:NULL"))
        .isEqualTo("{\"a\":true,\"b\":false,\"c\":null,\"d\":null}");
    assertThat(parsed("a:0,b:-3,c:-0,d:1.5,e:.5,f:-.5"))
        .isEqualTo("{\"a\":0,\"b\":-3,\"c\":0,\"d\":1.5,\"e\":0.5,\"f\":-0.5}");
    assertThat(parsed("a:01,b:1e3,c:,d:1."))
        .isEqualTo("{\"a\":\"01\",\"b\":\"1e3\",\"c\":\"\",\"d\":\"1.\"}");
  }

  @Test
  void aJsonObjectIsUsedUnchanged() {
    assertThat(parsed(" {\"stop\":[\",\"],\"n\":\"1\"}"))
        .isEqualTo("{\"stop\":[\",\"],\"n\":\"1\"}");
  }

  @Test
  void laterItemsOverrideEarlierOnes() {
    assertThat(parsed("a:1", "{\"a\":2}", "b:3,b:4")).isEqualTo("{\"a\":2,\"b\":4}");
  }

  @Test
  void theJsonFormCanBeParsedAgain() {
    ExtraInputs extra = ExtraInputs.parse(List.of("a:.50,b:x,c:null", "{\"d\":[1,{\"e\":2.0}]}"));

    assertThat(ExtraInputs.parse(List.of(extra.toJson())).toJson()).isEqualTo(extra.toJson());
  }

  @Test
  void allProblemsAreReportedTogether() {
    assertThatThrownBy(() -> ExtraInputs.parse(List.of("stop:,x", ":1", "{\"a\":", "{} {}")))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .satisfies(
            message ->
                assertThat(message.lines())
                    .hasSize(4)
                    .satisfiesExactly(
                        line ->
                            assertThat(line)
                                .isEqualTo(
                                    "Invalid extra input: x (write name:value, or a JSON object"
                                        + " when a value holds a comma)"),
                        line -> assertThat(line).startsWith("Invalid extra input: :1 ("),
                        line ->
                            assertThat(line)
                                .startsWith("Invalid extra inputs: {\"a\": (not a JSON object: "),
                        line -> assertThat(line).startsWith("Invalid extra inputs: {} {} (not")));
  }

  private static String parsed(String... texts) {
    return ExtraInputs.parse(List.of(texts)).toJson();
  }
}
