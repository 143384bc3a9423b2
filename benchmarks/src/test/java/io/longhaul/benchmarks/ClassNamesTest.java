package io.longhaul.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.PackageMatchers;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Checks the classes of all modules, because this module depends on all others. */
@AnalyzeClasses(packages = "io.longhaul", importOptions = DoNotIncludeTests.class)
class ClassNamesTest {
  private static final PackageMatchers GENERATED = PackageMatchers.of(GeneratedCode.packages());

  /** A reader who sees a name knows which class it is. */
  @ArchTest
  static void noSimpleNameOccursTwice(JavaClasses classes) {
    Map<String, List<String>> packages =
        classes.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(type -> !type.getSimpleName().equals("package-info"))
            .filter(type -> !GENERATED.test(type.getPackageName()))
            .collect(
                Collectors.groupingBy(
                    JavaClass::getSimpleName,
                    TreeMap::new,
                    Collectors.mapping(JavaClass::getPackageName, Collectors.toList())));
    packages.values().removeIf(each -> each.size() == 1);

    assertThat(packages).isEmpty();
  }
}
