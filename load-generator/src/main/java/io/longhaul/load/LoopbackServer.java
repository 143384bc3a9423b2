package io.longhaul.load;

import io.longhaul.load.time.Threads;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A server in this process that gives every request the same response, for the rehearsal. It
 * measures nothing, so it is simple: one thread per connection.
 */
final class LoopbackServer implements AutoCloseable {
  private static final int BACKLOG = 1_024;

  /** Serves one connection; returns when the server should close it. */
  @FunctionalInterface
  interface ConnectionHandler {
    /**
     * @throws IOException if the client has disconnected
     */
    void serve(InputStream in, OutputStream out) throws IOException;
  }

  private final ServerSocket listening;
  private final ConnectionHandler handler;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

  /**
   * @throws UncheckedIOException if no port is available
   */
  LoopbackServer(ConnectionHandler handler) {
    this.handler = handler;
    try {
      this.listening = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot rehearse: " + e.getMessage(), e);
    }
    Threads.startDaemon("rehearsal-accept", this::accept);
  }

  URI url(String path) {
    String host = listening.getInetAddress().getHostAddress();
    return URI.create("http://" + host + ":" + listening.getLocalPort() + path);
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        connections.add(socket);
        Threads.startDaemon("rehearsal-serve", () -> serveConnection(socket));
      }
    } catch (IOException closed) {
      // close() ends this thread in this way.
    }
  }

  private void serveConnection(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      handler.serve(
          new BufferedInputStream(socket.getInputStream(), 1 << 16),
          new BufferedOutputStream(socket.getOutputStream(), 1 << 16));
    } catch (IOException gone) {
      // The client disconnected; nothing is lost.
    } finally {
      connections.remove(socket);
    }
  }

  /** Closes every connection, which ends the threads. */
  @Override
  public void close() {
    closeQuietly(listening);
    connections.forEach(LoopbackServer::closeQuietly);
  }

  private static void closeQuietly(Closeable closeable) {
    try {
      closeable.close();
    } catch (IOException e) {
      // Nothing more can be done for this socket.
    }
  }
}
