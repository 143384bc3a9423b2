package io.longhaul.load.http;

import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.security.cert.X509Certificate;
import java.util.List;

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
}
