package io.longhaul.metrics;

/**
 * How a metric is stored, displayed and bucketed. A stored value is a fixed-point 64-bit integer,
 * rounded half-even once, so that sums are exact and do not depend on the order.
 */
public enum MetricUnit {
  /** The difference of two timestamps. */
  TIME("ns", "ms", 1_000_000L, 1),
  /** An averaged gap; its bucket is that of its nearest nanosecond. */
  AVERAGED_TIME("ps", "ms", 1_000_000_000L, 1_000),
  /** A duration within a run. */
  LONG_TIME("ns", "sec", 1_000_000_000L, 1),
  /** A moment on the wall clock. */
  TIMESTAMP("ns", "ns", 1, 1),
  TOKENS("tokens", "tokens", 1, 1),
  /** Tokens that are distributed evenly over chunks. */
  PARTS_OF_TOKENS("10^-6 tokens", "tokens", 1_000_000L, 1_000),
  REQUESTS("requests", "requests", 1, 1),
  COUNT("count", "count", 1, 1),
  BYTES("B", "KB", 1_024, 1),
  IMAGES("images", "images", 1, 1),
  IMAGES_PER_SECOND("10^-6 images/sec", "images/sec", 1_000_000L, 1_000),
  TIME_PER_IMAGE("ps/image", "ms/image", 1_000_000_000L, 1_000),
  TOKENS_PER_SECOND("10^-6 tokens/sec", "tokens/sec", 1_000_000L, 1_000),
  TOKENS_PER_SECOND_PER_USER("10^-6 tokens/sec/user", "tokens/sec/user", 1_000_000L, 1_000),
  REQUESTS_PER_SECOND("10^-6 requests/sec", "requests/sec", 1_000_000L, 1_000),
  PERCENT("10^-6 %", "%", 1_000_000L, 1_000),
  RATIO("10^-6", "ratio", 1_000_000L, 1_000);

  private final String stored;
  private final String display;
  private final long storedPerDisplay;
  private final int storedPerGridUnit;

  MetricUnit(String stored, String display, long storedPerDisplay, int storedPerGridUnit) {
    this.stored = stored;
    this.display = display;
    this.storedPerDisplay = storedPerDisplay;
    this.storedPerGridUnit = storedPerGridUnit;
  }

  /** Returns the unit of the stored integer, such as {@code ns}. */
  public String stored() {
    return stored;
  }

  /** Returns the end of the names of columns in this stored unit, such as {@code _ns}. */
  String columnSuffix() {
    return switch (this) {
      case COUNT -> "";
      case BYTES -> "_bytes";
      case TIME_PER_IMAGE -> "_ps";
      default -> stored.startsWith("10^-6") ? "_millionths" : "_" + stored;
    };
  }

  /** Returns the unit for people, as AIPerf writes it, such as {@code ms}. */
  public String display() {
    return display;
  }

  /** Returns the number of stored units in one display unit. */
  public long storedPerDisplay() {
    return storedPerDisplay;
  }

  /** Returns the number of stored units in one grid unit of a distribution. */
  public int storedPerGridUnit() {
    return storedPerGridUnit;
  }

  /**
   * Returns a stored value in display units. Divides instead of multiplying with a reciprocal, as
   * AIPerf does: the result is the double nearest to the true quotient.
   */
  public double toDisplay(double storedValue) {
    return storedValue / storedPerDisplay;
  }
}
