package io.longhaul.config.binding;

import picocli.CommandLine.ITypeConverter;

/** Converts the value of an option, and knows which values would be right. */
public interface ExplainedConverter<T> extends ITypeConverter<T> {
  /** Returns which values would be right, for messages about an invalid one. */
  String wanted();
}
