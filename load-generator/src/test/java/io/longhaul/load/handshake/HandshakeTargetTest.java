package io.longhaul.load.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HandshakeTargetTest {

  @Test
  void urlsWithTheSameHostAndPortAreOneTarget() {
    assertThat(
            HandshakeTarget.among(
                List.of(
                    "http://a:8000/v1?key=k",
                    "http://a:8000/v2",
                    "http://a",
                    "https://a/x",
                    "http://a:80")))
        .containsExactly(
            new HandshakeTarget("http://a:8000/v1", "a", 8000),
            new HandshakeTarget("http://a", "a", 80),
            new HandshakeTarget("https://a/x", "a", 443));
  }

  @Test
  void ipv6AddressHasBracketsOnlyInItsUrl() {
    assertThat(HandshakeTarget.among(List.of("http://[::1]:9000")))
        .containsExactly(new HandshakeTarget("http://[::1]:9000", "::1", 9000));
  }
}
