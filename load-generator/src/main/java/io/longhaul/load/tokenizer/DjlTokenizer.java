package io.longhaul.load.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.huggingface.tokenizers.jni.CharSpan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A Hugging Face tokenizer, run by its Rust library through DJL. */
final class DjlTokenizer implements Tokenizer {
  /** Without this setting, the library reports each new process to its makers over the network. */
  private static final String OPT_OUT = "OPT_OUT_TRACKING";

  /** By default the library applies the model's length limit and adds special tokens. */
  private static final Map<String, String> OPTIONS =
      Map.of("addSpecialTokens", "false", "padding", "false", "truncation", "false");

  /** Vocabularies have gaps for reserved tokens, but no larger ones. */
  private static final int MAX_UNUSED_IDS = 10_000;

  private static final int IDS_PER_CALL = 1_000;

  private final String name;
  private final Optional<Path> folder;
  private final HuggingFaceTokenizer tokenizer;

  /** Null until it is asked for. */
  private @Nullable Boolean encodesWordsAlone;

  /**
   * @param folder folder of its file; empty if it was downloaded
   */
  private DjlTokenizer(String name, Optional<Path> folder, HuggingFaceTokenizer tokenizer) {
    this.name = name;
    this.folder = folder;
    this.tokenizer = tokenizer;
  }

  /** Loads a {@code tokenizer.json}. Passes on any exception of the library. */
  static DjlTokenizer ofFile(String name, Path file) throws IOException {
    System.setProperty(OPT_OUT, "true");
    return new DjlTokenizer(
        name,
        Optional.ofNullable(file.toAbsolutePath().getParent()),
        HuggingFaceTokenizer.newInstance(file, OPTIONS));
  }

  /** Downloads a tokenizer. Passes on any exception of the library. */
  static DjlTokenizer download(String name) {
    System.setProperty(OPT_OUT, "true");
    return new DjlTokenizer(
        name, Optional.empty(), HuggingFaceTokenizer.newInstance(name, OPTIONS));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<Path> folder() {
    return folder;
  }

  @Override
  public int[] encode(String text) {
    return LongStream.of(encoding(text).getIds()).mapToInt(Math::toIntExact).toArray();
  }

  @Override
  public int count(String text) {
    return encoding(text).getIds().length;
  }

  @Override
  public int[] tokenEnds(String text) {
    CharSpan[] spans = encoding(text).getCharTokenSpans();
    int[] ends = new int[spans.length];
    int codePoints = 0;
    int chars = 0;
    for (int i = 0; i < spans.length; i++) {
      // The library counts code points. A span may be missing or precede the previous one.
      int end = spans[i] == null ? codePoints : Math.max(codePoints, spans[i].getEnd());
      chars = text.offsetByCodePoints(chars, end - codePoints);
      codePoints = end;
      ends[i] = chars;
    }
    return ends;
  }

  @Override
  public String decode(int[] ids) {
    return tokenizer.decode(IntStream.of(ids).asLongStream().toArray(), true);
  }

  @Override
  public int[] vocabulary() {
    IntStream.Builder ids = IntStream.builder();
    visitTokens(
        true,
        (id, text) -> {
          ids.add(id);
          return true;
        });
    return ids.build().toArray();
  }

  @Override
  public synchronized boolean encodesWordsAlone() {
    if (encodesWordsAlone == null) {
      encodesWordsAlone = visitTokens(false, (id, text) -> !WordBoundary.isIn(text));
    }
    return encodesWordsAlone;
  }

  private interface TokenVisitor {
    /** Returns whether to go on. */
    boolean visit(int id, String text);
  }

  /**
   * Visits all tokens until the visitor ends it. The library does not list its tokens. IDs that are
   * unused decode to an empty text.
   *
   * @return whether the visitor has seen all
   */
  private boolean visitTokens(boolean skipSpecial, TokenVisitor visitor) {
    int lastId = 0;
    for (int first = 0; first - lastId <= MAX_UNUSED_IDS; first += IDS_PER_CALL) {
      long[][] ids =
          LongStream.range(first, first + IDS_PER_CALL)
              .mapToObj(id -> new long[] {id})
              .toArray(long[][]::new);
      String[] texts = tokenizer.batchDecode(ids, skipSpecial);
      for (int i = 0; i < texts.length; i++) {
        if (!texts[i].isEmpty()) {
          lastId = first + i;
          if (!visitor.visit(lastId, texts[i])) {
            return false;
          }
        }
      }
    }
    return true;
  }

  @Override
  public void close() {
    tokenizer.close();
  }

  private Encoding encoding(String text) {
    return tokenizer.encode(asUtf8(text), false, false);
  }

  /**
   * An unpaired surrogate is sent as a question mark, but the library would replace it by several
   * characters.
   */
  private static String asUtf8(String text) {
    return new String(text.getBytes(UTF_8), UTF_8);
  }
}
