package io.longhaul.load.dataset.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.Damage;
import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.text.JsonLine;
import io.longhaul.load.dataset.text.MalformedLineException;
import io.longhaul.load.dataset.trace.TraceAnalysis;
import io.longhaul.load.dataset.trace.TraceLine;
import io.longhaul.load.dataset.trace.TraceLines;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.protobuf.GrpcTestMethods;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.TracePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.Test;

/** Damaged lines of prompt files are parsed or reported as malformed. */
class PromptFileFuzzTest {
  private static final Path FOLDER = Path.of("nowhere");

  private static final List<EndpointType> ENDPOINTS =
      List.of(
          Endpoints.CHAT,
          Endpoints.named("completions"),
          Endpoints.named("cohere_rankings"),
          Endpoints.named("nvclip"),
          Endpoints.named("image_retrieval"),
          Endpoints.named("audio_transcription"),
          Endpoints.calling(GrpcTestMethods.anything()));

  private static final List<String> LINES =
      List.of(
          "{\"timestamp\":27482.5,\"input_length\":6955,\"output_length\":52,\"hash_ids\":[46,47,9]}",
          "{\"text_input\":\"Hello é漢𝄞\",\"delay\":12,\"session_id\":\"s\",\"extra\":{\"a\":[1]}}",
          "{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Hi\"}]}],\"tools\":[]}",
          "{\"payload\":{\"model\":\"x\",\"messages\":[{\"content\":\"a\"}],\"input\":[\"b\"]},\"priority\":3}",
          "{\"payload\":[{\"text\":[\"a\"]},{\"inner\":[{}]}]}",
          "{\"text\":\"Hello\",\"role\":\"user\",\"model\":\"m\",\"output_length\":7,\"delay\":1.5}",
          "{\"texts\":[{\"name\":\"query\",\"contents\":[\"q\"]},{\"name\":\"passages\",\"contents\":[\"p\"]}],\"image\":\"http://a/b.png\"}",
          "{\"text\":\"a\",\"images\":[\"data:image/png;base64,AAAA\"],\"audio\":\"wav,AAAA\"}",
          "{\"session_id\":\"s\",\"turns\":[{\"text\":\"a\"},{\"text\":\"b\",\"delay\":3}]}",
          "{\"system_prompt\":\"Be brief\",\"question\":\"Why?\",\"article\":\"Long\"}",
          "{\"rows\":[{\"row\":{\"question\":\"Why?\",\"article\":\"Long\"}}]}");

  /** Rules between the lines of a file: sessions, times and bodies. */
  private static final List<String> FILES =
      List.of(
          """
          {"session_id":"s","text":"a","timestamp":0}
          {"session_id":"s","text":"b","delay":5}
          {"session_id":"s","text":"c","timestamp":300}
          {"text":"d","timestamp":200.5}
          """,
          """
          {"session_id":"s","turns":[{"role":"system","text":"Be brief"}]}
          {"session_id":"s","turns":[{"text":"a","timestamp":300},{"text":"b","delay":1}]}
          {"session_id":"s","turns":[{"text":"c","timestamp":900000}]}
          {"session_id":"s","turns":[{"text":"d"}]}
          """,
          """
          {"session_id":"s","messages":[{"content":"a"}],"timestamp":0}
          {"session_id":"s","messages":[{"content":"b"}],"delay":5}
          {"payload":{"messages":[],"stream":true},"timestamp":300}
          """,
          "{\"data\":[{\"session_id\":\"s\",\"payloads\":[{\"messages\":[]},{\"stream\":true}]},"
              + "{\"session_id\":\"t\",\"payloads\":[{\"messages\":[{\"content\":\"é\"}]}]}]}",
          "[{\"conversations\":[{\"from\":\"human\",\"value\":\"Hi\"},{\"from\":\"gpt\",\"value\":\"a\"}]}]",
          "{\"rows\":[{\"row\":{\"question\":\"Why?\",\"article\":\"Long\"}}]}");

  private static final String[] WORDS = {
    "null",
    "{}",
    "[]",
    "[[]]",
    "\"\"",
    "\"x\"",
    "-1",
    "0",
    "1e999",
    "99999999999999999999999",
    "true",
    ",",
    ":",
    "{",
    "}",
    "]",
    "\"text\":",
    "\"payload\":",
    "\"timestamp\":",
    "\"hash_ids\":",
    "\\ud834",
    "\0",
    "\u00ff"
  };

  private static Path folder;

  @BeforeContainer
  static void createAFolder() throws IOException {
    folder = Files.createTempDirectory("longhaul-lines");
  }

  @AfterContainer
  static void deleteTheFolder() throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  @Provide
  Arbitrary<String> damagedLines() {
    return Arbitraries.of(LINES)
        .flatMap(line -> Damage.with(WORDS).map(damage -> damage.to(line.getBytes(UTF_8))))
        .map(bytes -> new String(bytes, UTF_8));
  }

  @Provide
  Arbitrary<EndpointType> endpoints() {
    return Arbitraries.of(ENDPOINTS);
  }

  @Property(tries = 4_000)
  void aDamagedLineIsParsedOrRejected(
      @ForAll("damagedLines") String line, @ForAll("endpoints") EndpointType endpoint) {
    requireOutcomes(line, endpoint);
  }

  @Test
  void aTruncatedLineOrANonObjectIsMalformed() {
    for (String line : LINES) {
      for (int length = 0; length < line.length(); length++) {
        requireOutcomes(line.substring(0, length), Endpoints.CHAT);
      }
    }
    for (String line :
        List.of(
            "[".repeat(100_000),
            "{\"messages\":".repeat(100_000),
            "{\"payload\":" + "[".repeat(60) + "]".repeat(60) + "}",
            "{\"text_input\":\"" + "x".repeat(1 << 20) + "\"}",
            "{\"input_length\":" + "9".repeat(100_000) + "}",
            "{\"timestamp\":1e999999999,\"input_length\":1}",
            "{\"payload\":{\"a\":1e999999999}}",
            "{\"extra\":{\"a\":" + "9".repeat(500) + "},\"text_input\":\"a\"}")) {
      ENDPOINTS.forEach(endpoint -> requireOutcomes(line, endpoint));
    }
  }

  @Property(tries = 300)
  void aDamagedShareGptFileIsParsedOrRejected(@ForAll("shareGptFiles") byte[] content)
      throws IOException {
    Path file = folder.resolve("sg.json");
    Files.write(file, content);
    try {
      new ShareGptFile(file).check();
    } catch (DatasetException e) {
      assertThat(e.getMessage()).startsWith("Cannot ").hasSizeLessThan(2_000);
    }
  }

  @Provide
  Arbitrary<byte[]> shareGptFiles() {
    String right =
        "[{\"id\":\"a\",\"conversations\":[{\"from\":\"human\",\"value\":\"Hi é\"},"
            + "{\"from\":\"gpt\",\"value\":\"Hello\"}]},{\"conversations\":[]}]";
    return Damage.with(WORDS).map(damage -> damage.to(right.getBytes(UTF_8)));
  }

  /** Damages a whole trace: its bytes may be invalid UTF-8, its sessions may be inconsistent. */
  @Property(tries = 300)
  void aDamagedTraceIsParsedOrRejectedWithLineNumbers(@ForAll("traces") byte[] content)
      throws IOException {
    Path file = folder.resolve("trace.jsonl");
    Files.write(file, content);
    try {
      TraceLines.check(file, problem -> assertThat(problem).startsWith("Line "));
      TraceAnalysis.of(file, 512);
    } catch (DatasetException e) {
      assertThat(e.getMessage()).contains(file.toString());
    }
  }

  @Provide
  Arbitrary<byte[]> traces() {
    String right = String.join("\n", LINES.subList(0, 4)) + "\n";
    return Damage.with(WORDS).map(damage -> damage.to(right.getBytes(UTF_8)));
  }

  /**
   * Damages a whole file of any type and checks it as before a run, with and without a schedule.
   */
  @Property(tries = 600)
  void aDamagedFileOfAnyTypeIsParsedOrRejected(
      @ForAll FileType type, @ForAll boolean timed, @ForAll("files") byte[] content)
      throws IOException {
    Path file = folder.resolve("prompts.jsonl");
    Files.write(file, content);
    RunPlanBuilder plan =
        RunPlanBuilder.plan("run").model("m").inputFile(file.toString()).fileType(type);
    TracePlan part = new TracePlan(512, 1, false, 200_000_000L, 9_000_000_000L, null, null);
    try {
      PromptFile.check(plan.trace(part).build().dataset(), Endpoints.CHAT, timed);
    } catch (DatasetException e) {
      assertThat(e.getMessage()).contains(file.toString());
    }
  }

  @Provide
  Arbitrary<byte[]> files() {
    return Arbitraries.of(FILES)
        .flatMap(right -> Damage.with(WORDS).map(damage -> damage.to(right.getBytes(UTF_8))));
  }

  private static void requireOutcomes(String line, EndpointType endpoint) {
    requireOutcome(() -> TraceLine.parse(line, FileType.MOONCAKE_TRACE, 512));
    requireOutcome(() -> TraceLine.parse(line, FileType.PAYLOAD, 512));
    requireOutcome(() -> SingleTurnLine.of(JsonLine.parse(line), endpoint, FOLDER, true));
    requireOutcome(() -> MultiTurnLine.parse(line, endpoint, FOLDER, false));
    requireOutcome(() -> QuestionLine.parse(line, FileType.OPENORCA, endpoint));
    requireOutcome(() -> QuestionLine.parse(line, FileType.CNN_DAILYMAIL, endpoint));
    requireOutcome(
        () -> {
          String payload = TraceLine.parse(line, FileType.PAYLOAD, 512).payload();
          if (payload != null && endpoint.problemsOfPayload(payload).isEmpty()) {
            endpoint.dialect(DialectOptions.DEFAULTS).payloadBody(payload);
          }
        });
  }

  private interface Parsing {
    void parse() throws MalformedLineException;
  }

  private static void requireOutcome(Parsing parsing) {
    try {
      parsing.parse();
    } catch (MalformedLineException e) {
      assertThat(e.getMessage()).isNotBlank().hasSizeLessThan(2_000);
    }
  }
}
