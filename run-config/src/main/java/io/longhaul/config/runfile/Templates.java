package io.longhaul.config.runfile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The templates for run files. Each starts with a comment that states its purpose. */
public final class Templates {
  /** The GenAI-Perf file with all keys. */
  public static final String GENAI_PERF = "genai_perf_config";

  private static final String MODEL = "meta-llama/Llama-3.1-8B-Instruct";
  private static final String URL = "http://localhost:8000";

  private static final List<String> NAMES =
      List.of(
          "minimal",
          "warmup_profiling",
          "latency_test",
          "goodput_slo",
          "ramping",
          "request_cancellation",
          "time_based_soak",
          "multi_turn_conversation",
          "trace_replay",
          "env_var_production");

  private Templates() {}

  /**
   * A run file.
   *
   * @param category the category in listings
   * @param title the purpose, in one line
   */
  public record Template(String name, String category, String title, String text) {}

  /** Returns all templates, in the order of listings. */
  public static List<Template> all() {
    return NAMES.stream().map(Templates::read).toList();
  }

  /** Returns the template with this name. */
  public static Optional<Template> named(String name) {
    return NAMES.stream().filter(name::equals).findFirst().map(Templates::read);
  }

  /** Returns the templates whose name, category or title contains a word. */
  public static List<Template> with(String word) {
    String wanted = word.toLowerCase(Locale.ROOT);
    return all().stream()
        .filter(
            each ->
                (each.name() + " " + each.category() + " " + each.title())
                    .toLowerCase(Locale.ROOT)
                    .contains(wanted))
        .toList();
  }

  /** The first line is {@code # category: title}. */
  private static Template read(String name) {
    String text = textOf(name);
    String[] first = text.lines().findFirst().orElseThrow().substring(2).split(": ", 2);
    return new Template(name, first[0], first[1], text);
  }

  /** Returns the text of a template, with the model and server replaced if they are given. */
  public static String filledIn(Template template, @Nullable String model, @Nullable String url) {
    String text = template.text();
    text = model == null ? text : text.replace(MODEL, quoted(model));
    return url == null ? text : text.replace(URL, quoted(url));
  }

  /** Quotes a name or a URL with special characters of YAML. */
  private static String quoted(String value) {
    return value.matches("[A-Za-z0-9][A-Za-z0-9._/:-]*")
        ? value
        : "'" + value.replace("'", "''") + "'";
  }

  /**
   * Returns a GenAI-Perf file.
   *
   * @param explained whether a comment above each key explains it
   */
  public static String ofGenAiPerf(boolean explained) {
    return textOf(GENAI_PERF)
        .lines()
        .filter(line -> explained || !line.strip().startsWith("#"))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String textOf(String name) {
    try (InputStream in = Templates.class.getResourceAsStream(name + ".yaml")) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
