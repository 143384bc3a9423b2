package io.longhaul.load.tokenizer;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import com.knuddels.jtokkit.api.IntArrayList;
import java.util.stream.IntStream;

/** OpenAI's {@code o200k_base}, included in jtokkit. It needs no file and no network. */
final class BuiltinTokenizer implements Tokenizer {
  static final String NAME = "builtin";

  /** Special tokens have greater IDs. */
  private static final int ORDINARY_TOKENS = 199_998;

  /** Loaded on first use, which takes half a second; immutable afterwards. */
  private static final class Vocabulary {
    static final Encoding O200K_BASE =
        Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
  }

  private final Encoding encoding = Vocabulary.O200K_BASE;

  @Override
  public String name() {
    return NAME;
  }

  // "Ordinary" encodes the spelling of a special token as plain text.
  @Override
  public int[] encode(String text) {
    return encoding.encodeOrdinary(text).toArray();
  }

  @Override
  public int count(String text) {
    return encoding.countTokensOrdinary(text);
  }

  @Override
  public int[] tokenEnds(String text) {
    IntArrayList ids = encoding.encodeOrdinary(text);
    int[] ends = new int[ids.size()];
    IntArrayList one = new IntArrayList(1);
    int chars = 0;
    long bytesOfChars = 0;
    long bytesOfTokens = 0;
    for (int i = 0; i < ends.length; i++) {
      one.clear();
      one.add(ids.get(i));
      bytesOfTokens += encoding.decodeBytes(one).length;
      // A token that ends inside a code point ends after it.
      while (bytesOfChars < bytesOfTokens && chars < text.length()) {
        int codePoint = text.codePointAt(chars);
        bytesOfChars += utf8Length(codePoint);
        chars += Character.charCount(codePoint);
      }
      ends[i] = chars;
    }
    return ends;
  }

  private static int utf8Length(int codePoint) {
    if (codePoint < 0x80) {
      return 1;
    }
    if (codePoint < 0x800) {
      return 2;
    }
    if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
      return 1; // Half a pair becomes a question mark when Java encodes it.
    }
    return codePoint < 0x10000 ? 3 : 4;
  }

  @Override
  public String decode(int[] ids) {
    IntArrayList list = new IntArrayList(ids.length);
    for (int id : ids) {
      list.add(id);
    }
    return encoding.decode(list);
  }

  @Override
  public int[] vocabulary() {
    return IntStream.range(0, ORDINARY_TOKENS).toArray();
  }

  /** A test looks at all tokens. */
  @Override
  public boolean encodesWordsAlone() {
    return true;
  }

  @Override
  public void close() {
    // Holds no native memory.
  }
}
