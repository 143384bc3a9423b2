package io.longhaul.cli.options;

/** Where in a series a run stands; a parent tells the process of each. */
public enum SeriesPosition {
  /** It is no run of a series. */
  ALONE,
  FIRST,
  LATER;

  private static final String PROPERTY = "longhaul.seriesPlace";

  /** What this process was told. */
  public static SeriesPosition ofThisProcess() {
    return valueOf(System.getProperty(PROPERTY, ALONE.name()));
  }

  /** The option of Java that tells it to a process. */
  public String toJvmOption() {
    return "-D" + PROPERTY + "=" + name();
  }
}
