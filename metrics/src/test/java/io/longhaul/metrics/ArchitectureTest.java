package io.longhaul.metrics;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.longhaul", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule METRICS_USE_ONLY_JAVA_AND_STATISTICS_LIBRARIES =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.longhaul.metrics..",
              "java..",
              "org.HdrHistogram..",
              "org.apache.commons.statistics..",
              "org.jspecify.annotations..")
          .because("the job, the documents and the terminal use the same formulas" + " (design 2)");

  @ArchTest
  static final ArchRule ONLY_STATISTICS_USE_HDR_HISTOGRAM =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.metrics.stats..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.HdrHistogram..")
          .because("only Distribution may depend on its grid and encoding (design 7)");

  @ArchTest
  static final ArchRule ONLY_STATISTICS_USE_COMMONS_STATISTICS =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.metrics.stats..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.commons..")
          .because("only statistics need distributions such as Student's t");

  @ArchTest
  static final ArchRule STATISTICS_DO_NOT_DEPEND_ON_METRICS =
      noClasses()
          .that()
          .resideInAPackage("io.longhaul.metrics.stats..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.longhaul.metrics", "io.longhaul.metrics.slo..")
          .because("aggregation works on numbers, independent of their meaning (style rule 3)");

  @ArchTest
  static final ArchRule METRICS_DO_NOT_USE_CLOCKS_OR_FILES =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.nio.file..", "java.net..", "java.time..")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .because("a replay of the log must give the same rows (design 1)");
}
