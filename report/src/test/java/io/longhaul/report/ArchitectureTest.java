package io.longhaul.report;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.longhaul.report", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule REPORTS_READ_ONLY_THE_LAKE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.longhaul.wire..",
              "io.longhaul.pipeline..",
              "io.longhaul.load..",
              "io.longhaul.control..",
              "org.apache.kafka..",
              "org.apache.flink..")
          .because("a document shows what the files contain, whoever wrote them");

  @ArchTest
  static final ArchRule ONLY_THE_LAKE_READS_PARQUET =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.parquet..", "org.apache.hadoop..")
          .because("one package of the module sinks reads and writes files");

  @ArchTest
  static final ArchRule FIGURES_USE_NO_JSON =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.longhaul.report.figures..",
              "io.longhaul.report.servers..",
              "io.longhaul.report.exchanges..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.fasterxml.jackson..")
          .because("a figure does not depend on the document that shows it");

  @ArchTest
  static final ArchRule THE_CONSOLE_READS_DOCUMENTS =
      noClasses()
          .that()
          .resideInAnyPackage("io.longhaul.report.console..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.longhaul.report.figures..", "io.longhaul.export..")
          .because("the screen and the files cannot differ");

  @ArchTest
  static final ArchRule PACKAGES_FORM_NO_CYCLE =
      slices()
          .matching("io.longhaul.report.(**)")
          .should()
          .beFreeOfCycles()
          .because("data flows in one direction");
}
