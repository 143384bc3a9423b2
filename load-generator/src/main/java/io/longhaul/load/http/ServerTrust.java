package io.longhaul.load.http;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;

/**
 * Which server certificates are accepted.
 *
 * @param anyCertificate whether every certificate is accepted, for any name
 * @param authorities the only trusted authorities, or the servers' own certificates; empty for the
 *     authorities that Java trusts
 */
public record ServerTrust(boolean anyCertificate, List<X509Certificate> authorities) {
  /** Certificates of the authorities that Java trusts, issued for the server's name. */
  public static final ServerTrust OF_JAVA = new ServerTrust(false, List.of());

  /** Any certificate. */
  public static final ServerTrust ANY = new ServerTrust(true, List.of());

  public ServerTrust {
    authorities = List.copyOf(authorities);
  }

  /** Accepts only certificates of these authorities, issued for the server's name. */
  public static ServerTrust only(List<X509Certificate> authorities) {
    return new ServerTrust(false, authorities);
  }

  /** Configures a TLS context. */
  public SslContextBuilder applyTo(SslContextBuilder context) {
    context.endpointIdentificationAlgorithm(anyCertificate ? null : "HTTPS");
    if (anyCertificate) {
      return context.trustManager(InsecureTrustManagerFactory.INSTANCE);
    }
    return authorities.isEmpty() ? context : context.trustManager(authorities);
  }

  /**
   * Returns a factory for sockets with TLS.
   *
   * @throws SSLException if TLS cannot be used
   */
  public SSLSocketFactory socketFactory() throws SSLException {
    SslContext context =
        applyTo(SslContextBuilder.forClient()).sslProvider(SslProvider.JDK).build();
    return ((JdkSslContext) context).context().getSocketFactory();
  }

  /** Returns the TLS context of the clients, which is that of the JDK. */
  SslContext clientContext(ApplicationProtocolConfig protocols) {
    try {
      return applyTo(SslContextBuilder.forClient())
          .sslProvider(SslProvider.JDK)
          .protocols(ClientSettings.TLS_VERSIONS)
          .applicationProtocolConfig(protocols)
          .build();
    } catch (SSLException e) {
      throw new IllegalStateException("Cannot use TLS: " + e.getMessage(), e);
    }
  }
}
