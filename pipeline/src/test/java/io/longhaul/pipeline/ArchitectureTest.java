package io.longhaul.pipeline;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;

@AnalyzeClasses(
    packages = "io.longhaul.pipeline",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule ONLY_SOURCE_LIVE_AND_RETENTION_USE_KAFKA =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.longhaul.pipeline.source",
              "io.longhaul.pipeline.live",
              "io.longhaul.pipeline.retention")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.kafka..", "org.apache.flink.connector.kafka..")
          .because("only these may use Kafka; the rest of the job receives records");

  @ArchTest
  static final ArchRule LOGIC_DOES_NOT_USE_FLINK =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.longhaul.pipeline.lane",
              "io.longhaul.pipeline.run",
              "io.longhaul.pipeline.slice",
              "io.longhaul.pipeline.row")
          .and()
          .haveSimpleNameNotEndingWith("Stage")
          .and()
          .haveSimpleNameNotEndingWith("Serializer")
          .and()
          .doNotHaveSimpleName("Snapshot")
          .and()
          .doNotHaveSimpleName("FlinkOutput")
          .and()
          .doNotHaveSimpleName("LaneMessage")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.flink..")
          .because(
              "Flink functions load and store state and emit rows; plain classes contain the"
                  + " logic");

  @ArchTest
  static final ArchRule THE_PIPELINE_DOES_NOT_USE_THE_GENERATOR =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.longhaul.load..", "io.longhaul.cli..", "io.longhaul.mock..")
          .because("generator and pipeline share the wire format but no code");

  @ArchTest
  static final ArchRule THE_PIPELINE_DOES_NOT_USE_TABLES =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.longhaul.sinks.iceberg..", "io.longhaul.sinks.delta..")
          .because("no checkpoint waits for a catalog: tables follow the lake");

  @ArchTest
  static final ArchRule THE_CONTROL_TOPIC_IS_NOT_READ =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.longhaul.wire.control..")
          .because("the pipeline reads only lanes");

  @ArchTest
  static final ArchRule NO_CLOCK_IS_READ =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.longhaul.pipeline.live", "io.longhaul.pipeline.retention")
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(Instant.class, "now")
          .because("the pipeline is a pure function of the log");

  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES =
      slices()
          .matching("io.longhaul.pipeline.(*)..")
          .should()
          .beFreeOfCycles()
          .because("data flow in one direction: source, lane, run, row");
}
