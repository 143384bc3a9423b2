package io.longhaul.load.http;

import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Which certificates of servers are accepted.
 *
 * @param anyCertificate whether each one is, for any name
 * @param authorities the only authorities that are trusted, or the servers' own certificates; empty
 *     for those that Java trusts
 */
public record ServerTrust(boolean anyCertificate, List<X509Certificate> authorities) {
  /** Certificates of the authorities that Java trusts, for the name of the server. */
  public static final ServerTrust OF_JAVA = new ServerTrust(false, List.of());

  /** Any certificate. */
  public static final ServerTrust ANY = new ServerTrust(true, List.of());

  public ServerTrust {
    authorities = List.copyOf(authorities);
  }

  /** Certificates of these authorities and of no others, for the name of the server. */
  public static ServerTrust only(List<X509Certificate> authorities) {
    return new ServerTrust(false, authorities);
  }

  /** Makes a context check certificates like this. */
  public SslContextBuilder applyTo(SslContextBuilder context) {
    context.endpointIdentificationAlgorithm(anyCertificate ? null : "HTTPS");
    if (anyCertificate) {
      return context.trustManager(InsecureTrustManagerFactory.INSTANCE);
    }
    return authorities.isEmpty() ? context : context.trustManager(authorities);
  }
}
