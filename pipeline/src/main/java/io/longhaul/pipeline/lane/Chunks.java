package io.longhaul.pipeline.lane;

import io.longhaul.metrics.RequestTrace;
import io.longhaul.schema.VarintReader;
import io.longhaul.wire.RequestFragment;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The unpacked chunks of one or more fragments, as parallel arrays.
 *
 * @param atNanos arrival of each chunk, in lane time
 * @param tokens tokens of each chunk; empty if tokens were not counted by chunk
 * @param reads ordinal of the network read that completed each chunk
 * @param kinds kind of each chunk: content or reasoning
 */
@SuppressWarnings("ArrayRecordComponent") // Unpacked to be read once; never compared.
record Chunks(long[] atNanos, int[] tokens, int[] reads, byte[] kinds) {

  /**
   * Unpacks a fragment.
   *
   * @throws IllegalArgumentException if the packed fields contradict each other
   */
  static Chunks of(RequestFragment fragment) {
    int count = fragment.getChunkCount();
    if (count < 0 || count > fragment.getChunkTimesNs().remaining()) {
      throw new IllegalArgumentException(
          "Invalid fragment: %d chunks in %d bytes of times"
              .formatted(count, fragment.getChunkTimesNs().remaining()));
    }
    long[] atNanos = new long[count];
    int[] reads = new int[count];
    VarintReader times = new VarintReader(fragment.getChunkTimesNs());
    VarintReader ordinals = new VarintReader(fragment.getChunkReads());
    long at = 0;
    long read = 0;
    for (int i = 0; i < count; i++) {
      at = Math.addExact(at, times.next());
      read += ordinals.next();
      atNanos[i] = at;
      reads[i] = Math.toIntExact(read);
    }
    requireNoMore(times, "times");
    requireNoMore(ordinals, "reads");
    return new Chunks(atNanos, tokensOf(fragment, count), reads, kindsOf(fragment, count));
  }

  private static int[] tokensOf(RequestFragment fragment, int count) {
    if (!fragment.getChunkTokens().hasRemaining()) {
      return new int[0];
    }
    int[] tokens = new int[count];
    VarintReader packed = new VarintReader(fragment.getChunkTokens());
    for (int i = 0; i < count; i++) {
      tokens[i] = Math.toIntExact(packed.next());
    }
    requireNoMore(packed, "tokens");
    return tokens;
  }

  private static byte[] kindsOf(RequestFragment fragment, int count) {
    byte[] kinds = new byte[count];
    ByteBuffer packedKinds = fragment.getChunkKinds().duplicate();
    if (!packedKinds.hasRemaining()) {
      return kinds; // all content
    }
    if (packedKinds.remaining() != count) {
      throw new IllegalArgumentException(
          "Invalid fragment: %d chunks, %d kinds".formatted(count, packedKinds.remaining()));
    }
    packedKinds.get(kinds);
    for (byte kind : kinds) {
      if (kind != RequestTrace.CONTENT && kind != RequestTrace.REASONING) {
        throw new IllegalArgumentException("Invalid chunk kind: " + kind + " (0 or 1)");
      }
    }
    return kinds;
  }

  private static void requireNoMore(VarintReader packed, String what) {
    if (packed.hasNext()) {
      throw new IllegalArgumentException("Invalid fragment: more " + what + " than chunks");
    }
  }

  /** Returns the chunks of several fragments in order; without tokens if one part has none. */
  static Chunks joined(List<Chunks> parts) {
    int count = 0;
    boolean counted = true;
    for (Chunks part : parts) {
      count += part.count();
      counted &= part.count() == 0 || part.tokens.length > 0;
    }
    Chunks all =
        new Chunks(new long[count], new int[counted ? count : 0], new int[count], new byte[count]);
    int at = 0;
    for (Chunks part : parts) {
      int n = part.count();
      System.arraycopy(part.atNanos, 0, all.atNanos, at, n);
      System.arraycopy(part.reads, 0, all.reads, at, n);
      System.arraycopy(part.kinds, 0, all.kinds, at, n);
      if (counted && n > 0) {
        System.arraycopy(part.tokens, 0, all.tokens, at, n);
      }
      at += n;
    }
    return all;
  }

  int count() {
    return atNanos.length;
  }
}
