package io.longhaul.cli.options;

import io.longhaul.sinks.AlsoWritten;
import java.util.EnumSet;
import java.util.Set;

/** Additional exports, as named by options. */
public final class ExtraExports {
  private ExtraExports() {}

  /** Returns the requested exports. */
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
