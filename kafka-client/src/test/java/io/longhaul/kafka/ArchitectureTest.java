package io.longhaul.kafka;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.longhaul.kafka", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule ONLY_KAFKA_CLIENTS_JSON_AND_NAMES_OF_TOPICS =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.longhaul.kafka..",
              "io.longhaul.schema..",
              "org.apache.kafka.clients..",
              "org.apache.kafka.common..",
              "com.fasterxml.jackson..",
              "org.jspecify.annotations..",
              "javax.net.ssl..",
              "java..")
          .because("the job, the coordinator and the options share it, and nothing else");
}
