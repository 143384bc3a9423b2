package io.longhaul.load;

import io.longhaul.load.http.ServerTrust;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;

/** Checks whether a port speaks TLS, with any certificate. Sends no data over the connection. */
final class TlsProbe {
  private static final int DEFAULT_PORT = 80;

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
              ServerTrust.ANY.socketFactory().createSocket(socket, url.getHost(), port, true)) {
        tls.startHandshake();
        return true;
      }
    } catch (IOException e) {
      return false;
    }
  }
}
