package io.longhaul.benchmarks.subject;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The request of clients other than Longhaul: a streamed chat with a prompt of 32 words. */
final class ChatRequest {
  static final String PATH = "/v1/chat/completions";

  private ChatRequest() {}

  static byte[] body() {
    String words = "word ".repeat(32).strip();
    return """
    {"model":"mock-model","messages":[{"role":"user","content":"%s"}],\
    "stream":true,"stream_options":{"include_usage":true}}\
    """
        .formatted(words)
        .getBytes(UTF_8);
  }
}
