package io.longhaul.benchmarks.subject;

import static java.nio.charset.StandardCharsets.UTF_8;

/** What clients that are not Longhaul ask: a streamed chat of 32 words. */
final class ChatRequest {
  static final String PATH = "/v1/chat/completions";

  private ChatRequest() {}

  static byte[] body() {
    String words = "word ".repeat(32).strip();
    return """
        {"model":"mock-model","messages":[{"role":"user","content":"%s"}],\
        "stream":true,"stream_options":{"include_usage":true}}"""
        .formatted(words)
        .getBytes(UTF_8);
  }
}
