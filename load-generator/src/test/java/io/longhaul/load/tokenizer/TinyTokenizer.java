package io.longhaul.load.tokenizer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A byte-level BPE of 600 tokens, trained on this module's sonnets. Its template adds an end token,
 * so that a test notices if special tokens are requested.
 */
final class TinyTokenizer {
  private TinyTokenizer() {}

  static Path writeInto(Path folder) throws IOException {
    Path file = folder.resolve("tokenizer.json");
    try (InputStream in = TinyTokenizer.class.getResourceAsStream("tokenizer.json")) {
      Files.copy(in, file);
    }
    return file;
  }
}
