package io.longhaul.cli.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A command line as it may be shown to others. */
final class CommandLineText {
  static final String HIDDEN = "***";

  private static final Set<String> SECRET_HEADERS =
      Set.of(
          "authorization",
          "proxy-authorization",
          "x-api-key",
          "api-key",
          "cookie",
          "x-amz-security-token");

  private CommandLineText() {}

  /** The arguments with the values of keys, secret headers and of users in URLs replaced. */
  static List<String> withoutSecrets(List<String> arguments) {
    List<String> shown = new ArrayList<>();
    boolean keyFollows = false;
    for (String argument : arguments) {
      if (keyFollows) {
        shown.add(HIDDEN);
      } else if (argument.startsWith("--api-key=")) {
        shown.add("--api-key=" + HIDDEN);
      } else {
        shown.add(withoutUser(withoutHeaderValue(argument)));
      }
      keyFollows = argument.equals("--api-key");
    }
    return List.copyOf(shown);
  }

  private static String withoutHeaderValue(String argument) {
    int colon = argument.indexOf(':');
    if (colon < 1) {
      return argument;
    }
    String name =
        argument.substring(
            argument.indexOf('=') + 1 > colon ? 0 : argument.indexOf('=') + 1, colon);
    return SECRET_HEADERS.contains(name.strip().toLowerCase(Locale.ROOT))
        ? argument.substring(0, colon + 1) + HIDDEN
        : argument;
  }

  private static String withoutUser(String argument) {
    return argument.replaceAll("://[^/@\\s]*@", "://" + HIDDEN + "@");
  }
}
