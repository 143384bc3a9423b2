package io.longhaul.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.longhaul.cli", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule ONLY_THE_EMBEDDED_ROOM_RUNS_SERVERS =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.cli.embedded..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "kafka..",
              "org.apache.kafka.server..",
              "org.apache.kafka.metadata..",
              "org.apache.flink.runtime..")
          .because("these are internal interfaces that move from release to release");

  @ArchTest
  static final ArchRule ONLY_THE_COORDINATOR_TALKS_TO_KAFKA =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.longhaul.cli.coordinator..", "io.longhaul.cli.embedded..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka..")
          .because("what processes say to each other is decided in one place");

  @ArchTest
  static final ArchRule ONLY_THE_API_SPEAKS_HTTP_TO_OTHERS =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.cli.api..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.netty..")
          .because("one thread serves a run's state, and no other thread waits for it");

  @ArchTest
  static final ArchRule THE_API_IS_TOLD_AND_ASKS_NOBODY =
      noClasses()
          .that()
          .resideInAPackage("io.longhaul.cli.api..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.longhaul.cli.run..",
              "io.longhaul.cli.series..",
              "io.longhaul.cli.embedded..",
              "io.longhaul.load..")
          .because("nothing flows back from a view");

  @ArchTest
  static final ArchRule ONLY_THE_LOG_ROOM_KNOWS_LOGBACK =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.cli.log..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("ch.qos.logback..")
          .because("all other classes log through SLF4J");

  @ArchTest
  static final ArchRule ONLY_COMMANDS_AND_OPTIONS_KNOW_PICOCLI =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.longhaul.cli.api..",
              "io.longhaul.cli.embedded..",
              "io.longhaul.cli.coordinator..",
              "io.longhaul.cli.console..",
              "io.longhaul.cli.folder..",
              "io.longhaul.cli.log..",
              "io.longhaul.cli.run..",
              "io.longhaul.cli.series..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..")
          .because("a command is a thin class; what it does can be done without a command line");

  @ArchTest
  static final ArchRule ONLY_WHO_WRITES_OR_SHOWS_DOCUMENTS_KNOWS_JACKSON =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.longhaul.cli.embedded..",
              "io.longhaul.cli.folder..",
              "io.longhaul.cli.log..",
              "io.longhaul.cli.run..",
              "io.longhaul.cli.series..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.fasterxml.jackson..")
          .because("JSON is read and written where its names are known");

  @ArchTest
  static final ArchRule ONLY_RUN_FILES_ARE_YAML =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.longhaul.cli.runfile..", "io.longhaul.cli.compose..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.snakeyaml..", "com.hubspot.jinjava..")
          .because("the content of a run file becomes options, and no other class reads it");

  @ArchTest
  static final ArchRule OPTIONS_START_NOTHING =
      noClasses()
          .that()
          .resideInAPackage("io.longhaul.cli.options..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.longhaul.cli.embedded..",
              "io.longhaul.cli.coordinator..",
              "io.longhaul.cli.run..",
              "io.longhaul.cli.series..",
              "org.apache.flink..")
          .because("everything is refused at the door, before a process is started");

  @ArchTest
  static final ArchRule ROOMS_FORM_NO_CIRCLE =
      slices()
          .matching("io.longhaul.cli.(*)..")
          .should()
          .beFreeOfCycles()
          .because("data flows one way");
}
