package io.longhaul.load.endpoint.protobuf;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.UninitializedMessageException;
import com.google.protobuf.util.JsonFormat;
import io.longhaul.load.endpoint.json.UntrustedJson;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.ErrorMessages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts messages of a type known only at run time from and to JSON, by Protobuf's rules: member
 * names in lowerCamelCase (or as in the proto file), bytes in base64, 64-bit numbers as text.
 * Immutable and thread-safe.
 */
public final class ProtobufJson {
  /** Types with a special JSON form, such as timestamps. */
  private static final String SPECIAL = "google.protobuf.";

  private static final String ANY = SPECIAL + "Any";
  private static final int MAX_ANY_MESSAGES = 16;
  private static final int MAX_REASON_CHARS = 200;

  private final Descriptor type;
  private final TypeRegistry types;
  private final JsonFormat.Parser parser;
  private final JsonFormat.Printer printer;

  /**
   * @param registry possible types of messages of type Any
   */
  ProtobufJson(Descriptor type, TypeRegistry registry) {
    this.type = type;
    this.types = registry;
    this.parser = JsonFormat.parser().usingTypeRegistry(registry);
    this.printer =
        JsonFormat.printer().usingTypeRegistry(registry).omittingInsignificantWhitespace();
  }

  /**
   * Converts JSON to a message.
   *
   * @throws IllegalArgumentException if the JSON does not match the type
   */
  public byte[] message(JsonNode json) {
    try {
      return parse(type, json).toByteArray();
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(reasonOf(e), e);
    }
  }

  private DynamicMessage parse(Descriptor target, JsonNode json)
      throws InvalidProtocolBufferException {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(target);
    parser.merge(json.toString(), message);
    if (!message.isInitialized()) {
      throw new InvalidProtocolBufferException(
          "missing " + String.join(", ", message.findInitializationErrors()));
    }
    return message.buildPartial();
  }

  /**
   * Converts a message to JSON.
   *
   * @throws InvalidProtocolBufferException if the bytes are not a message of this type
   */
  public JsonNode json(byte[] bytes, int offset, int length) throws InvalidProtocolBufferException {
    ProtobufFieldCounter fieldCounter = new ProtobufFieldCounter(length);
    DynamicMessage message = read(bytes, offset, length, fieldCounter);
    limitNestedAny(message, 0, fieldCounter);
    try {
      return UntrustedJson.MAPPER.readTree(printer.print(message));
    } catch (JsonProcessingException e) {
      throw new InvalidProtocolBufferException(e.getOriginalMessage());
    } catch (IllegalArgumentException e) {
      // For example an invalid date, or a number that JSON does not support.
      throw new InvalidProtocolBufferException(e.getMessage());
    }
  }

  /**
   * Checks that the bytes are a message of this type.
   *
   * @throws InvalidProtocolBufferException if they are not
   */
  public void check(byte[] bytes, int offset, int length) throws InvalidProtocolBufferException {
    read(bytes, offset, length, new ProtobufFieldCounter(length));
  }

  /**
   * Protobuf's nesting limit restarts in each message of type Any, which may contain another one.
   * Such messages are only parsed when they are converted to JSON.
   */
  private void limitNestedAny(Message message, int depth, ProtobufFieldCounter fieldCounter)
      throws InvalidProtocolBufferException {
    if (depth > MAX_ANY_MESSAGES) {
      throw new InvalidProtocolBufferException(
          "more than " + MAX_ANY_MESSAGES + " nested messages of type Any");
    }
    if (message.getDescriptorForType().getFullName().equals(ANY)) {
      Message inner = unpackAny(message, fieldCounter);
      if (inner != null) {
        limitNestedAny(inner, depth + 1, fieldCounter);
      }
      return;
    }
    for (Object value : message.getAllFields().values()) {
      for (Object each : value instanceof List<?> list ? list : List.of(value)) {
        if (each instanceof Message inner) {
          limitNestedAny(inner, depth, fieldCounter);
        }
      }
    }
  }

  /** Returns the message in a message of type Any; null if its type is unknown. */
  private @Nullable Message unpackAny(Message any, ProtobufFieldCounter fieldCounter)
      throws InvalidProtocolBufferException {
    String url = (String) valueOf(any, "type_url", JavaType.STRING);
    ByteString value = (ByteString) valueOf(any, "value", JavaType.BYTE_STRING);
    Descriptor inner = url.isEmpty() ? null : types.getDescriptorForTypeUrl(url);
    if (inner == null) {
      return null;
    }
    byte[] bytes = value.toByteArray();
    fieldCounter.add(inner, bytes, 0, bytes.length);
    return DynamicMessage.parseFrom(inner, bytes);
  }

  /** A server can define a type with this name arbitrarily. */
  private static Object valueOf(Message any, String name, JavaType type)
      throws InvalidProtocolBufferException {
    FieldDescriptor field = any.getDescriptorForType().findFieldByName(name);
    if (field == null || field.isRepeated() || field.getJavaType() != type) {
      throw new InvalidProtocolBufferException(
          ANY + " has an invalid descriptor for its field " + name);
    }
    return any.getField(field);
  }

  private DynamicMessage read(
      byte[] bytes, int offset, int length, ProtobufFieldCounter fieldCounter)
      throws InvalidProtocolBufferException {
    fieldCounter.add(type, bytes, offset, length);
    try {
      return DynamicMessage.newBuilder(type).mergeFrom(bytes, offset, length).build();
    } catch (UninitializedMessageException e) {
      throw e.asInvalidProtocolBufferException();
    }
  }

  /**
   * Returns the problems that prevent converting this JSON, each with its path; empty if there are
   * none.
   */
  public List<String> problemsOf(JsonNode json, String path) {
    List<String> problems = new ArrayList<>();
    validate(type, json, path, problems);
    return problems;
  }

  /**
   * Validates member by member. Protobuf's parser decides what a valid value is, but does not
   * report locations, so each value is parsed separately.
   */
  private void validate(Descriptor descriptor, JsonNode json, String path, List<String> problems) {
    int before = problems.size();
    if (json.isObject() && !descriptor.getFullName().startsWith(SPECIAL)) {
      for (Map.Entry<String, JsonNode> member : json.properties()) {
        validateMember(descriptor, member.getKey(), member.getValue(), path, problems);
      }
    }
    if (problems.size() == before) {
      try {
        parse(descriptor, json);
      } catch (InvalidProtocolBufferException e) {
        problems.add(path + ": " + reasonOf(e));
      }
    }
  }

  private void validateMember(
      Descriptor descriptor, String name, JsonNode value, String path, List<String> problems) {
    String memberPath = path + "." + name;
    FieldDescriptor field = fieldOf(descriptor, name);
    if (field == null) {
      problems.add(memberPath + ": " + descriptor.getFullName() + " has no such field");
    } else if (value.isNull()) {
      parseMember(descriptor, name, value, memberPath, problems);
    } else if (field.isMapField() && value.isObject()) {
      FieldDescriptor element = field.getMessageType().findFieldByName("value");
      for (Map.Entry<String, JsonNode> entry : value.properties()) {
        String elementPath = memberPath + "." + entry.getKey();
        if (isMessage(element)) {
          validate(element.getMessageType(), entry.getValue(), elementPath, problems);
        } else {
          ObjectNode single = RequestBody.empty().set(entry.getKey(), entry.getValue());
          parseMember(descriptor, name, single, elementPath, problems);
        }
      }
    } else if (field.isRepeated() && !field.isMapField() && value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        String element = memberPath + "[" + i + "]";
        if (isMessage(field)) {
          validate(field.getMessageType(), value.get(i), element, problems);
        } else {
          JsonNode single = UntrustedJson.MAPPER.createArrayNode().add(value.get(i));
          parseMember(descriptor, name, single, element, problems);
        }
      }
    } else if (!field.isRepeated() && isMessage(field)) {
      validate(field.getMessageType(), value, memberPath, problems);
    } else {
      parseMember(descriptor, name, value, memberPath, problems);
    }
  }

  private void parseMember(
      Descriptor descriptor,
      String name,
      JsonNode value,
      String memberPath,
      List<String> problems) {
    DynamicMessage.Builder holder = DynamicMessage.newBuilder(descriptor);
    try {
      parser.merge(RequestBody.empty().set(name, value).toString(), holder);
    } catch (InvalidProtocolBufferException e) {
      problems.add(memberPath + ": " + reasonOf(e));
    }
  }

  private static @Nullable FieldDescriptor fieldOf(Descriptor descriptor, String name) {
    for (FieldDescriptor field : descriptor.getFields()) {
      if (field.getJsonName().equals(name) || field.getName().equals(name)) {
        return field;
      }
    }
    return null;
  }

  private static boolean isMessage(FieldDescriptor field) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
  }

  /**
   * Returns the reason on one line, shortened because the parser may quote values of any length.
   */
  private static String reasonOf(InvalidProtocolBufferException e) {
    String reason = ErrorMessages.shortened(String.valueOf(e.getMessage()));
    return ErrorMessages.abbreviated(reason, MAX_REASON_CHARS);
  }
}
