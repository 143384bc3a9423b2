package io.longhaul.config.options;

import io.longhaul.config.value.ApiKey;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Formats a command line without its secrets. */
public final class CommandLineText {
  static final String HIDDEN = "***";

  private static final Pattern USER_IN_URL = Pattern.compile("://[^/@\\s]*@");
  private static final Pattern HIDDEN_SECRET = Pattern.compile("(^|[:=/])\\*\\*\\*(@|$)");
  private static final Pattern PLAIN = Pattern.compile("-?[0-9.]+|-{1,2}[A-Za-z][A-Za-z-]*");

  private CommandLineText() {}

  /** Returns the arguments without API keys, values of secret headers and users in URLs. */
  public static List<String> withoutSecrets(List<String> arguments) {
    List<String> shown = new ArrayList<>();
    String option = "";
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      if (option.equals(ApiKey.OPTION)) {
        // A key may start with a dash.
        shown.add(HIDDEN);
        option = "";
      } else if (argument.startsWith("--") && equals > 0) {
        option = "";
        String name = argument.substring(0, equals);
        shown.add(name + "=" + hide(name, argument.substring(equals + 1)));
      } else if (argument.startsWith("-H") && argument.length() > 2) {
        option = "-H";
        shown.add(option + hide(option, argument.substring(2)));
      } else if (argument.startsWith("-")) {
        option = argument;
        shown.add(argument);
      } else {
        shown.add(hide(option, argument));
      }
    }
    return List.copyOf(shown);
  }

  /**
   * Returns whether a secret of these arguments was replaced, so that they cannot be used again.
   */
  public static boolean hidesSecrets(List<String> arguments) {
    return arguments.stream().anyMatch(argument -> HIDDEN_SECRET.matcher(argument).find());
  }

  /**
   * Returns a command line for a shell, with values in single quotes, as AIPerf writes it.
   *
   * @param words a command and its options
   */
  public static String pasteable(List<String> words) {
    return words.stream()
        .skip(1)
        .map(CommandLineText::quoted)
        .collect(Collectors.joining(" ", "longhaul " + words.get(0) + " ", ""));
  }

  static String withoutUser(String url) {
    return USER_IN_URL.matcher(url).replaceAll("://" + HIDDEN + "@");
  }

  /** Like {@link #withoutUser}, but for incomplete URLs and any characters in the user. */
  static String withoutProxyUser(String proxy) {
    int at = proxy.lastIndexOf('@');
    return at < 0 ? proxy : HIDDEN + proxy.substring(at);
  }

  private static String hide(String option, String value) {
    return switch (option) {
      case ApiKey.OPTION -> HIDDEN;
      case EndpointOptions.PROXY -> withoutProxyUser(value);
      case "-H", "--header" -> withoutHeaderValue(value);
      default -> withoutUser(value);
    };
  }

  /** An object of headers is hidden as a whole. */
  private static String withoutHeaderValue(String header) {
    int colon = header.indexOf(':');
    if (colon < 0 || header.stripLeading().startsWith("{")) {
      return HIDDEN;
    }
    String name = header.substring(0, colon);
    return HeaderValues.isSecret(name) ? name + ":" + HIDDEN : header;
  }

  /** Returns a word as it is typed into a shell. */
  static String quoted(String argument) {
    int equals = argument.indexOf('=');
    if (argument.startsWith("--") && equals > 0) {
      return argument.substring(0, equals + 1) + quoted(argument.substring(equals + 1));
    }
    return PLAIN.matcher(argument).matches()
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }
}
