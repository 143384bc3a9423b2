package io.longhaul.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OriginFilterTest {
  private final OriginFilter door =
      new OriginFilter(new ServerName("load.example.com", "--public-name"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1:9999",
        "127.0.0.1",
        "localhost:9999",
        "LOCALHOST",
        "[::1]:9999",
        "10.1.2.3:80",
        "longhaul:9999",
        "load.example.com:9999",
        "load.example.com.:9999",
        "Load.Example.com"
      })
  void addressesAndUnregistrableNamesAreAllowed(String host) {
    assertThat(door.rejection(headers(host, null))).isEmpty();
    assertThat(door.rejection(headers(host, "http://" + host))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example.com",
        "evil.com:9999",
        "localhost.evil.com",
        "127.0.0.1.evil.com",
        "load.example.com.evil.com",
        "1.2.3",
        "127.0.0.1@evil.com",
        "evil.com/127.0.0.1",
        "127.0.0.1:99999999",
        "a b",
        ""
      })
  void aRegistrableForeignNameIsRejected(String host) {
    assertThat(door.rejection(headers(host, null)))
        .get()
        .satisfies(answer -> assertThat(answer.status().code()).isEqualTo(403));
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:9999, http://evil.com",
    "127.0.0.1:9999, http://127.0.0.1:3000",
    "127.0.0.1:9999, http://127.0.0.1",
    "127.0.0.1:9999, http://localhost:9999",
    "127.0.0.1:9999, null",
    "127.0.0.1:9999, file://127.0.0.1:9999",
    "localhost, http://localhost.evil.com"
  })
  void anotherOriginIsRejected(String host, String origin) {
    assertThat(door.rejection(headers(host, origin)))
        .get()
        .satisfies(answer -> assertThat(answer.status().code()).isEqualTo(403));
  }

  @Test
  void aSecondOriginOrHostIsRejected() {
    HttpHeaders twoOrigins = headers("127.0.0.1", "http://127.0.0.1").add("Origin", "http://evil");
    HttpHeaders twoHosts = headers("127.0.0.1", null).add("Host", "evil.com");

    assertThat(door.rejection(twoOrigins)).isPresent();
    assertThat(door.rejection(twoHosts)).isPresent();
    assertThat(door.rejection(new DefaultHttpHeaders())).isPresent();
  }

  @Test
  void theMessageNamesTheOptionOfTheServer() {
    assertThat(door.rejection(headers("evil.com", null)))
        .get()
        .satisfies(
            answer ->
                assertThat(new String(answer.body(), UTF_8)).contains("the name in --public-name"));
  }

  private static HttpHeaders headers(String host, String origin) {
    HttpHeaders headers = new DefaultHttpHeaders().set("Host", host);
    return origin == null ? headers : headers.set("Origin", origin);
  }
}
