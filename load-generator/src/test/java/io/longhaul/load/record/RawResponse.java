package io.longhaul.load.record;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** A response of a real server as it was received, one char per byte. */
record RawResponse(String head, String body) {
  private static final String NEXT = "\nHTTP/1.1 ";
  private static final String END_OF_HEAD = "\r\n\r\n";

  static RawResponse first(String file) throws IOException {
    return all(file).get(0);
  }

  /** Returns the responses of a file. */
  static List<RawResponse> all(String file) throws IOException {
    List<RawResponse> responses = new ArrayList<>();
    try (InputStream in = RawResponse.class.getResourceAsStream("answers/" + file + ".txt")) {
      String text = new String(in.readAllBytes(), ISO_8859_1);
      for (int at = 0; at < text.length(); ) {
        int next = text.indexOf(NEXT, at + 1);
        String response = text.substring(at, next < 0 ? text.length() : next);
        int end = response.indexOf(END_OF_HEAD);
        responses.add(
            new RawResponse(
                response.substring(0, end), response.substring(end + END_OF_HEAD.length())));
        at += response.length();
      }
    }
    return responses;
  }

  byte[] bytes() {
    return body.getBytes(ISO_8859_1);
  }

  String contentType() {
    return head.lines()
        .filter(line -> line.startsWith("content-type: "))
        .map(line -> line.substring("content-type: ".length()))
        .findFirst()
        .orElseThrow();
  }
}
