package io.longhaul.cli.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;

/**
 * What a server answered to the letter; clients of the JDK do not let one say what must be refused.
 *
 * @param status 0 when it closed without a word
 */
record RawHttpExchange(int status, String head, String body) {
  private static final int PATIENCE_MILLIS = 20_000;

  /** Says this on a connection of its own and reads until the server closes. */
  static RawHttpExchange to(InetSocketAddress server, String said) throws IOException {
    try (Socket socket = new Socket(server.getAddress(), server.getPort())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      String answer;
      try {
        socket.getOutputStream().write(said.getBytes(ISO_8859_1));
        answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      } catch (SocketException e) {
        answer = ""; // closed in the middle of what was said
      }
      int end = answer.indexOf("\r\n\r\n");
      return end < 0
          ? new RawHttpExchange(0, "", "")
          : new RawHttpExchange(
              Integer.parseInt(answer.substring(9, 12)),
              answer.substring(0, end),
              answer.substring(end + 4));
    }
  }

  /** One request without a body. */
  static RawHttpExchange to(InetSocketAddress server, String method, String path, String... headers)
      throws IOException {
    StringBuilder said = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    said.append("Host: 127.0.0.1:").append(server.getPort()).append("\r\n");
    for (String header : headers) {
      said.append(header).append("\r\n");
    }
    return to(server, said.append("Connection: close\r\n\r\n").toString());
  }
}
