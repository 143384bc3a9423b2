package io.longhaul.load.plan;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.protobuf.GrpcMethod;
import io.longhaul.load.endpoint.request.Keyword;
import io.longhaul.load.plan.check.InvalidPlanException;
import io.longhaul.load.plan.check.Nullable;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes a {@link RunPlan} as JSON and reads it back. The coordinator sends this document to the
 * generators.
 *
 * <p>Jackson binds the records through their canonical constructors. A member has the name of its
 * component in snake case, with a short unit: {@code requestTimeoutNanos} becomes {@code
 * request_timeout_ns}. An annotation on the component names the exceptions. Every member is
 * required, unless its component is {@link Nullable}.
 */
public final class RunPlanJson {
  private static final String GRPC_METHOD = "grpc_method";

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(64)
                          .maxStringLength(4_000_000)
                          .build())
                  .build())
          .propertyNamingStrategy(new NamesWithUnits())
          .defaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.FAIL, Nulls.FAIL))
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS, MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .enable(
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
              DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .withCoercionConfig(
              LogicalType.Textual,
              config ->
                  config
                      .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          .addModule(
              new SimpleModule()
                  .addSerializer(new EndpointTypeWriter())
                  .addDeserializer(EndpointType.class, new EndpointTypeReader()))
          .build();

  private RunPlanJson() {}

  /** Returns the plan as one line of JSON. */
  public static String toJson(RunPlan plan) {
    try {
      return MAPPER.writeValueAsString(plan);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot write the plan " + plan.runId(), e);
    }
  }

  /**
   * Returns the plan in this document. Unknown members are ignored, so that an older generator can
   * read the plan of a newer coordinator.
   *
   * @throws InvalidPlanException if the text is not JSON, a member is missing or has the wrong
   *     type, or the plan is invalid
   */
  public static RunPlan fromJson(String json) {
    JsonNode document = parse(json);
    if (!document.isObject()) {
      throw new InvalidPlanException(
          List.of("Invalid plan: " + document.getNodeType() + " (an object)"));
    }
    try {
      return MAPPER
          .readerFor(RunPlan.class)
          .withAttribute(GRPC_METHOD, document.path("request").path(GRPC_METHOD))
          .readValue(document);
    } catch (JsonMappingException e) {
      if (e.getCause() instanceof InvalidPlanException invalid) {
        throw invalid;
      }
      throw new InvalidPlanException(
          List.of(
              e.getCause() instanceof IllegalArgumentException invalid
                  ? invalid.getMessage()
                  : problemAt(e.getPath(), document)));
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read a document in memory", e);
    }
  }

  private static JsonNode parse(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      // The original message quotes the document; where it stopped is enough.
      JsonLocation end = e.getLocation();
      String reason =
          end == null
              ? "unreadable"
              : "stopped at line %s, column %s".formatted(end.getLineNr(), end.getColumnNr());
      throw new InvalidPlanException(List.of("Invalid plan: not a JSON document (" + reason + ")"));
    }
  }

  /** Names the member that Jackson could not bind, its value, and what the record needs. */
  private static String problemAt(List<Reference> path, JsonNode document) {
    StringBuilder member = new StringBuilder();
    JavaType type = MAPPER.constructType(RunPlan.class);
    JsonNode value = document;
    String wanted = "an object";
    for (Reference step : path) {
      boolean isElement = step.getFieldName() == null;
      if (isElement) {
        value = value.path(step.getIndex());
        JavaType element = type.getContentType();
        if (!element.isTypeOrSubTypeOf(Record.class) && !element.isEnumType()) {
          continue; // the message describes a list of texts or numbers as a whole
        }
        type = element;
        member.append(element.isEnumType() ? "" : "[" + step.getIndex() + "]");
      } else {
        type = type.isMapLikeType() ? type.getContentType() : typeOf(step.getFieldName(), type);
        value = value.path(step.getFieldName());
        member.append(member.isEmpty() ? "" : ".").append(step.getFieldName());
      }
      wanted = (isElement && type.isEnumType() ? "of " : "") + wantedOf(type);
    }
    Object shown = value.isMissingNode() ? "missing" : value;
    if (wanted.equals("an object")) {
      shown = value.getNodeType();
    }
    if (type.isEnumType() && shown instanceof JsonNode text) {
      shown = text.asText();
    }
    return "Invalid plan member %s: %s (%s)".formatted(member, shown, wanted);
  }

  private static JavaType typeOf(String member, JavaType record) {
    BeanDescription description = MAPPER.getDeserializationConfig().introspect(record);
    return description.findProperties().stream()
        .filter(property -> property.getName().equals(member))
        .map(BeanPropertyDefinition::getPrimaryType)
        .findFirst()
        .orElseThrow();
  }

  private static String wantedOf(JavaType type) {
    Class<?> raw = type.getRawClass();
    if (type.isEnumType()) {
      return Keyword.list(raw.asSubclass(Keyword.class));
    }
    if (type.isCollectionLikeType()) {
      Class<?> element = type.getContentType().getRawClass();
      if (element == String.class || element.isEnum()) {
        return "a list of texts";
      }
      return element == Integer.class ? "a list of whole numbers" : "a list of objects";
    }
    if (raw == String.class || raw == EndpointType.class) {
      return "a text";
    }
    if (raw == boolean.class) {
      return "true or false";
    }
    if (raw == long.class || raw == Long.class) {
      return "a whole number of 64 bits";
    }
    if (raw == int.class || raw == Integer.class) {
      return "a whole number of 32 bits";
    }
    return raw == double.class ? "a number" : "an object";
  }

  /** Snake case, with units as in {@code grace_ns}, {@code rate_hz} and {@code from_per_s}. */
  private static final class NamesWithUnits extends PropertyNamingStrategies.SnakeCaseStrategy {
    private static final long serialVersionUID = 1L;

    private static final Pattern UNIT = Pattern.compile("_(nanos|millis|seconds?|hertz)$");

    @Override
    public String translate(String component) {
      Matcher unit = UNIT.matcher(super.translate(component));
      return unit.replaceFirst(
          found ->
              switch (found.group(1)) {
                case "nanos" -> "_ns";
                case "millis" -> "_ms";
                case "hertz" -> "_hz";
                default -> "_s";
              });
    }
  }

  /** Writes the name of the type and, behind it, a second member with its gRPC method, if any. */
  private static final class EndpointTypeWriter extends StdSerializer<EndpointType> {
    private static final long serialVersionUID = 1L;

    EndpointTypeWriter() {
      super(EndpointType.class);
    }

    @Override
    public void serialize(EndpointType type, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(type.typedName());
      if (type.calledMethod().isPresent()) {
        GrpcMethod method = type.calledMethod().get();
        json.writeObjectFieldStart(GRPC_METHOD);
        json.writeStringField("name", method.name());
        json.writeStringField(
            "descriptors", Base64.getEncoder().encodeToString(method.descriptorSet()));
        json.writeEndObject();
      }
    }
  }

  private static final class EndpointTypeReader extends StdDeserializer<EndpointType> {
    private static final long serialVersionUID = 1L;

    EndpointTypeReader() {
      super(EndpointType.class);
    }

    @Override
    public EndpointType deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      EndpointType type = Endpoints.named(context.readValue(json, String.class));
      if (!type.equals(Endpoints.DYNAMIC_GRPC)) {
        return type;
      }
      JsonNode method = (JsonNode) context.getAttribute(GRPC_METHOD);
      if (!method.path("name").isTextual() || !method.path("descriptors").isTextual()) {
        throw new IllegalArgumentException(
            "Invalid plan member request.grpc_method: "
                + (method.isMissingNode() ? "missing" : method.getNodeType())
                + " (an object with a name and descriptors)");
      }
      return Endpoints.calling(
          GrpcMethod.of(
              method.get("name").textValue(),
              Base64.getDecoder().decode(method.get("descriptors").textValue())));
    }
  }
}
