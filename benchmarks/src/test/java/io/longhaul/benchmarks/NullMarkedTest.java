package io.longhaul.benchmarks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import org.jspecify.annotations.NullMarked;

/** Checks the packages of all modules, because this module depends on all others. */
@AnalyzeClasses(packages = "io.longhaul", importOptions = DoNotIncludeTests.class)
class NullMarkedTest {

  @ArchTest
  static final ArchRule EVERY_PACKAGE_IS_NULL_MARKED =
      classes()
          .that()
          .resideOutsideOfPackages(GeneratedCode.packages())
          .should(
              ArchCondition.from(
                  DescribedPredicate.<JavaClass>describe(
                      "be in a package with @NullMarked",
                      type -> type.getPackage().isAnnotatedWith(NullMarked.class))))
          .because("NullAway checks only marked packages; generated code is not checked");
}
