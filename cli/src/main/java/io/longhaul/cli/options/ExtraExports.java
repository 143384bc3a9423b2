package io.longhaul.cli.options;

import io.longhaul.sinks.AlsoWritten;
import java.util.EnumSet;
import java.util.Set;

/** What else is to be written, as options name it. */
public final class ExtraExports {
  private ExtraExports() {}

  /** Those that were asked for. */
  public static Set<AlsoWritten> of(boolean outputs, boolean httpTrace, boolean traceTable) {
    Set<AlsoWritten> also = EnumSet.noneOf(AlsoWritten.class);
    if (outputs) {
      also.add(AlsoWritten.OUTPUTS_JSON);
    }
    if (httpTrace) {
      also.add(AlsoWritten.HTTP_TRACE);
    }
    if (traceTable) {
      also.add(AlsoWritten.HTTP_TRACE_TABLE);
    }
    return also;
  }
}
