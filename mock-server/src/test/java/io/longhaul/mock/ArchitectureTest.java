package io.longhaul.mock;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.longhaul.mock", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule STANDS_ALONE =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.longhaul.mock..",
              "java..",
              "io.netty..",
              "com.fasterxml.jackson..",
              "com.google.protobuf..",
              "io.longhaul.kserve..",
              "io.longhaul.reflection..",
              "org.jspecify.annotations..",
              "org.slf4j..")
          .because("a mock that shared code with what it tests would share its mistakes");

  @ArchTest
  static final ArchRule ONLY_PACKAGES_WITH_SOCKETS_USE_NETTY =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.longhaul.mock.net",
              "io.longhaul.mock.llm",
              "io.longhaul.mock.endpoint",
              "io.longhaul.mock.dcgm")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.netty..")
          .because("only packages that use sockets may use the network library");

  @ArchTest
  static final ArchRule JACKSON_READS_REQUESTS_AND_WRITES_TRUTH =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.longhaul.mock.llm", "io.longhaul.mock.endpoint", "io.longhaul.mock.truth")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.fasterxml.jackson..")
          .because("options are plain text and the exporter's page is not JSON");

  @ArchTest
  static final ArchRule THE_SCRIPT_USES_NO_OTHER_PACKAGE =
      noClasses()
          .that()
          .resideInAPackage("io.longhaul.mock.script")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.longhaul.mock",
              "io.longhaul.mock.net",
              "io.longhaul.mock.llm",
              "io.longhaul.mock.dcgm",
              "io.longhaul.mock.truth")
          .because("the script does not depend on its execution");

  @ArchTest
  static final ArchRule ENDPOINTS_USE_NO_OTHER_PACKAGE =
      noClasses()
          .that()
          .resideInAPackage("io.longhaul.mock.endpoint")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.longhaul.mock",
              "io.longhaul.mock.net",
              "io.longhaul.mock.llm",
              "io.longhaul.mock.script",
              "io.longhaul.mock.truth")
          .because("the format of a response does not depend on its timing");

  @ArchTest
  static final ArchRule GPUS_USE_THE_LOAD_BUT_NOT_THE_SERVER =
      noClasses()
          .that()
          .resideInAPackage("io.longhaul.mock.dcgm")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.longhaul.mock.llm", "io.longhaul.mock.truth")
          .because("MockServer connects the two, so that each can be tested alone");
}
