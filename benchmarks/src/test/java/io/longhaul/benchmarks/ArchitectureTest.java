package io.longhaul.benchmarks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "io.longhaul.benchmarks",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule SUBJECTS_DO_NOT_USE_BENCHMARKS =
      noClasses()
          .that()
          .resideInAPackage("io.longhaul.benchmarks.subject")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.longhaul.benchmarks")
          .because("a subject is a separate process that exchanges only commands and responses");

  @ArchTest
  static final ArchRule SUBJECTS_ARE_NO_JMH_BENCHMARKS =
      noClasses()
          .that()
          .resideInAPackage("io.longhaul.benchmarks.subject")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.openjdk.jmh..")
          .because("subjects report their own figures and are not measured by JMH");
}
