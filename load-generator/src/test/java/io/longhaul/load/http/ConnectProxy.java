package io.longhaul.load.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy that opens tunnels, all to one port of this machine, and records its requests. */
final class ConnectProxy implements AutoCloseable {
  private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final int server;
  private final String response;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<Closeable> open = new CopyOnWriteArrayList<>();

  /**
   * @param response response to each CONNECT; a status other than 200 refuses the tunnel
   */
  ConnectProxy(int server, String response) throws IOException {
    this.server = server;
    this.response = response;
    start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Returns the headers of all requests. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listening.accept();
      open.add(client);
      start(() -> serve(client));
    }
  }

  private void serve(Socket client) throws IOException {
    requests.add(readHead(client.getInputStream()));
    client
        .getOutputStream()
        .write(("HTTP/1.1 " + response + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    if (!response.startsWith("200")) {
      client.close();
      return;
    }
    Socket behind = new Socket(InetAddress.getLoopbackAddress(), server);
    open.add(behind);
    start(() -> copy(client, behind));
    copy(behind, client);
  }

  private static String readHead(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("The client went");
      }
      head.append((char) next);
    }
    return head.toString();
  }

  private static void copy(Socket from, Socket to) throws IOException {
    try (from;
        to) {
      OutputStream out = to.getOutputStream();
      byte[] bytes = new byte[1 << 14];
      for (int read = from.getInputStream().read(bytes);
          read >= 0;
          read = from.getInputStream().read(bytes)) {
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
                // One side closed the connection, or the test has ended.
              }
            },
            "connect-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Closeable one : open) {
      one.close();
    }
  }
}
