package io.longhaul.schema;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.longhaul", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule SCHEMAS_USE_ONLY_AVRO =
      classes()
          .that()
          .resideInAPackage("io.longhaul..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.longhaul.schema..",
              "io.longhaul.wire..",
              "io.longhaul.export..",
              "io.longhaul.kept..",
              "org.apache.avro..",
              "org.jspecify.annotations..",
              "java..")
          .because(
              "generator and pipeline share the wire format but no other code, and code here would"
                  + " be shared by both");
}
