package io.longhaul.sinks;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ExportLayoutTest {
  private static final Path FOLDER = Path.of("folder");

  @Test
  void everyPathOfALayoutIsAmongItsNames() throws ReflectiveOperationException {
    for (Set<OptionalExport> also :
        Set.of(Set.<OptionalExport>of(), Set.of(OptionalExport.GENAI_PERF))) {
      ExportLayout layout = new ExportLayout(FOLDER, "mine", also);
      Set<String> named = new TreeSet<>(layout.documentNames());
      named.addAll(layout.groundNames());
      named.addAll(layout.seriesNames());
      named.add(layout.lock().getFileName().toString());
      named.add(layout.claims().getFileName().toString());

      for (Method method : ExportLayout.class.getDeclaredMethods()) {
        if (method.getReturnType() == Path.class
            && method.getParameterCount() == 0
            && Modifier.isPublic(method.getModifiers())
            && !method.getName().equals("folder")) {
          Path path = (Path) method.invoke(layout);
          assertThat(named).contains(FOLDER.relativize(path).getName(0).toString());
        }
      }
    }
  }

  @Test
  void filesOfAnHourAreClaimedUnderTheNameOfTheWholeFile() {
    ExportLayout layout = new ExportLayout(FOLDER);
    Path part = ExportLayout.ofHour(layout.recordsJsonl(), 500_000);

    assertThat(part.getFileName()).hasToString("profile_export.2027-01-15T08.jsonl");
    assertThat(ExportLayout.claimOf(part)).isEqualTo("profile_export.jsonl");
    assertThat(ExportLayout.claimOf(Path.of("a.b.jsonl"))).isEqualTo("a.b.jsonl");
  }
}
