package io.longhaul.sinks.iceberg;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A catalog of tables, or a table in it, cannot be used. */
public final class CatalogException extends IOException {
  private static final long serialVersionUID = 1;

  /** Servers answer with pages, and drivers with whole statements. */
  private static final int LONGEST_MESSAGE = 250;

  CatalogException(String message) {
    super(message);
  }

  /**
   * Returns the failure of an operation.
   *
   * @param catalog the catalog, without secrets
   */
  static CatalogException of(String catalog, Throwable failure) {
    CatalogException exception =
        new CatalogException("Cannot use the catalog " + catalog + ": " + reason(failure));
    exception.initCause(failure);
    return exception;
  }

  /** Returns the messages of a failure and its causes, without repetitions, each in one line. */
  private static String reason(Throwable failure) {
    List<String> messages = new ArrayList<>();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      String text = String.valueOf(each.getMessage()).strip().replaceAll("\\s+", " ");
      String message =
          text.length() > LONGEST_MESSAGE ? text.substring(0, LONGEST_MESSAGE) + "…" : text;
      if (each.getMessage() != null && messages.stream().noneMatch(one -> one.contains(message))) {
        messages.add(message);
      }
    }
    return messages.isEmpty() ? failure.getClass().getSimpleName() : String.join(": ", messages);
  }
}
