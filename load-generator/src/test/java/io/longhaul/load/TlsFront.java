package io.longhaul.load;

import io.longhaul.load.http.SelfSigned;
import io.longhaul.load.plan.server.PemCertificates;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;

/** A TLS proxy in front of a server without TLS. Its certificate is self-signed. */
final class TlsFront implements AutoCloseable {
  private final SSLServerSocket socket;
  private final SelfSigned identity;
  private volatile int plainPort;
  private final List<Closeable> open = new CopyOnWriteArrayList<>();

  /**
   * @param protocols protocols that it offers by ALPN
   */
  TlsFront(Path folder, String... protocols) throws Exception {
    this.identity = SelfSigned.make(folder);
    this.socket =
        (SSLServerSocket)
            identity
                .serverSide()
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(protocols);
    socket.setSSLParameters(parameters);
    start(this::accept);
  }

  /** Returns its certificate as PEM. */
  String certificate() {
    return PemCertificates.write(List.of(identity.certificate()));
  }

  /** Returns the URL of the proxy, once the URL of the server is set. */
  String urlOf(int server) {
    plainPort = server;
    return "https://localhost:" + socket.getLocalPort();
  }

  private void accept() throws IOException {
    while (true) {
      Socket encrypted = socket.accept();
      Socket plain = new Socket(InetAddress.getLoopbackAddress(), plainPort);
      open.add(encrypted);
      open.add(plain);
      start(() -> copy(encrypted, plain));
      start(() -> copy(plain, encrypted));
    }
  }

  private static void copy(Socket from, Socket to) throws IOException {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] bytes = new byte[1 << 14];
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        out.write(bytes, 0, read);
        out.flush();
      }
    }
  }

  private interface Task {
    void run() throws IOException;
  }

  private static void start(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException e) {
                // The other side closed the connection, or the test has ended.
              }
            },
            "tls-front");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    socket.close();
    for (Closeable one : open) {
      one.close();
    }
  }
}
