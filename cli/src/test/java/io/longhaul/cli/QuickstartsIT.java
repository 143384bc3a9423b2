package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.embedded.RestartableBroker;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the commands and queries of {@code docs/quickstarts.md} as they are written there, except
 * for the replacements that the page itself lists.
 */
@EnabledOnOs(OS.LINUX)
class QuickstartsIT {
  private static final Path ROOT = Path.of(System.getProperty("longhaul.root"));
  private static final String TEST_SECTION = "How this page is tested";
  private static final String KEEPS_RUNNING = "# keeps running\n";
  private static final String MOCK_SERVER = "the address of a mock server";
  private static final String BROKER = "the address of a Kafka broker";
  private static final Pattern SECTION = Pattern.compile("^## (.*)$", Pattern.MULTILINE);
  private static final Pattern BLOCK =
      Pattern.compile("^```(sh|sql)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern REPLACEMENT =
      Pattern.compile("^\\| `([^`]+)` \\| (?:`([^`]+)`|([^|`]+)) \\|$", Pattern.MULTILINE);
  private static final long LONGEST_BLOCK_SECONDS = 300;

  @TempDir Path folder;
  private final List<Process> processes = new ArrayList<>();
  private RestartableBroker broker;

  static Stream<String> sections() throws IOException {
    return textBySection().keySet().stream().filter(title -> !title.equals(TEST_SECTION));
  }

  @ParameterizedTest
  @MethodSource("sections")
  void commandsAndQueriesOfASectionRun(String title) throws Exception {
    Map<String, String> sections = textBySection();
    String section = sections.get(title);
    assertThat(section).contains("```sh\n");
    putLauncherOnPath();
    try (MockServer server = mockServer()) {
      Map<String, String> replacements = replacements(sections.get(TEST_SECTION), server, section);
      Matcher block = BLOCK.matcher(section);
      while (block.find()) {
        String text = replaced(block.group(2), replacements);
        if (block.group(1).equals("sql")) {
          assertFindsRows(text);
        } else if (text.startsWith(KEEPS_RUNNING)) {
          start(text);
        } else {
          run(text);
        }
      }
      assertThat(server.requestsReceived()).isPositive();
    }
  }

  private static Map<String, String> textBySection() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/quickstarts.md"), UTF_8);
    Map<String, String> sections = new LinkedHashMap<>();
    Matcher heading = SECTION.matcher(page);
    String title = null;
    int start = 0;
    while (heading.find()) {
      if (title != null) {
        sections.put(title, page.substring(start, heading.start()));
      }
      title = heading.group(1);
      start = heading.end();
    }
    sections.put(title, page.substring(start));
    return sections;
  }

  private static MockServer mockServer() throws Exception {
    return MockServer.start(
        MockServerOptions.builder()
            .models(List.of("llama-3"))
            .timeToFirstToken("20ms")
            .interTokenLatency("1ms")
            .outputTokens("16")
            .build());
  }

  private Map<String, String> replacements(String table, MockServer server, String section)
      throws Exception {
    Map<String, String> replacements = new LinkedHashMap<>();
    Matcher row = REPLACEMENT.matcher(table);
    while (row.find()) {
      String text = row.group(1);
      if (row.group(2) != null) {
        replacements.put(text, row.group(2));
      } else if (row.group(3).equals(MOCK_SERVER)) {
        replacements.put(text, "127.0.0.1:" + server.llmPort());
      } else {
        assertThat(row.group(3)).isEqualTo(BROKER);
        if (section.contains(text)) {
          broker = RestartableBroker.start(folder.resolve("kafka"), folder.resolve("kafka.log"));
          replacements.put(text, broker.bootstrapServers());
        }
      }
    }
    assertThat(replacements).hasSizeGreaterThan(5);
    return replacements;
  }

  private static String replaced(String text, Map<String, String> replacements) {
    String result = text;
    for (Map.Entry<String, String> replacement : replacements.entrySet()) {
      result = result.replace(replacement.getKey(), replacement.getValue());
    }
    return result;
  }

  /** The page assumes that the launcher is on the PATH. */
  private void putLauncherOnPath() throws IOException {
    Path launcher = Files.createDirectory(folder.resolve("bin")).resolve("longhaul");
    Files.writeString(launcher, "#!/bin/sh\nexec '" + ROOT.resolve("longhaul") + "' \"$@\"\n");
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
  }

  private void run(String script) throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "output", ".txt");
    Process process = launched(List.of("bash", "-euc", script), output);
    boolean ended = process.waitFor(LONGEST_BLOCK_SECONDS, TimeUnit.SECONDS);

    assertThat(ended).as(script + Files.readString(output, UTF_8)).isTrue();
    assertThat(process.exitValue()).as(script + Files.readString(output, UTF_8)).isZero();
  }

  private void start(String script) throws IOException {
    launched(List.of("bash", "-euc", script), Files.createTempFile(folder, "service", ".txt"));
  }

  private Process launched(List<String> command, Path output) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("LONGHAUL_LIB", ROOT.resolve("cli/target/dist/lib").toString());
    environment.put("LONGHAUL_JAVA_OPTS", RunningProfile.QUICK_START);
    environment.put("LONGHAUL_GENERATOR_JAVA_OPTS", RunningProfile.QUICK_GENERATOR);
    environment.put("XDG_STATE_HOME", folder.resolve("state").toString());
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  private void assertFindsRows(String query) throws Exception {
    String sql = query.replace("FROM '", "FROM '" + folder + "/");
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).as(sql).isTrue();
    }
  }

  @AfterEach
  void endProcesses() throws InterruptedException {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
    if (broker != null) {
      broker.close();
    }
  }
}
