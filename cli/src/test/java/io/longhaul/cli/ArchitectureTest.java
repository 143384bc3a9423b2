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
  static final ArchRule ONLY_THE_EMBEDDED_STACK_RUNS_SERVERS =
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
  static final ArchRule ONLY_THE_EMBEDDED_STACK_USES_KAFKA =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.cli.embedded..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka..")
          .because("the module control contains all other access to Kafka");

  @ArchTest
  static final ArchRule ONLY_THE_API_USES_NETTY =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.cli.api..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.netty..")
          .because("one thread serves a run's state, and no other thread waits for it");

  @ArchTest
  static final ArchRule ONLY_THE_API_AND_OTLP_USE_PROMETHEUS =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.longhaul.cli.api..", "io.longhaul.cli.otlp..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.prometheus..")
          .because("it writes the metrics of a run, which are measured without the library");

  @ArchTest
  static final ArchRule ONLY_ONE_PACKAGE_SPEAKS_OTLP =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.cli.otlp..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.opentelemetry..", "com.google.protobuf..")
          .because("its classes are loaded only by a process that sends metrics");

  @ArchTest
  static final ArchRule THE_API_ONLY_RECEIVES =
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
  static final ArchRule ONLY_THE_LOG_PACKAGE_USES_LOGBACK =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.cli.log..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("ch.qos.logback..")
          .because("all other classes log through SLF4J");

  @ArchTest
  static final ArchRule ONLY_THE_DASHBOARD_USES_JLINE =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.cli.dashboard..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.jline..")
          .because("one class changes the terminal, and restores it");

  @ArchTest
  static final ArchRule ONLY_COMMANDS_USE_PICOCLI =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.longhaul.cli.api..",
              "io.longhaul.cli.embedded..",
              "io.longhaul.cli.console..",
              "io.longhaul.cli.dashboard..",
              "io.longhaul.cli.log..",
              "io.longhaul.cli.otlp..",
              "io.longhaul.cli.run..",
              "io.longhaul.cli.series..",
              "io.longhaul.cli.web..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..")
          .because("a command is a thin class; what it does can be done without a command line");

  @ArchTest
  static final ArchRule ONLY_VIEWS_AND_COMMANDS_USE_JACKSON =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.longhaul.cli.dashboard..",
              "io.longhaul.cli.embedded..",
              "io.longhaul.cli.log..",
              "io.longhaul.cli.otlp..",
              "io.longhaul.cli.run..",
              "io.longhaul.cli.series..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.fasterxml.jackson..")
          .because("JSON is read and written where its names are known");

  @ArchTest
  static final ArchRule PACKAGES_FORM_NO_CYCLE =
      slices()
          .matching("io.longhaul.cli.(*)..")
          .should()
          .beFreeOfCycles()
          .because("data flows one way");
}
