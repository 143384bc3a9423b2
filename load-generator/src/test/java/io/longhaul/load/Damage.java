package io.longhaul.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Damage to bytes in transit: bytes are changed, removed, duplicated or inserted. */
public final class Damage {
  private static final int MAX_PLACES = 4;
  private static final int MAX_BYTES = 8;

  private enum Kind {
    LEFT_OUT,
    DOUBLED,
    CHANGED,
    REPLACED,
    PUT_BETWEEN
  }

  /**
   * @param place position, as a fraction of the whole
   * @param bytes number of affected bytes
   * @param strange bytes that are inserted
   */
  private record Wound(Kind kind, double place, int bytes, byte[] strange) {

    byte[] in(byte[] whole) {
      int at = (int) (place * whole.length);
      int end = Math.min(whole.length, at + bytes);
      return switch (kind) {
        case LEFT_OUT -> joined(whole, at, new byte[0], end);
        case DOUBLED -> joined(whole, at, Arrays.copyOfRange(whole, at, end), at);
        case CHANGED -> joined(whole, at, changed(Arrays.copyOfRange(whole, at, end)), end);
        case REPLACED -> joined(whole, at, strange, end);
        case PUT_BETWEEN -> joined(whole, at, strange, at);
      };
    }

    private byte[] changed(byte[] piece) {
      for (int i = 0; i < piece.length; i++) {
        piece[i] ^= strange[i % strange.length];
      }
      return piece;
    }

    private static byte[] joined(byte[] whole, int headEnd, byte[] middle, int tailStart) {
      ByteArrayOutputStream joined = new ByteArrayOutputStream();
      joined.write(whole, 0, headEnd);
      joined.writeBytes(middle);
      joined.write(whole, tailStart, whole.length - tailStart);
      return joined.toByteArray();
    }
  }

  /**
   * Generates up to a few damages for any bytes.
   *
   * @param words keywords of the damaged format, which find more errors than random bytes
   */
  public static Arbitrary<Damage> with(String... words) {
    Arbitrary<byte[]> word = Arbitraries.of(words).map(text -> text.getBytes(ISO_8859_1));
    Arbitrary<byte[]> any = Arbitraries.bytes().array(byte[].class).ofMinSize(1).ofMaxSize(4);
    return Combinators.combine(
            Arbitraries.of(Kind.class),
            Arbitraries.doubles().between(0, true, 1, false),
            Arbitraries.integers().between(1, MAX_BYTES),
            Arbitraries.frequencyOf(Tuple.of(3, word), Tuple.of(1, any)))
        .as(Wound::new)
        .list()
        .ofMaxSize(MAX_PLACES)
        .map(Damage::new);
  }

  private final List<Wound> wounds;

  private Damage(List<Wound> wounds) {
    this.wounds = wounds;
  }

  /** Returns the damaged bytes. */
  public byte[] to(byte[] whole) {
    byte[] bytes = whole;
    for (Wound wound : wounds) {
      bytes = wound.in(bytes);
    }
    return bytes;
  }

  /**
   * Splits bytes as a network may: into pieces of these sizes, repeatedly; into one piece if there
   * are no sizes.
   */
  public static List<byte[]> cut(byte[] bytes, List<Integer> sizes) {
    List<byte[]> pieces = new ArrayList<>();
    for (int from = 0; from < bytes.length; ) {
      int size = sizes.isEmpty() ? bytes.length : sizes.get(pieces.size() % sizes.size());
      int to = Math.min(bytes.length, from + size);
      pieces.add(Arrays.copyOfRange(bytes, from, to));
      from = to;
    }
    return pieces;
  }

  @Override
  public String toString() {
    return wounds.toString();
  }
}
