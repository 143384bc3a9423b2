package io.longhaul.load;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.longhaul.load", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule ONLY_THE_HTTP_ROOM_KNOWS_THE_NETWORK =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.load.http..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.asynchttpclient..", "io.netty..")
          .because("stamps are taken in one place, and its client can be replaced");

  @ArchTest
  static final ArchRule ONLY_THE_TOKENIZER_ROOM_KNOWS_TOKENIZER_LIBRARIES =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.load.tokenizer..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("ai.djl..", "com.knuddels..")
          .because(
              "native code and its quirks (code points, calls home) stay behind one interface");

  @ArchTest
  static final ArchRule ONLY_THE_PUBLISH_ROOM_KNOWS_KAFKA =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.load.publish..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka..")
          .because("nothing on the measured path may wait for a broker");

  @ArchTest
  static final ArchRule ONLY_THE_GPU_ROOM_SCRAPES =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.longhaul.load.gpu..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.net.http..")
          .because("scrapes are off the measured path; on it there is one client only");

  @ArchTest
  static final ArchRule ONLY_ROOMS_OF_DOCUMENTS_KNOW_JACKSON =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.longhaul.load.plan..",
              "io.longhaul.load.dataset..",
              "io.longhaul.load.endpoint..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.fasterxml.jackson..")
          .because("what is JSON outside is a plain record inside");

  @ArchTest
  static final ArchRule THE_PLAN_KNOWS_JACKSON_IN_ONE_CLASS =
      noClasses()
          .that()
          .resideInAPackage("io.longhaul.load.plan..")
          .and()
          .haveNameNotMatching(".*\\.RunPlanJson(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.fasterxml.jackson..")
          .because("names and shape of the plan's document stand in one hand-written class");

  @ArchTest
  static final ArchRule THE_SCHEDULE_IS_PURE =
      classes()
          .that()
          .resideInAPackage("io.longhaul.load.schedule..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.longhaul.load.schedule..", "io.longhaul.load.plan..", "java..")
          .because("when and what are two things, and a sequence without a clock can be tested");

  @ArchTest
  static final ArchRule THE_STREAM_PARSER_IS_PURE =
      classes()
          .that()
          .resideInAPackage("io.longhaul.load.sse..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.longhaul.load.sse..", "java..")
          .because("a parser takes bytes and gives events; it knows no HTTP");

  @ArchTest
  static final ArchRule THE_GENERATOR_DOES_NOT_KNOW_THE_PIPELINE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.longhaul.pipeline..",
              "io.longhaul.metrics..",
              "io.longhaul.sinks..",
              "org.apache.flink..")
          .because("generator and pipeline meet only on the wire");
}
