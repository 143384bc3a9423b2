package io.longhaul.schema;

/**
 * The file in which a generator stores the exchanges of a lane on its local disk: a sequence of
 * records, each preceded by {@value #HEAD_BYTES} bytes. These contain the request's index in the
 * run's plan, which is unique within the lane, and the length of the record. A truncated file ends
 * inside a record.
 */
public final class StoredExchangeFile {
  /** A long and an int, big-endian. */
  public static final int HEAD_BYTES = Long.BYTES + Integer.BYTES;

  private StoredExchangeFile() {}

  public static String nameOf(String laneId) {
    return laneId + ".kept";
  }
}
