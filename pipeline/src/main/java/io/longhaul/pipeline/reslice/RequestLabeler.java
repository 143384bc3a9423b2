package io.longhaul.pipeline.reslice;

import io.longhaul.export.RequestRow;
import java.util.Map;

/** Determines the label values of requests from their rows. */
@FunctionalInterface
public interface RequestLabeler {
  /** Returns the values of a request by dimension. */
  Map<String, String> labelsOf(RequestRow row);
}
