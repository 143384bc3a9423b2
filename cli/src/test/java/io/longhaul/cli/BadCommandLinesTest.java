package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.embedded.ListeningSockets;
import io.longhaul.control.ExitCode;
import io.longhaul.sinks.folder.RunFolder;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.lake.RunRegistration;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Output for invalid command lines: whole command lines with their complete output, from {@code
 * bad-command-lines.txt}.
 */
class BadCommandLinesTest {
  private static final String TABLE = "bad-command-lines.txt";
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @TempDir static Path folder;

  private static RunFolder taken;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** A command line and its output. */
  record Case(String commandLine, String answer) {
    @Override
    public String toString() {
      return commandLine;
    }
  }

  @BeforeAll
  static void makeWhatCommandLinesName() throws IOException {
    Files.writeString(folder.resolve("prompts.jsonl"), "{\"text\": \"Hello\"}\n");
    Files.writeString(folder.resolve("bad.jsonl"), "{\"text\": \"Hello\"}\n{text: 1}\n\n{}\n");
    Files.writeString(folder.resolve("empty.jsonl"), "\n");
    Files.writeString(folder.resolve("no-tokenizer.json"), "{\"a\": 1}");
    Files.writeString(
        folder.resolve("unknown.json"),
        """
        {"version": "1.0", "model": {"type": "WordLevel", "vocab": {"[UNK]": 0}, "unk_token": "[UNK]"},
         "added_tokens": [{"id": 0, "content": "[UNK]", "special": true, "single_word": false,
                           "lstrip": false, "rstrip": false, "normalized": false}],
         "pre_tokenizer": {"type": "Whitespace"}}
        """);
    String timed = "{\"timestamp\": 7, \"input_length\": 9}\n";
    Files.writeString(folder.resolve("trace.jsonl"), timed);
    Files.writeString(folder.resolve("untimed.jsonl"), timed + "{\"input_length\": 9}\n");
    Files.writeString(
        folder.resolve("bad-trace.jsonl"),
        timed
            + "{\"input_length\": 9, \"text_input\": \"a\"}\n"
            + "{\"input_length\": 9, \"hash_ids\": [1, 2]}\n");
    Files.writeString(
        folder.resolve("late.jsonl"),
        """
        {"text": "a", "session_id": "s", "timestamp": 0}
        {"text": "b", "session_id": "s", "timestamp": 9}
        {"text": "c", "session_id": "s", "timestamp": 8.5}
        """);
    Files.writeString(folder.resolve("messages.jsonl"), "{\"messages\": []}\n");
    Files.writeString(folder.resolve("payloads.jsonl"), "{\"payload\": {\"prompt\": \"a\"}}\n");
    Files.writeString(
        folder.resolve("calls.jsonl"),
        "{\"payload\": {\"a\": 1, \"b\": []}}\n{\"payload\": [{}, {}]}\n{\"text_input\": \"a\"}\n");
    try (InputStream descriptors =
        BadCommandLinesTest.class.getResourceAsStream("one-method.desc")) {
      Files.write(folder.resolve("one-method.desc"), descriptors.readAllBytes());
    }
    Files.write(folder.resolve("latin-1.txt"), new byte[] {'m', (byte) 0xFC, 'h'});
    Files.writeString(folder.resolve("list.json"), "[{\"id\": 1}]\n");
    Files.createDirectories(folder.resolve("pools"));
    Files.writeString(folder.resolve("pools/passages.jsonl"), "{\"text\": \"Hello\"}\n");
    Files.writeString(folder.resolve("one-point.json"), "[{\"time_s\": 0, \"qps\": 2}]");
    Files.writeString(
        folder.resolve("backwards.json"),
        "[{\"time_s\": 1, \"qps\": 2}, {\"time_s\": 1, \"qps\": 3}]");
    Files.writeString(folder.resolve("stages.txt"), "5:10m\n");
    Files.writeString(folder.resolve("bad-stages.txt"), "5:10m # fine\n\n5 for 10m\n");
    Files.writeString(folder.resolve("after-repeat.txt"), "5:10m\nrepeat\n5:10m\n");
    Files.writeString(folder.resolve("pause.txt"), "0:10m\nrepeat\n");
    Files.writeString(
        folder.resolve("gpu.csv"), "# fine\nDCGM_FI_DEV_SM_CLOCK, gauge\nsm_clock, gauge, SM\n");
    Files.writeString(folder.resolve("two-keys"), "canary-1\ncanary-2\n");
    Files.createDirectories(folder.resolve("nodes/a"));
    Files.createDirectories(folder.resolve("nodes/b"));
    Files.writeString(folder.resolve("nodes/b/profile_export_genai_perf.json"), "{}");
    Files.writeString(folder.resolve("nodes/b/profile_export.json"), "{}");
    Files.writeString(folder.resolve("broken.yaml"), "benchmark:\n  model: [m\n");
    Files.writeString(
        folder.resolve("bad.yaml"),
        """
        benchmark:
          model: m
          endpoint: {type: chat, streaming: true, uuidAndStrip: true, apiKey: "${NO_SUCH_KEY}"}
          dataset: {type: synthetic, isl: 0, colour: red}
          tokenizer: {name: builtin}
          profiling: {type: poisson, rate: fast, gracePeriod: 3s, requests: 5}
        """);
    Files.writeString(
        folder.resolve("genai.yaml"),
        """
        model_names: m
        colour: red
        perf_analyzer: {stimulus: {session_request_rate: 5}}
        process: {input_path: here}
        """);
    Files.writeString(
        folder.resolve("good.yaml"),
        """
        benchmark:
          model: m
          tokenizer: {name: builtin}
          profiling: {type: poisson, rate: 4, duration: 9, concurrency: 2}
        """);
    RunRegistration.register(
        new Lake(folder.resolve("shared-lake")), "nightly", folder.resolve("artifacts"));
    taken = RunFolder.hold(folder.resolve("taken"));
  }

  @AfterAll
  static void letTheFolderGo() throws IOException {
    taken.close();
  }

  static List<Case> cases() throws IOException {
    List<Case> cases = new ArrayList<>();
    for (String block : table().split("\n\n+", -1)) {
      int end = block.indexOf('\n');
      cases.add(
          new Case(
              block.substring("$ ".length(), end < 0 ? block.length() : end),
              end < 0 ? "" : block.substring(end + 1).stripTrailing()));
    }
    return cases;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isRejectedBeforeAnythingStarts(Case refused) throws IOException {
    List<String> filesBefore = files();
    List<Long> processesBefore = children();
    List<String> portsBefore = ListeningSockets.all(ProcessHandle.current().pid());

    int status = new Longhaul(terminal()).run(words(refused.commandLine()));

    assertThat(shown(err)).isEqualTo(refused.answer());
    assertThat(shown(out)).isEmpty();
    assertThat(status).isEqualTo(ExitCode.USAGE.status());
    assertThat(files()).isEqualTo(filesBefore);
    assertThat(Path.of("artifacts")).doesNotExist();
    assertThat(children()).isEqualTo(processesBefore);
    assertThat(ListeningSockets.all(ProcessHandle.current().pid())).isEqualTo(portsBefore);
  }

  @Test
  void theTableHasManyCases() throws IOException {
    assertThat(cases()).hasSizeGreaterThanOrEqualTo(30);
  }

  private static String table() throws IOException {
    try (InputStream in = BadCommandLinesTest.class.getResourceAsStream(TABLE)) {
      return new String(in.readAllBytes(), UTF_8).strip();
    }
  }

  private static List<String> words(String commandLine) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(commandLine.replace("$FOLDER", folder.toString()));
    while (word.find()) {
      words.add(word.group(1) != null ? word.group(1) : word.group(2));
    }
    return words;
  }

  private Terminal terminal() {
    return new Terminal(
        new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, false);
  }

  private static String shown(ByteArrayOutputStream stream) {
    return stream
        .toString(UTF_8)
        .replace(folder.toString(), "$FOLDER")
        .replaceAll("in the cache \\S+", "in the cache \\$CACHE")
        .stripTrailing();
  }

  private static List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(Path::toString).sorted().toList();
    }
  }

  private static List<Long> children() {
    return ProcessHandle.current().children().map(ProcessHandle::pid).sorted().toList();
  }
}
