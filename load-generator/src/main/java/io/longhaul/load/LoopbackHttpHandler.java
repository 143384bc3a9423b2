package io.longhaul.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Sends the same response to every HTTP/1.1 POST, with chunked transfer encoding. Each connection
 * serves only {@value #REQUESTS_PER_CONNECTION} requests and announces its end with the last
 * response, so that the rehearsal includes connecting.
 */
final class LoopbackHttpHandler implements LoopbackServer.ConnectionHandler {
  private static final int REQUESTS_PER_CONNECTION = 8;

  private final List<byte[]> response;
  private final List<byte[]> lastResponse;

  /**
   * @param bodyPieces chunks of the body; each is written separately
   */
  LoopbackHttpHandler(String contentType, List<String> bodyPieces) {
    response = chunked(contentType, false, bodyPieces);
    lastResponse = chunked(contentType, true, bodyPieces);
  }

  private static List<byte[]> chunked(String contentType, boolean closes, List<String> bodyPieces) {
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

  @Override
  public void serve(InputStream in, OutputStream out) throws IOException {
    for (int request = 1; request <= REQUESTS_PER_CONNECTION; request++) {
      readRequest(in);
      for (byte[] piece : request == REQUESTS_PER_CONNECTION ? lastResponse : response) {
        out.write(piece);
        out.flush();
      }
    }
  }

  /** Reads one request. */
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
}
