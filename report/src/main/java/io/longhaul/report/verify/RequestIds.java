package io.longhaul.report.verify;

import io.longhaul.schema.RequestId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The set of request IDs that were read. The IDs of a process differ only in their counter, which
 * counts from 0, so a process has one bit for each counter: a quarter of a megabyte for a million
 * requests, usually. Bits are stored in pages, and their memory has an upper bound, so that IDs
 * from damaged rows cannot exhaust it. Exact as long as the bound is not reached. For one thread.
 */
final class RequestIds {
  private static final int BITS_PER_PAGE_LOG2 = 16;
  private static final int WORDS_PER_PAGE = 1 << (BITS_PER_PAGE_LOG2 - 6);
  private static final int LOW_MASK = (1 << BITS_PER_PAGE_LOG2) - 1;

  /** The digits of {@link RequestId}, by character; -1 for all others. */
  private static final byte[] DIGITS = new byte[128];

  private static final int TEXT_LENGTH = 26;

  /** Maximum number of pages of 8 kB: half a gigabyte, or four billion consecutive IDs. */
  static final int MOST_PAGES = 1 << 16;

  static {
    java.util.Arrays.fill(DIGITS, (byte) -1);
    String digits = "0123456789abcdefghjkmnpqrstvwxyz";
    for (int i = 0; i < digits.length(); i++) {
      DIGITS[digits.charAt(i)] = (byte) i;
    }
  }

  private final int mostPages;
  private final Map<Long, Map<Long, long[]>> pagesOf = new HashMap<>();
  private int pages;
  private long unstored;
  private long lastProcess;
  private long lastPageNumber = -1;
  private long @Nullable [] lastPage;

  RequestIds() {
    this(MOST_PAGES);
  }

  RequestIds(int mostPages) {
    this.mostPages = mostPages;
  }

  /**
   * Decodes the text of an ID.
   *
   * @param into receives the upper and the lower half
   * @return whether it is an ID
   */
  static boolean parse(byte[] text, int offset, int length, long[] into) {
    if (length != TEXT_LENGTH) {
      return false;
    }
    long hi = 0;
    long lo = 0;
    for (int i = offset; i < offset + TEXT_LENGTH; i++) {
      int digit = text[i] < 0 ? -1 : DIGITS[text[i]];
      if (digit < 0) {
        return false;
      }
      hi = (hi << 5) | (lo >>> 59);
      lo = (lo << 5) | digit;
    }
    into[0] = hi;
    into[1] = lo;
    return true;
  }

  /**
   * Adds an ID.
   *
   * @return whether it was not in the set; also true if there is no memory to remember it
   */
  boolean add(long process, long counter) {
    long[] page = page(process, counter >>> BITS_PER_PAGE_LOG2);
    if (page == null) {
      unstored++;
      return true;
    }
    int bit = (int) counter & LOW_MASK;
    long mask = 1L << bit;
    boolean isNew = (page[bit >>> 6] & mask) == 0;
    page[bit >>> 6] |= mask;
    return isNew;
  }

  /** Returns whether an ID was added. */
  boolean contains(long process, long counter) {
    Map<Long, long[]> ofProcess = pagesOf.get(process);
    long[] page = ofProcess == null ? null : ofProcess.get(counter >>> BITS_PER_PAGE_LOG2);
    int bit = (int) counter & LOW_MASK;
    return page != null && (page[bit >>> 6] & (1L << bit)) != 0;
  }

  /** Returns the number of IDs that could not be remembered. */
  long unstored() {
    return unstored;
  }

  private long @Nullable [] page(long process, long number) {
    if (lastPage != null && process == lastProcess && number == lastPageNumber) {
      return lastPage;
    }
    Map<Long, long[]> ofProcess = pagesOf.computeIfAbsent(process, any -> new HashMap<>());
    long[] page = ofProcess.get(number);
    if (page == null) {
      if (pages == mostPages) {
        return null;
      }
      pages++;
      page = new long[WORDS_PER_PAGE];
      ofProcess.put(number, page);
    }
    lastProcess = process;
    lastPageNumber = number;
    lastPage = page;
    return page;
  }
}
