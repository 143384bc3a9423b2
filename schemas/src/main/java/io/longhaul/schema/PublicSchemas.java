package io.longhaul.schema;

import io.longhaul.export.SliceRow;

/** Schemas of the records that programs other than Longhaul may read. */
public final class PublicSchemas {
  private static final String JAVA_STRING = ",\"avro.java.string\":\"String\"";

  private PublicSchemas() {}

  /**
   * Returns the Avro schema of the topic of finished slices in JSON, with the meaning of each
   * field. It lacks what only Java's classes need, and has the same fingerprint as theirs.
   */
  public static String slices() {
    return SliceRow.getClassSchema()
        .toString()
        .replace("{\"type\":\"string\"" + JAVA_STRING + "}", "\"string\"")
        .replace(JAVA_STRING, "");
  }
}
