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
  static final ArchRule METRICS_KNOW_JAVA_AND_NUMBERS_ONLY =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.longhaul.metrics..",
              "java..",
              "org.HdrHistogram..",
              "org.apache.commons.statistics..")
          .because(
              "the arithmetic of a measurement is used by the job, the files and the terminal alike"
                  + " (design 2)");

  @ArchTest
  static final ArchRule ONLY_STATISTICS_TOUCH_HDR_HISTOGRAM =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.metrics.stats..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.HdrHistogram..")
          .because("its grid and its encoding have one home, Distribution (design 7)");

  @ArchTest
  static final ArchRule ONLY_STATISTICS_TOUCH_THE_DISTRIBUTIONS_OF_COMMONS =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.metrics.stats..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.commons..")
          .because("Student's t has one use, intervals of confidence, in AcrossRuns");

  @ArchTest
  static final ArchRule STATISTICS_KNOW_NUMBERS_ONLY =
      noClasses()
          .that()
          .resideInAPackage("io.longhaul.metrics.stats..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.longhaul.metrics", "io.longhaul.metrics.slo..")
          .because("what folds knows numbers, not what they mean (style rule 3)");

  @ArchTest
  static final ArchRule NOBODY_HERE_READS_A_CLOCK_OR_A_FILE =
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
