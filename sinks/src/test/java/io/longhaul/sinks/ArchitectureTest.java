package io.longhaul.sinks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.longhaul.sinks", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule ONLY_THE_PARQUET_ROOM_KNOWS_FILES_OF_COLUMNS =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.sinks.parquet..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.parquet..",
              "org.apache.hadoop..",
              "org.apache.flink.connector.file..",
              "org.apache.flink.formats..")
          .because("Parquet drags Hadoop along: one room can be replaced, ten cannot");

  @ArchTest
  static final ArchRule ONLY_THE_JSON_ROOM_KNOWS_JACKSON =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.sinks.json..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.fasterxml.jackson..")
          .because("every document's names and shape stand in one hand-written class");

  @ArchTest
  static final ArchRule SINKS_DO_NOT_KNOW_WHERE_ROWS_COME_FROM =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.longhaul.wire..",
              "io.longhaul.pipeline..",
              "io.longhaul.load..",
              "org.apache.kafka..")
          .because("a row arrives, a file exists; nothing flows back");

  @ArchTest
  static final ArchRule ROOMS_FORM_NO_CIRCLE =
      slices()
          .matching("io.longhaul.sinks.(*)..")
          .should()
          .beFreeOfCycles()
          .because("data flows one way");
}
