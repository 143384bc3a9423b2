package io.longhaul.control;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.longhaul.control", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule CONTROL_KNOWS_NO_COMMAND_LINE_AND_NO_DOCUMENT =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "picocli..",
              "com.fasterxml.jackson..",
              "io.longhaul.config..",
              "io.longhaul.report..",
              "io.longhaul.pipeline..")
          .because("it coordinates a plan, whoever wrote it, and does not evaluate results");

  @ArchTest
  static final ArchRule CONTROL_STARTS_NO_SERVER =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("kafka..", "org.apache.kafka.server..", "org.apache.flink..")
          .because("brokers and jobs are started elsewhere");

  @ArchTest
  static final ArchRule PACKAGES_FORM_NO_CYCLE =
      slices()
          .matching("io.longhaul.control.(**)")
          .should()
          .beFreeOfCycles()
          .because("data flows in one direction");
}
