package io.longhaul.mock;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A TCP connection with literal bytes, so that no HTTP library hides what the server sends. */
final class RawClient implements AutoCloseable {
  private static final int DEADLINE_MILLIS = 10_000;

  private final Socket socket;
  private final InputStream in;

  RawClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(DEADLINE_MILLIS);
    socket.setTcpNoDelay(true);
    in = socket.getInputStream();
  }

  void send(String bytes) throws IOException {
    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Sends a POST with this body; extra headers are complete lines, such as {@code "X-Mock-Ttft:
   * 5ms"}.
   */
  void post(String path, String body, String... headers) throws IOException {
    StringBuilder request =
        new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1:1\r\n");
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    send(request + "Content-Length: " + length + "\r\n\r\n" + body);
  }

  void get(String path) throws IOException {
    send("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n");
  }

  /** Reads the status line and headers, without the empty line. */
  String readHead() throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      head.write(readByte());
    }
    return head.toString(StandardCharsets.ISO_8859_1).strip();
  }

  /** Reads the next HTTP chunk; empty for the last one. */
  byte[] readChunk() throws IOException {
    StringBuilder length = new StringBuilder();
    while (length.indexOf("\r\n") < 0) {
      length.append((char) readByte());
    }
    byte[] content = readBytes(Integer.parseInt(length.toString().strip(), 16));
    readBytes(2);
    return content;
  }

  /** Reads all HTTP chunks up to the last one, as text. */
  List<String> readChunks() throws IOException {
    List<String> chunks = new ArrayList<>();
    for (byte[] chunk = readChunk(); chunk.length > 0; chunk = readChunk()) {
      chunks.add(new String(chunk, StandardCharsets.UTF_8));
    }
    return chunks;
  }

  byte[] readBytes(int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException(
          "The connection ended after " + bytes.length + " of " + count + " bytes");
    }
    return bytes;
  }

  /** Reads the head and the body of a response with a Content-Length. */
  Response readResponse() throws IOException {
    String head = readHead();
    return new Response(head, new String(readBytes(contentLength(head)), StandardCharsets.UTF_8));
  }

  /** Reads until the connection ends, which must be regular (FIN). */
  String readToEnd() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Reads one byte, or -1 at the end. Throws SocketException if the connection is reset. */
  int read() throws IOException {
    return in.read();
  }

  /** Sets the timeout of each following read. */
  void patience(int millis) throws IOException {
    socket.setSoTimeout(millis);
  }

  /** Resets the connection. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private int readByte() throws IOException {
    int b = in.read();
    if (b < 0) {
      throw new EOFException("The connection ended");
    }
    return b;
  }

  private static int contentLength(String head) {
    for (String line : head.split("\r\n", -1)) {
      if (line.startsWith("content-length: ")) {
        return Integer.parseInt(line.substring("content-length: ".length()));
      }
    }
    throw new AssertionError("No content-length in: " + head);
  }

  /** A response that is not streamed. */
  record Response(String head, String body) {}
}
