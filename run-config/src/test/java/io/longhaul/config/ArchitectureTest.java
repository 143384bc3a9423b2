package io.longhaul.config;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.longhaul.config", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule ONLY_RUN_FILES_ARE_YAML =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.longhaul.config.runfile..", "io.longhaul.config.genaiperf..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.snakeyaml..", "com.hubspot.jinjava..")
          .because("the content of a run file becomes options, and no other class reads it");

  @ArchTest
  static final ArchRule OPTIONS_START_NOTHING =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.longhaul.control..",
              "io.longhaul.pipeline..",
              "io.longhaul.mock..",
              "org.apache.flink..",
              "org.apache.kafka..",
              "io.netty..")
          .because("everything is rejected before a process is started");

  @ArchTest
  static final ArchRule BINDING_KNOWS_NO_DOCUMENT =
      noClasses()
          .that()
          .resideInAnyPackage("io.longhaul.config.binding..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.longhaul.report..", "io.longhaul.sinks..")
          .because("it converts words and numbers, whatever they select");

  @ArchTest
  static final ArchRule PACKAGES_FORM_NO_CYCLE =
      slices()
          .matching("io.longhaul.config.(**)")
          .should()
          .beFreeOfCycles()
          .because("data flows in one direction");
}
