package io.longhaul.sinks.parquet;

import io.longhaul.export.ServerSliceRow;
import io.longhaul.export.VerdictRow;
import io.longhaul.sinks.Dataset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Writes {@code docs/schema.md}: every column of every Parquet file in Longhaul's format, from the
 * documentation in {@code export.avdl} and the columns that files have in addition.
 */
final class SchemaDocument {
  private static final String START =
      """
      # Columns of the Parquet files

      This page is generated from `schemas/src/main/avro/export.avdl`; a test fails if it is out of date. [exports.md](exports.md) describes
      what the rows of each dataset are, and [lake.md](lake.md) contains queries.

      * **Type** is the type in Parquet. A name with a link is a [group of columns](#groups-of-columns): `time_to_first_token_ns.p99` is a
        column of it. Texts from a fixed set of values, such as outcomes, are strings.
      * **Unit**: – stands for texts, flags, indexes and counts; in a group, *that of the group* is the unit of the column that contains the
        group. Points in time are integers since 1970-01-01 00:00 UTC; columns `*_time` contain the same as timestamps.
      * **Null** states when a column is null. Null means that there is no value; it never stands for 0. Lists and maps without entries are
        empty and not null.
      """;

  private static final Pattern NULL_RULE = Pattern.compile("(?:^|(?<= ))Null (.*)\\.$");

  private final StringBuilder page = new StringBuilder(START);

  /** Records that are groups of columns, by name. */
  private final Map<String, Schema> groups = new TreeMap<>();

  /** Headings of the records that are rows, by the name of the record. */
  private final Map<String, String> rows = new LinkedHashMap<>();

  private SchemaDocument() {}

  /** Returns the page. */
  static String text() {
    return new SchemaDocument().written();
  }

  private String written() {
    Dataset.ALL.forEach(dataset -> rows.put(dataset.rowClass().getSimpleName(), dataset.name()));
    page.append("\n## Datasets\n");
    for (Dataset<?> dataset : Dataset.ALL) {
      table(dataset.name(), schemaOf(dataset.rowClass()));
      row(
          RowWriters.DAY,
          "DATE",
          "UTC",
          "never",
          ColumnMeaning.OF_DAY
              .replace(".", "; [exports.md](exports.md#%s) states which.")
              .formatted(dataset.name()));
    }
    page.append("\n## Files next to the lake\n");
    table("server_slices.parquet", schemaOf(ServerSliceRow.class));
    table("verdicts.parquet", schemaOf(VerdictRow.class));
    page.append("\n## Groups of columns\n");
    groups.forEach(this::table);
    return page.toString();
  }

  private static Schema schemaOf(Class<? extends SpecificRecordBase> row) {
    return SpecificData.get().getSchema(row);
  }

  private void table(String heading, Schema record) {
    page.append("\n### ").append(heading).append("\n\n").append(oneLine(record)).append("\n\n");
    page.append("| Column | Type | Unit | Null | Meaning |\n|---|---|---|---|---|\n");
    for (Schema.Field field : record.getFields()) {
      String doc = oneLine(record.getName() + "." + field.name(), field.doc());
      Matcher rule = NULL_RULE.matcher(doc);
      boolean ruled = rule.find();
      if (ruled != field.schema().isNullable()) {
        throw new IllegalArgumentException(
            "Invalid documentation of %s.%s: %s (a sentence \"Null …\" at its end if and only if the column can be null)"
                .formatted(record.getName(), field.name(), doc));
      }
      row(
          field.name(),
          type(field.schema()),
          unit(record, field.name()),
          ruled ? rule.group(1) : "never",
          ruled ? doc.substring(0, rule.start()).strip() : doc);
      DerivedColumn.of(field).ifPresent(derived -> derivedRow(record, field, derived));
    }
  }

  private void derivedRow(Schema record, Schema.Field source, DerivedColumn derived) {
    String name = derived.nameAfter(source.name());
    Schema type = derived.typeAfter(source.schema());
    boolean isTime = DerivedColumn.nonNull(type).getLogicalType() != null;
    row(
        name,
        type(type),
        isTime ? "UTC" : unit(record, name),
        type.isNullable() ? "like `" + source.name() + "`" : "never",
        ColumnMeaning.of(derived, source.name()));
  }

  private void row(String... cells) {
    page.append("| `").append(cells[0]).append('`');
    for (int i = 1; i < cells.length; i++) {
      page.append(" | ").append(cells[i]);
    }
    page.append(" |\n");
  }

  private String type(Schema schema) {
    if (schema.getLogicalType() != null) {
      return "TIMESTAMP";
    }
    return switch (schema.getType()) {
      case UNION -> type(DerivedColumn.nonNull(schema));
      case RECORD -> group(schema);
      case ARRAY -> "LIST of " + type(schema.getElementType());
      case MAP -> "MAP of STRING to " + type(schema.getValueType());
      case LONG -> "INT64";
      case INT -> "INT32";
      case BYTES -> "BYTE_ARRAY";
      default -> schema.getType().name();
    };
  }

  private String group(Schema record) {
    String dataset = rows.get(record.getName());
    if (dataset != null) {
      return "[%s](#%s)".formatted(record.getName(), dataset);
    }
    if (groups.putIfAbsent(record.getName(), record) == null) {
      record.getFields().forEach(member -> type(member.schema()));
    }
    return "[%s](#%s)".formatted(record.getName(), record.getName().toLowerCase(Locale.ROOT));
  }

  private static String unit(Schema record, String column) {
    return ColumnMeaning.unit(record, column).orElse("–");
  }

  private static String oneLine(Schema record) {
    return oneLine(record.getName(), record.getDoc());
  }

  private static String oneLine(String name, String doc) {
    return Optional.ofNullable(doc)
        .map(text -> text.strip().replaceAll("\\s+", " ").replace("|", "\\|"))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Invalid documentation of %s: none (what it means)".formatted(name)));
  }
}
