package io.longhaul.mock.net;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Path;

/** TLS of a port with a certificate, which supports HTTP/2 and HTTP/1.1. */
public final class ServerTls {
  private ServerTls() {}

  /**
   * Reads the certificate and its private key.
   *
   * @param certificate PEM, the server's certificate first
   * @param key PEM in PKCS 8 format, without a password
   * @throws IOException if a file cannot be read, or the key does not match the certificate
   */
  public static SslContext of(Path certificate, Path key) throws IOException {
    try {
      return SslContextBuilder.forServer(certificate.toFile(), key.toFile())
          .sslProvider(SslProvider.JDK)
          .applicationProtocolConfig(
              new ApplicationProtocolConfig(
                  Protocol.ALPN,
                  SelectorFailureBehavior.NO_ADVERTISE,
                  SelectedListenerFailureBehavior.ACCEPT,
                  ApplicationProtocolNames.HTTP_2,
                  ApplicationProtocolNames.HTTP_1_1))
          .build();
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException(
          "Cannot serve TLS with %s and %s: %s (a certificate and its key, both PEM)"
              .formatted(certificate, key, e.getMessage()),
          e);
    }
  }
}
