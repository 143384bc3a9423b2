package io.longhaul.cli.options;

import io.longhaul.sinks.OptionalExport;
import java.util.EnumSet;
import java.util.Set;

/** Additional exports, as named by options. */
public final class ExtraExports {
  private ExtraExports() {}

  /** Returns the requested exports. */
  public static Set<OptionalExport> of(boolean outputs, boolean httpTrace, boolean traceTable) {
    Set<OptionalExport> also = EnumSet.noneOf(OptionalExport.class);
    if (outputs) {
      also.add(OptionalExport.OUTPUTS_JSON);
    }
    if (httpTrace) {
      also.add(OptionalExport.HTTP_TRACE);
    }
    if (traceTable) {
      also.add(OptionalExport.HTTP_TRACE_TABLE);
    }
    return also;
  }
}
