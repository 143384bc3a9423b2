package io.longhaul.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.provider.ConfigProvider;
import org.apache.kafka.common.config.provider.DirectoryConfigProvider;
import org.apache.kafka.common.config.provider.EnvVarConfigProvider;
import org.apache.kafka.common.config.provider.FileConfigProvider;

/**
 * A Java properties file in UTF-8 whose values can refer to environment variables and files, with
 * the providers and the syntax of Kafka: {@code ${env:NAME}}, {@code ${file:PATH:KEY}} and {@code
 * ${directory:PATH:FILE}}. Immutable.
 */
final class PropertiesFile {
  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{(env|file|directory):(?:([^}:]*):)?([^}:]*)}");

  private final List<Entry> entries;

  /**
   * A property.
   *
   * @param line number of its first line, from 1
   * @param value as written; references are not resolved
   */
  record Entry(int line, String key, String value) {
    boolean hasReference() {
      return REFERENCE.matcher(value).find();
    }

    /**
     * Returns the value with all references replaced.
     *
     * @throws ConfigException if something does not exist; the message contains no value
     */
    String resolved() {
      Matcher matcher = REFERENCE.matcher(value);
      StringBuilder resolved = new StringBuilder();
      while (matcher.find()) {
        String path = matcher.group(2) == null ? "" : matcher.group(2);
        String found = look(matcher.group(1), path, matcher.group(3));
        matcher.appendReplacement(resolved, Matcher.quoteReplacement(found));
      }
      return matcher.appendTail(resolved).toString();
    }

    /** Does not show the value, which may be a secret. */
    @Override
    public String toString() {
      return key + " in line " + line;
    }
  }

  private PropertiesFile(List<Entry> entries) {
    this.entries = List.copyOf(entries);
  }

  /**
   * Reads a file.
   *
   * @throws IOException with a reason as the message, if it cannot be read
   */
  static PropertiesFile read(Path file) throws IOException {
    try {
      return new PropertiesFile(parse(Files.readString(file, UTF_8)));
    } catch (NoSuchFileException e) {
      throw new IOException("there is no such file", e);
    } catch (AccessDeniedException e) {
      throw new IOException("this user may not read it", e);
    } catch (CharacterCodingException e) {
      throw new IOException("it is not a text file in UTF-8", e);
    }
  }

  /** Returns the properties in the order of the file; a key can occur more than once. */
  List<Entry> entries() {
    return entries;
  }

  /** Splits the text into logical lines, because {@link Properties} does not report lines. */
  private static List<Entry> parse(String text) throws IOException {
    List<String> lines = text.lines().toList();
    List<Entry> entries = new ArrayList<>();
    int next = 0;
    while (next < lines.size()) {
      int first = next;
      next = endOf(first, lines);
      entries.addAll(parse(first + 1, String.join("\n", lines.subList(first, next))));
    }
    return entries;
  }

  /** Returns the index behind the logical line: a backslash at the end continues a line. */
  private static int endOf(int first, List<String> lines) {
    int last = first;
    while (!isComment(lines.get(first))
        && isContinued(lines.get(last))
        && last + 1 < lines.size()) {
      last++;
    }
    return last + 1;
  }

  private static boolean isComment(String line) {
    String text = line.stripLeading();
    return text.startsWith("#") || text.startsWith("!");
  }

  private static boolean isContinued(String line) {
    int backslashes = 0;
    while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }

  private static List<Entry> parse(int line, String text) throws IOException {
    Properties parsed = new Properties();
    try {
      parsed.load(new StringReader(text));
    } catch (IllegalArgumentException e) {
      throw new IOException("line " + line + " has an invalid \\u sequence", e);
    }
    return parsed.stringPropertyNames().stream()
        .map(key -> new Entry(line, key, parsed.getProperty(key)))
        .toList();
  }

  private static String look(String provider, String path, String key) {
    String value = null;
    try (ConfigProvider reader = provider(provider)) {
      reader.configure(Map.of());
      value = reader.get(path, Set.of(key)).data().get(key);
    } catch (IOException e) {
      throw new ConfigException("cannot read " + path + ": " + e.getMessage());
    }
    if (value == null) {
      throw new ConfigException(
          switch (provider) {
            case "env" -> "the environment variable " + key + " is not set";
            case "file" -> path + " does not exist, cannot be read, or does not contain " + key;
            default -> path + " does not contain a readable file " + key;
          });
    }
    return value;
  }

  private static ConfigProvider provider(String name) {
    return switch (name) {
      case "env" -> new EnvVarConfigProvider();
      case "file" -> new FileConfigProvider();
      default -> new DirectoryConfigProvider();
    };
  }
}
