package io.longhaul.load;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

/** The allowed dependencies of each package, with reasons (design.md, section 2). */
@AnalyzeClasses(packages = "io.longhaul.load", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String LOAD = "io.longhaul.load..";

  @ArchTest
  static final ArchRule onlyHttpUsesAsyncHttpClient =
      onlyIn("http", "org.asynchttpclient..")
          .because("its defaults suit applications; one place sets all of them for measurements");

  @ArchTest
  static final ArchRule onlyHttpAndProxyUseNetty =
      noClasses()
          .that()
          .resideInAPackage(LOAD)
          .and()
          .resideOutsideOfPackages(packageOf("http"), packageOf("proxy"))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.netty..")
          .because(
              "timestamps, timers and sockets belong to one event loop, which no other code may"
                  + " block");

  @ArchTest
  static final ArchRule proxyDoesNotInterpretTraffic =
      classes()
          .that()
          .resideInAPackage(packageOf("proxy"))
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "javax.net.ssl..",
              "io.netty..",
              "org.jspecify.annotations..",
              packageOf("proxy"),
              packageOf("http"),
              packageOf("time"))
          .because("it forwards bytes unchanged, whatever they mean");

  @ArchTest
  static final ArchRule onlyPublishUsesTheKafkaProducer =
      onlyIn("publish", "org.apache.kafka..")
          .because("send() can block for a minute, which must not affect measurements");

  @ArchTest
  static final ArchRule onlyTokenizerUsesTokenizerLibraries =
      onlyIn("tokenizer", "ai.djl..", "com.knuddels..")
          .because("they load native code and vocabularies, and may be replaced");

  @ArchTest
  static final ArchRule onlyEndpointUsesTemplatesAndSelectors =
      onlyIn("endpoint", "com.hubspot..", "io.burt..")
          .because("they are ways to write request bodies and read responses, and may be replaced");

  @ArchTest
  static final ArchRule onlyEndpointUsesProtobuf =
      onlyIn(
              "endpoint",
              "com.google.protobuf..",
              "io.longhaul.kserve..",
              "io.longhaul.reflection..")
          .because(
              "the content of messages is the format of an endpoint, whatever transports them");

  @ArchTest
  static final ArchRule grpcUsesOnlyJava =
      usesOnlyJava("grpc").because("it finds messages in bytes and does not interpret them");

  @ArchTest
  static final ArchRule onlyMediaUsesImageEncoders =
      onlyIn("media", "javax.imageio..", "java.awt..")
          .because("a large image takes a second and must not be encoded on an event loop");

  @ArchTest
  static final ArchRule onlyScrapeUsesTheHttpClientOfTheJdk =
      onlyIn("scrape", "java.net.http..")
          .because("scrapes are not on the measured path; only package http sends requests");

  @ArchTest
  static final ArchRule onlyEndpointDatasetAndPlanUseJackson =
      noClasses()
          .that()
          .resideOutsideOfPackages(packageOf("endpoint"), packageOf("dataset"), packageOf("plan"))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.fasterxml.jackson..")
          .because("only endpoints, datasets and plans use JSON; everything else is typed");

  @ArchTest
  static final ArchRule sseUsesOnlyJava =
      usesOnlyJava("sse").because("a parser converts bytes to events, and knows nothing of HTTP");

  @ArchTest
  static final ArchRule spoolUsesOnlyJava =
      usesOnlyJava("spool")
          .because("it keeps bytes on disk, whatever they mean and whoever reads them");

  @ArchTest
  static final ArchRule scheduleUsesOnlyJavaAndPlan =
      classes()
          .that()
          .resideInAPackage(packageOf("schedule"))
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..", "org.jspecify.annotations..", packageOf("schedule"), packageOf("plan"))
          .because("the time of a request is a pure function of the plan");

  @ArchTest
  static final ArchRule onlyTimeAndNvmlUseJna =
      noClasses()
          .that()
          .resideInAPackage(LOAD)
          .and()
          .resideOutsideOfPackages(packageOf("time"), packageOf("scrape.nvml"))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.sun.jna..")
          .because("native calls are in few places, and may be unavailable");

  @ArchTest
  static final ArchRule timeUsesOnlyJavaAndJna =
      classes()
          .that()
          .resideInAPackage(packageOf("time"))
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "com.sun.management..",
              "com.sun.jna..",
              "org.jspecify.annotations..",
              packageOf("time"))
          .because("all measurements depend on it, so it depends on nothing");

  @ArchTest
  static final ArchRule recordUsesOnlyAvroLogsAndLonghaul =
      classes()
          .that()
          .resideInAPackage(packageOf("record"))
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.apache.avro..",
              "org.jspecify.annotations..",
              "org.slf4j..",
              "io.longhaul..")
          .because("it records requests in wire types, whatever sends or stores them");

  @ArchTest
  static final ArchRule httpUsesNoOtherPackageThanTime =
      classes()
          .that()
          .resideInAPackage(packageOf("http"))
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "javax.net.ssl..",
              "org.asynchttpclient..",
              "io.netty..",
              "org.jspecify.annotations..",
              packageOf("http"),
              packageOf("time"))
          .because("it reports timestamps and bytes and does not interpret them");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      SlicesRuleDefinition.slices()
          .matching("io.longhaul.load.(**)")
          .should()
          .beFreeOfCycles()
          .because("data flows in one direction");

  @ArchTest
  static final ArchRule formatsDoNotKnowEachOther =
      SlicesRuleDefinition.slices()
          .matching("io.longhaul.load.endpoint.(openai|kserve|template|vendor)..")
          .should()
          .notDependOnEachOther()
          .because("a new protocol is added without touching the others");

  @ArchTest
  static final ArchRule planUsesOnlyJacksonAndEndpointTypes =
      classes()
          .that()
          .resideInAPackage(packageOf("plan"))
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "com.fasterxml.jackson..",
              "org.jspecify.annotations..",
              packageOf("plan"),
              packageOf("endpoint"))
          .because("a plan describes a run and does not know how it is executed");

  private static String packageOf(String name) {
    return "io.longhaul.load." + name + "..";
  }

  private static ArchRule usesOnlyJava(String name) {
    return classes()
        .that()
        .resideInAPackage(packageOf(name))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.jspecify.annotations..", packageOf(name));
  }

  private static ArchRule onlyIn(String name, String... libraries) {
    return noClasses()
        .that()
        .resideInAPackage(LOAD)
        .and()
        .resideOutsideOfPackage(packageOf(name))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(libraries);
  }
}
