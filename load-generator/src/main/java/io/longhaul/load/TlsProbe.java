package io.longhaul.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Checks whether a port speaks TLS, with any certificate. Sends no data over the connection. */
final class TlsProbe {
  private static final int DEFAULT_PORT = 80;
  private static final X509Certificate[] NO_ISSUERS = {};

  private TlsProbe() {}

  /** Returns whether a TLS handshake with the URL's host and port succeeds. Blocks. */
  static boolean succeeds(URI url, long timeoutNanos) {
    int millis = (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(timeoutNanos));
    int port = url.getPort() < 0 ? DEFAULT_PORT : url.getPort();
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(url.getHost(), port), millis);
      socket.setSoTimeout(millis);
      try (SSLSocket tls =
          (SSLSocket)
              context().getSocketFactory().createSocket(socket, url.getHost(), port, true)) {
        tls.startHandshake();
        return true;
      }
    } catch (IOException | GeneralSecurityException e) {
      return false;
    }
  }

  private static SSLContext context() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new AnyCertificate()}, null);
    return context;
  }

  /** Accepts any server: no secrets are sent. */
  private static final class AnyCertificate implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return NO_ISSUERS;
    }
  }
}
