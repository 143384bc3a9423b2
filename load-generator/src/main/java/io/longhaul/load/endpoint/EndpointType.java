package io.longhaul.load.endpoint;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The endpoints that Longhaul speaks to, by the names that AIPerf's users type. */
public enum EndpointType {
  /** OpenAI's chat completions. */
  CHAT("chat") {
    @Override
    public EndpointDialect dialect(DialectOptions options) {
      return new OpenAiChat(options);
    }
  },
  /** OpenAI's older text completions. */
  COMPLETIONS("completions") {
    @Override
    public EndpointDialect dialect(DialectOptions options) {
      return new OpenAiCompletions(options);
    }
  };

  private final String typedName;

  EndpointType(String typedName) {
    this.typedName = typedName;
  }

  /** The name as AIPerf writes it, such as {@code chat}. */
  public String typedName() {
    return typedName;
  }

  /** The way this endpoint speaks. */
  public abstract EndpointDialect dialect(DialectOptions options);

  /**
   * The endpoint of a name; case does not matter, nor whether it has {@code -} or {@code _}.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static EndpointType named(String name) {
    String wanted = name.toLowerCase(Locale.ROOT).replace('-', '_');
    for (EndpointType type : values()) {
      if (type.typedName.equals(wanted)) {
        return type;
      }
    }
    String known =
        Arrays.stream(values()).map(EndpointType::typedName).collect(Collectors.joining(", "));
    throw new IllegalArgumentException(
        "Invalid endpoint type: " + name + " (known types: " + known + ")");
  }
}
