package io.longhaul.load.tokenizer;

import io.longhaul.load.plan.check.SeededRandom;
import java.util.ArrayList;
import java.util.List;

/** Random texts: words, spaces, line ends, digits, Chinese characters, emoji. */
final class RandomTexts {
  private static final List<String> PIECES =
      List.of(
          "thee",
          "summer",
          "Love's",
          " ",
          " ",
          " ",
          "\n",
          "  ",
          "\t",
          "42",
          "3.14",
          ",",
          ".\n\n",
          "é",
          "ß",
          "Żółć",
          "中文",
          "没有空格的文字",
          "🜁",
          "👩‍🚀",
          "e\u0301",
          "</p>",
          "{\"a\":1}");

  private RandomTexts() {}

  static List<String> texts(int number) {
    SeededRandom random = SeededRandom.named(7, "texts");
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      StringBuilder text = new StringBuilder();
      int pieces = 1 + random.nextInt(60);
      for (int piece = 0; piece < pieces; piece++) {
        text.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      texts.add(text.toString());
    }
    return texts;
  }

  /** Splits a text into chunks of 1 to 8 chars, sometimes inside a code point. */
  static List<String> chunksOf(String text, SeededRandom random) {
    List<String> chunks = new ArrayList<>();
    int start = 0;
    while (start < text.length()) {
      int end = Math.min(text.length(), start + 1 + random.nextInt(8));
      chunks.add(text.substring(start, end));
      start = end;
    }
    return chunks;
  }
}
