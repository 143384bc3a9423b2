package io.longhaul.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A server within this process that gives every POST the same answer: what a rehearsal talks to. It
 * measures nothing, so it is as plain as can be: a thread per connection.
 */
final class LoopbackServer implements AutoCloseable {
  private static final int BACKLOG = 1_024;
  private static final int REQUESTS_PER_CONNECTION = 8;

  private final ServerSocket listening;
  private final List<byte[]> answer;
  private final List<byte[]> lastAnswer;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final Thread acceptor = new Thread(this::accept, "rehearsal-accept");

  /**
   * @param answer in the pieces in which it goes onto the wire, head included; each is a write of
   *     its own
   * @param lastAnswer the same, saying that the connection will be closed: so that connecting is
   *     rehearsed too, each connection serves a few requests only
   * @throws UncheckedIOException when no port can be had
   */
  LoopbackServer(List<byte[]> answer, List<byte[]> lastAnswer) {
    this.answer = answer;
    this.lastAnswer = lastAnswer;
    try {
      this.listening = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot rehearse: " + e.getMessage(), e);
    }
    acceptor.setDaemon(true);
    acceptor.start();
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
        Thread thread = new Thread(() -> serve(socket), "rehearsal-serve");
        thread.setDaemon(true);
        thread.start();
      }
    } catch (IOException closed) {
      // That is how close() ends this thread.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
      OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16);
      for (int request = 1; request <= REQUESTS_PER_CONNECTION; request++) {
        readRequest(in);
        for (byte[] piece : request == REQUESTS_PER_CONNECTION ? lastAnswer : answer) {
          out.write(piece);
          out.flush();
        }
      }
    } catch (IOException gone) {
      // The client went away: nothing is lost.
    } finally {
      connections.remove(socket);
    }
  }

  /** Reads a request to its end. */
  private static void readRequest(InputStream in) throws IOException {
    long contentLength = 0;
    for (String line = readLine(in); !line.isEmpty(); line = readLine(in)) {
      String lower = line.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        contentLength = Long.parseLong(lower.substring(lower.indexOf(':') + 1).strip());
      }
    }
    in.skipNBytes(contentLength);
  }

  private static String readLine(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("The connection ended");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  /** A body in HTTP's chunked coding, each piece as a chunk, behind a head. */
  static List<byte[]> chunked(String contentType, boolean closes, List<String> bodyPieces) {
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: "
            + contentType
            + (closes ? "\r\nConnection: close" : "")
            + "\r\nTransfer-Encoding: chunked\r\n\r\n";
    List<byte[]> pieces = new ArrayList<>();
    for (String piece : bodyPieces) {
      String prefix = pieces.isEmpty() ? head : "";
      pieces.add(
          (prefix + Integer.toHexString(piece.length()) + "\r\n" + piece + "\r\n")
              .getBytes(US_ASCII));
    }
    pieces.add("0\r\n\r\n".getBytes(US_ASCII));
    return pieces;
  }

  /** Ends every connection; threads end by that. */
  @Override
  public void close() {
    closeQuietly(listening);
    connections.forEach(LoopbackServer::closeQuietly);
  }

  private static void closeQuietly(Closeable closeable) {
    try {
      closeable.close();
    } catch (IOException e) {
      // A socket that cannot be closed is closed.
    }
  }
}
