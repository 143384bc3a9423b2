package io.longhaul.cli.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;

/**
 * A raw HTTP response; the JDK's clients cannot send invalid requests.
 *
 * @param status status code; 0 if the server closed without a response
 */
record RawHttpExchange(int status, String head, String body) {
  private static final int PATIENCE_MILLIS = 20_000;

  /** Sends a text on a new connection and reads until the server closes it. */
  static RawHttpExchange to(InetSocketAddress server, String request) throws IOException {
    try (Socket socket = new Socket(server.getAddress(), server.getPort())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      String answer;
      try {
        socket.getOutputStream().write(request.getBytes(ISO_8859_1));
        answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      } catch (SocketException e) {
        answer = ""; // closed while sending
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

  /** Sends one request without a body. */
  static RawHttpExchange to(InetSocketAddress server, String method, String path, String... headers)
      throws IOException {
    StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    request.append("Host: 127.0.0.1:").append(server.getPort()).append("\r\n");
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    return to(server, request.append("Connection: close\r\n\r\n").toString());
  }
}
