package io.longhaul.load.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client that writes and reads literal bytes, without an HTTP implementation. */
final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 10_000;
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: *(\\d+)");

  private final Socket socket;

  RawClient(InetSocketAddress server) throws IOException {
    socket = new Socket(server.getAddress(), server.getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
  }

  RawClient write(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
    return this;
  }

  RawClient write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /** Reads until the data ends with this text. */
  String readTo(String end) throws IOException {
    InputStream in = socket.getInputStream();
    StringBuilder read = new StringBuilder();
    while (read.indexOf(end, Math.max(0, read.length() - end.length())) < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("The connection ended behind: " + read);
      }
      read.append((char) next);
    }
    return read.toString();
  }

  /** Reads the head and body of a response with a content length. */
  String readResponse() throws IOException {
    String head = readTo("\r\n\r\n");
    Matcher length = LENGTH.matcher(head);
    int bytes = length.find() ? Integer.parseInt(length.group(1)) : 0;
    return head + new String(socket.getInputStream().readNBytes(bytes), UTF_8);
  }

  String readToEnd() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
