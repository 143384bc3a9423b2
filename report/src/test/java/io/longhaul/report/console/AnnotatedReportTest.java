package io.longhaul.report.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/annotated-report.md} shows the report of a run whose documents are resources. */
class AnnotatedReportTest {
  private static final Path PAGE = Path.of("../docs/annotated-report.md");
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int UNLIMITED = Integer.MAX_VALUE;

  /** The page explains all tables before this one, and parts of the others. */
  private static final String FIRST_OF_THE_OTHER_TABLES = "\n\nLLM Metrics: More\n";

  @TempDir private Path folder;
  private ExportLayout layout;
  private JsonNode run;

  @BeforeEach
  void copyDocuments() throws IOException {
    layout = new ExportLayout(folder);
    copy("longhaul.json", layout.longhaulJson());
    copy("slices.json", layout.slicesJson());
    run = MAPPER.readTree(layout.longhaulJson().toFile());
  }

  private static void copy(String name, Path to) throws IOException {
    try (InputStream in =
        AnnotatedReportTest.class.getResourceAsStream("annotated-report/" + name)) {
      Files.copy(in, to);
    }
  }

  @Test
  void everyTableIsPrintedFromTheDocuments() throws IOException {
    String report = new ConsoleReport(layout, type -> "LLM Metrics").text(UNLIMITED);
    String explained = report.substring(0, report.indexOf(FIRST_OF_THE_OTHER_TABLES)).strip();
    List<String> blocks = blocks("text");

    assertThat(String.join("\n", blocks)).startsWith(explained.replace("\n\n", "\n"));
    assertThat(blocks).hasSize(10).allSatisfy(block -> assertThat(report).contains(block));
  }

  @Test
  void jsonExcerptsAreThoseOfTheDocument() throws IOException {
    List<String> excerpts = blocks("json");
    assertThat(excerpts).hasSize(2);
    assertContains(run.path("goodput"), MAPPER.readTree(excerpts.get(0)), "goodput");
    assertContains(run, MAPPER.readTree(excerpts.get(1)), "");
  }

  private static void assertContains(JsonNode document, JsonNode excerpt, String path) {
    if (excerpt.isContainerNode()) {
      assertThat(excerpt.isEmpty()).as(path).isFalse();
      if (excerpt.isArray()) {
        assertThat(document.size()).as(path).isEqualTo(excerpt.size());
        for (int i = 0; i < excerpt.size(); i++) {
          assertContains(document.path(i), excerpt.path(i), path + "/" + i);
        }
      }
      for (var member : excerpt.properties()) {
        assertContains(
            document.path(member.getKey()), member.getValue(), path + "/" + member.getKey());
      }
    } else {
      assertThat(document).as(path).isEqualTo(excerpt);
    }
  }

  @Test
  void theCommandIsThatOfTheRun() throws IOException {
    assertThat(blocks("sh").stream().map(AnnotatedReportTest::withoutQuotes))
        .hasSize(2)
        .contains(withoutQuotes(run.at("/run/cli_command").asText()));
  }

  private static String withoutQuotes(String command) {
    return command.replace("\\\n", "").replace("'", "").replaceAll("\\s+", " ").strip();
  }

  private static List<String> blocks(String language) throws IOException {
    return Pattern.compile("^```" + language + "\n(.*?)\n```$", Pattern.MULTILINE | Pattern.DOTALL)
        .matcher(Files.readString(PAGE, UTF_8))
        .results()
        .map(block -> block.group(1))
        .toList();
  }
}
