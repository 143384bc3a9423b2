package io.longhaul.mock.script;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultGrammarTest {
  @Test
  void everyDocumentedFaultIsValidAndEveryKindIsDocumented() {
    List<Fault.Kind> kinds =
        FaultGrammar.faults().keySet().stream()
            .flatMap(FaultGrammarTest::examples)
            .map(text -> Fault.parse(text).kind())
            .distinct()
            .toList();

    assertThat(kinds).containsExactly(Fault.Kind.values());
  }

  @Test
  void everyDocumentedTriggerIsValidAndEveryFormIsDocumented() {
    List<Trigger.When> forms =
        FaultGrammar.triggers().keySet().stream()
            .flatMap(FaultGrammarTest::examples)
            .map(text -> Trigger.parse(text).when())
            .toList();

    assertThat(forms).containsExactly(Trigger.When.values());
  }

  @Test
  void everyDocumentedScrapeFaultIsValidAndEveryKindIsDocumented() {
    List<ScrapeFault.Kind> kinds =
        FaultGrammar.scrapeFaults().keySet().stream()
            .flatMap(FaultGrammarTest::examples)
            .map(text -> ScrapeFault.parse(text).kind())
            .toList();

    assertThat(kinds).containsExactly(ScrapeFault.Kind.values());
  }

  @Test
  void everyDocumentedChangeIsValidAndEveryKindIsDocumented() {
    List<Change.Kind> kinds =
        FaultGrammar.changes().keySet().stream()
            .flatMap(FaultGrammarTest::examples)
            .map(text -> Change.parse("from 1s to 2s: " + text).kind())
            .toList();

    assertThat(kinds).containsExactly(Change.Kind.values());
    assertThat(FaultGrammar.periods().keySet().stream().flatMap(FaultGrammarTest::examples))
        .allSatisfy(
            period ->
                assertThat(Change.parse(period.replaceFirst("2s", "1s") + ": itl times 2").kind())
                    .isEqualTo(Change.Kind.ITL_TIMES));
  }

  @Test
  void theDocumentationListsAllForms() throws IOException {
    List<String> rows =
        Files.readAllLines(Path.of("../docs/mock-server.md"), UTF_8).stream()
            .filter(line -> line.startsWith("| `"))
            .toList();

    assertThat(rows)
        .containsExactlyElementsOf(
            Stream.of(
                    FaultGrammar.triggers(),
                    FaultGrammar.faults(),
                    FaultGrammar.scrapeFaults(),
                    FaultGrammar.periods(),
                    FaultGrammar.changes())
                .flatMap(forms -> forms.entrySet().stream())
                .map(FaultGrammarTest::row)
                .toList());
  }

  private static String row(Map.Entry<String, String> form) {
    return "| `" + form.getKey() + "` | " + form.getValue() + " |";
  }

  /** Returns a form with all optional parts, and without. */
  private static Stream<String> examples(String form) {
    String whole = form.replaceAll("[\\[\\]]", "");
    String least = form.replaceAll(" \\[[^]]*]", "");
    return Stream.of(whole, least).distinct().map(FaultGrammarTest::filled);
  }

  private static String filled(String form) {
    String code = form.startsWith("redirect") ? "307" : "503";
    return Arrays.stream(form.split(" ", -1))
        .map(
            word ->
                switch (word) {
                  case "CODE" -> code;
                  case "TIME" -> "2s";
                  case "N", "BYTES", "NUMBER", "COUNT" -> "5";
                  case "P" -> "0.5";
                  case "METRIC" -> "DCGM_FI_DEV_GPU_UTIL";
                  default -> word;
                })
        .reduce((one, other) -> one + " " + other)
        .orElseThrow();
  }
}
