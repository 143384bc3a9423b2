package io.longhaul.sinks.delta;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Optional;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/**
 * The columns of a table, in Delta's serialization of schemas, with the documentation of the
 * columns of files. All of them are nullable, because files of older releases lack some.
 */
final class DeltaColumns {
  /** Name of the columns in the action that changes metadata. */
  static final String IN_METADATA = "schemaString";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String FIELDS = "fields";
  private static final String NAME = "name";
  private static final String TYPE = "type";

  private DeltaColumns() {}

  /**
   * Returns the columns of files.
   *
   * @param inFile columns of a file
   */
  static ObjectNode of(Schema inFile) {
    ObjectNode struct = NODES.objectNode().put(TYPE, "struct");
    ArrayNode fields = struct.putArray(FIELDS);
    for (Schema.Field field : inFile.getFields()) {
      ObjectNode added = fields.addObject().put(NAME, field.name());
      added.set(TYPE, type(field.schema()));
      ObjectNode metadata = added.put("nullable", true).putObject("metadata");
      if (field.doc() != null) {
        metadata.put("comment", field.doc());
      }
    }
    return struct;
  }

  private static JsonNode type(Schema nullable) {
    Schema schema = nonNull(nullable);
    return switch (schema.getType()) {
      case RECORD -> of(schema);
      case ARRAY ->
          NODES
              .objectNode()
              .put(TYPE, "array")
              .put("containsNull", true)
              .set("elementType", type(schema.getElementType()));
      case MAP ->
          NODES
              .objectNode()
              .put(TYPE, "map")
              .put("keyType", "string")
              .put("valueContainsNull", true)
              .set("valueType", type(schema.getValueType()));
      case STRING, ENUM -> TextNode.valueOf("string");
      case BYTES -> TextNode.valueOf("binary");
      case BOOLEAN -> TextNode.valueOf("boolean");
      case FLOAT -> TextNode.valueOf("float");
      case DOUBLE -> TextNode.valueOf("double");
      case INT ->
          TextNode.valueOf(
              schema.getLogicalType() instanceof LogicalTypes.Date ? "date" : "integer");
      case LONG -> TextNode.valueOf(isTimestamp(schema) ? "timestamp" : "long");
      default ->
          throw new IllegalArgumentException("Invalid column: " + schema + " (a type of Delta)");
    };
  }

  /** Returns whether the values of a column of a file are timestamps. */
  static boolean isTimestamp(Schema nullable) {
    return nonNull(nullable).getLogicalType() instanceof LogicalTypes.TimestampMicros;
  }

  private static Schema nonNull(Schema schema) {
    return schema.getType() != Schema.Type.UNION
        ? schema
        : schema.getTypes().stream()
            .filter(type -> type.getType() != Schema.Type.NULL)
            .findFirst()
            .orElseThrow();
  }

  /**
   * Returns the columns of a table with those that it lacks; columns that only newer releases know
   * remain.
   *
   * @param schemaString columns of the table
   * @param columns columns of files
   */
  static String union(String schemaString, ObjectNode columns) {
    try {
      JsonNode union = JSON.readTree(schemaString);
      return addMissing(union, columns) ? union.toString() : schemaString;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Invalid schema: " + schemaString + " (JSON)", e);
    }
  }

  /** Returns whether something was added. */
  private static boolean addMissing(JsonNode type, JsonNode wanted) {
    boolean isChanged = false;
    for (JsonNode field : wanted.path(FIELDS)) {
      Optional<JsonNode> known = named(field.path(NAME).asText(), type);
      if (known.isPresent()) {
        isChanged |= addMissing(known.get().path(TYPE), field.path(TYPE));
      } else if (type.path(FIELDS) instanceof ArrayNode fields) {
        fields.add(field);
        isChanged = true;
      }
    }
    for (String inner : new String[] {"elementType", "valueType"}) {
      if (wanted.has(inner)) {
        isChanged |= addMissing(type.path(inner), wanted.path(inner));
      }
    }
    return isChanged;
  }

  private static Optional<JsonNode> named(String name, JsonNode struct) {
    for (JsonNode field : struct.path(FIELDS)) {
      if (field.path(NAME).asText().equals(name)) {
        return Optional.of(field);
      }
    }
    return Optional.empty();
  }
}
