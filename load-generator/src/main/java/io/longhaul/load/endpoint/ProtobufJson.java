package io.longhaul.load.endpoint;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Messages of one type, of which nothing was known when this was compiled, as JSON by protobuf's
 * own rules: names of members in lowerCamelCase (or as the type's file has them), bytes in base64,
 * 64 bits as text. Immutable, any thread.
 */
final class ProtobufJson {
  /** Types that are written as JSON in ways of their own, such as a time as text. */
  private static final String SPECIAL = "google.protobuf.";

  private static final String ANY = SPECIAL + "Any";
  private static final int MAX_ANY_MESSAGES = 16;
  private static final int MAX_REASON_CHARS = 200;

  private final Descriptor type;
  private final TypeRegistry types;
  private final JsonFormat.Parser parser;
  private final JsonFormat.Printer printer;

  /**
   * @param registry types that a message of any type may have
   */
  ProtobufJson(Descriptor type, TypeRegistry registry) {
    this.type = type;
    this.types = registry;
    this.parser = JsonFormat.parser().usingTypeRegistry(registry);
    this.printer =
        JsonFormat.printer().usingTypeRegistry(registry).omittingInsignificantWhitespace();
  }

  /**
   * The message that this JSON says.
   *
   * @throws IllegalArgumentException when it says none
   */
  byte[] message(JsonNode json) {
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
          "it lacks " + String.join(", ", message.findInitializationErrors()));
    }
    return message.buildPartial();
  }

  /**
   * What the bytes of a message say.
   *
   * @throws InvalidProtocolBufferException when they are no message of this type
   */
  JsonNode json(byte[] bytes, int offset, int length) throws InvalidProtocolBufferException {
    ProtobufFieldCounter fieldCounter = new ProtobufFieldCounter(length);
    DynamicMessage message = read(bytes, offset, length, fieldCounter);
    limitNestedAny(message, 0, fieldCounter);
    try {
      return UntrustedJson.MAPPER.readTree(printer.print(message));
    } catch (JsonProcessingException e) {
      throw new InvalidProtocolBufferException(e.getOriginalMessage());
    } catch (IllegalArgumentException e) {
      // A time that no calendar has, a number that JSON has not.
      throw new InvalidProtocolBufferException(e.getMessage());
    }
  }

  /**
   * Reads a message and keeps nothing of it.
   *
   * @throws InvalidProtocolBufferException when the bytes are no message of this type
   */
  void check(byte[] bytes, int offset, int length) throws InvalidProtocolBufferException {
    read(bytes, offset, length, new ProtobufFieldCounter(length));
  }

  /**
   * Protobuf's limit of nesting begins anew in each message of any type, which may hold another; it
   * is read when it is written as JSON.
   */
  private void limitNestedAny(Message message, int depth, ProtobufFieldCounter fieldCounter)
      throws InvalidProtocolBufferException {
    if (depth > MAX_ANY_MESSAGES) {
      throw new InvalidProtocolBufferException(
          "more than " + MAX_ANY_MESSAGES + " messages of any type within each other");
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

  /** What a message of any type is; null when its type is not known. */
  private Message unpackAny(Message any, ProtobufFieldCounter fieldCounter)
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

  /** A server may describe a type of this name as it likes. */
  private static Object valueOf(Message any, String name, JavaType type)
      throws InvalidProtocolBufferException {
    FieldDescriptor field = any.getDescriptorForType().findFieldByName(name);
    if (field == null || field.isRepeated() || field.getJavaType() != type) {
      throw new InvalidProtocolBufferException(ANY + " is described without its " + name);
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

  /** Everything for which this JSON is no message, each behind its path; empty when it is one. */
  List<String> problemsOf(JsonNode json, String path) {
    List<String> problems = new ArrayList<>();
    validate(type, json, path, problems);
    return problems;
  }

  /**
   * Looks for what is wrong member by member. What a value must be, protobuf's own parser judges:
   * it does not say where, so each value is shown to it alone.
   */
  private void validate(Descriptor descriptor, JsonNode json, String path, List<String> problems) {
    int before = problems.size();
    if (json.isObject() && !isSpecial(descriptor)) {
      for (Map.Entry<String, JsonNode> member : json.properties()) {
        validateMember(descriptor, member.getKey(), member.getValue(), path, problems);
      }
    }
    if (problems.size() == before) {
      parseCheck(descriptor, json, path, problems);
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
      validateMap(descriptor, field, name, value, memberPath, problems);
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

  private void validateMap(
      Descriptor descriptor,
      FieldDescriptor field,
      String name,
      JsonNode map,
      String path,
      List<String> problems) {
    FieldDescriptor valueField = field.getMessageType().findFieldByName("value");
    for (Map.Entry<String, JsonNode> entry : map.properties()) {
      String memberPath = path + "." + entry.getKey();
      if (isMessage(valueField)) {
        validate(valueField.getMessageType(), entry.getValue(), memberPath, problems);
      } else {
        ObjectNode single = RequestBody.empty().set(entry.getKey(), entry.getValue());
        parseMember(descriptor, name, single, memberPath, problems);
      }
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

  private void parseCheck(
      Descriptor descriptor, JsonNode json, String path, List<String> problems) {
    try {
      parse(descriptor, json);
    } catch (InvalidProtocolBufferException e) {
      problems.add(path + ": " + reasonOf(e));
    }
  }

  private static FieldDescriptor fieldOf(Descriptor descriptor, String name) {
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

  private static boolean isSpecial(Descriptor descriptor) {
    return descriptor.getFullName().startsWith(SPECIAL);
  }

  /** On one line; the parser may quote a value of any length. */
  private static String reasonOf(InvalidProtocolBufferException e) {
    String reason = ErrorMessages.shortened(e.getMessage());
    return reason.length() <= MAX_REASON_CHARS
        ? reason
        : reason.substring(0, MAX_REASON_CHARS) + "…";
  }
}
