package io.longhaul.config.value;

/** The position of a run in a series, which a parent passes to the process of each run. */
public enum SeriesPosition {
  /** The run is not part of a series. */
  ALONE,
  FIRST,
  LATER;

  private static final String PROPERTY = "longhaul.seriesPlace";

  /** Returns the position that the parent passed to this process. */
  public static SeriesPosition ofThisProcess() {
    return valueOf(System.getProperty(PROPERTY, ALONE.name()));
  }

  /** Returns the JVM option that passes the position to a process. */
  public String toJvmOption() {
    return "-D" + PROPERTY + "=" + name();
  }
}
