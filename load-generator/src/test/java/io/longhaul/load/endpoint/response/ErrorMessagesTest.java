package io.longhaul.load.endpoint.response;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ErrorMessagesTest {

  @Test
  void theServersMessageIsExtracted() {
    assertThat(
            message(
                "{\"error\":{\"message\":\"The model `x` does not"
                    + " exist.\",\"type\":\"NotFoundError\"}}"))
        .isEqualTo("The model `x` does not exist.");
    assertThat(message("{\"error\":\"busy\"}")).isEqualTo("busy");
    assertThat(message("{\"detail\":\"Unexpected keys: {'ignore_eos'}\"}"))
        .isEqualTo("Unexpected keys: {'ignore_eos'}");
    assertThat(message("{\"detail\":[{\"loc\":[\"body\"],\"msg\":\"bad\"}]}"))
        .isEqualTo("[{\"loc\":[\"body\"],\"msg\":\"bad\"}]");
    assertThat(message("{\"object\":\"error\",\"message\":\"old style\"}")).isEqualTo("old style");
  }

  @Test
  void theMoreInformativeOfTwoMembersIsUsed() {
    assertThat(message("{\"status\":401,\"error\":\"Unauthorized\",\"message\":\"Bad key 'x'\"}"))
        .isEqualTo("Bad key 'x'");
    assertThat(message("{\"error\":\"Not Found\",\"detail\":\"The model `x` does not exist.\"}"))
        .isEqualTo("The model `x` does not exist.");
    assertThat(message("{\"error\":{\"message\":\"too long by 3\"},\"detail\":\"overflow\"}"))
        .isEqualTo("too long by 3");
    assertThat(message("{\"error\":\"busy\",\"detail\":null,\"message\":\"\"}")).isEqualTo("busy");
  }

  @Test
  void otherBodiesAreReportedUnchanged() {
    assertThat(message("<html><h1>502 Bad Gateway</h1></html>"))
        .isEqualTo("<html><h1>502 Bad Gateway</h1></html>");
    assertThat(message("{\"code\":7}")).isEqualTo("{\"code\":7}");
    assertThat(message("[]")).isEqualTo("[]");
    assertThat(message("")).isEmpty();
  }

  @Test
  void controlCharactersBecomeSpaces() {
    assertThat(message("\u001b[31mred\u001b[0m\r\nnext\u0000\u009b"))
        .isEqualTo("[31mred [0m  next");
  }

  @Test
  void longMessagesAreCutBetweenCharacters() {
    assertThat(message("x".repeat(5000))).hasSize(2048);
    assertThat(message("a" + "漢".repeat(5000)).getBytes(UTF_8)).hasSize(1 + 3 * 682);
    assertThat(message("{\"error\":\"" + "𝄞".repeat(600) + "\"}")).isEqualTo("𝄞".repeat(512));
  }

  @Test
  void onlyThePrefixOfAHugeBodyIsInspected() {
    assertThat(message("[" + "1,".repeat(1_500_000))).hasSize(2048);
  }

  @Test
  void onlyTheGivenRangeIsRead() {
    byte[] body = "##busy##".getBytes(UTF_8);

    assertThat(ErrorMessages.of(body, 2, 4)).isEqualTo("busy");
  }

  private static String message(String body) {
    byte[] bytes = body.getBytes(UTF_8);
    return ErrorMessages.of(bytes, 0, bytes.length);
  }
}
