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
  static final ArchRule ONLY_THE_PARQUET_PACKAGE_USES_PARQUET =
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
          .because(
              "Parquet depends on Hadoop, and one package can be replaced more easily than ten");

  @ArchTest
  static final ArchRule ONLY_THE_ICEBERG_PACKAGE_USES_ICEBERG =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.sinks.iceberg..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.iceberg..")
          .because("runs without tables do not load it, and the lake knows no tables");

  @ArchTest
  static final ArchRule ONLY_THE_MANIFEST_AND_LOGS_OF_DELTA_USE_JACKSON =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.longhaul.sinks.manifest..", "io.longhaul.sinks.delta..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.fasterxml.jackson..")
          .because("documents are the task of the module report");

  @ArchTest
  static final ArchRule SINKS_DO_NOT_DEPEND_ON_THE_SOURCES_OF_ROWS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.longhaul.wire..",
              "io.longhaul.pipeline..",
              "io.longhaul.load..",
              "io.longhaul.report..",
              "org.apache.kafka..")
          .because("data flows from the pipeline to files and never back");

  @ArchTest
  static final ArchRule PACKAGES_FORM_NO_CYCLE =
      slices()
          .matching("io.longhaul.sinks.(*)..")
          .should()
          .beFreeOfCycles()
          .because("data flows in one direction");
}
