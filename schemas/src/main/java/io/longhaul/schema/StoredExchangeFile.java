package io.longhaul.schema;

/**
 * The file in which a generator keeps the exchanges of a lane on its own disk. Records stand one
 * behind the other, each behind {@value #HEAD_BYTES} bytes: its place in the run's plan, which no
 * other request of its lane has, and the number of its bytes. A file that was cut ends inside a
 * record.
 */
public final class StoredExchangeFile {
  /** A long and an int, big-endian. */
  public static final int HEAD_BYTES = Long.BYTES + Integer.BYTES;

  private StoredExchangeFile() {}

  public static String nameOf(String laneId) {
    return laneId + ".kept";
  }
}
