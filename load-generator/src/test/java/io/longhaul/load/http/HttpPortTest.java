package io.longhaul.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpPortTest {

  @ParameterizedTest
  @CsvSource({
    "http://host/v1, 80",
    "HTTP://host, 80",
    "https://host/v1, 443",
    "HTTPS://host, 443",
    "https://host:8443, 8443",
    "http://[::1]:8000/, 8000"
  })
  void aUrlWithoutAPortHasTheDefaultPortOfItsScheme(URI url, int port) {
    assertThat(HttpPort.of(url)).isEqualTo(port);
  }
}
