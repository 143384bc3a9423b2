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

  private static final String ROOMS = "io.longhaul.load..";

  @ArchTest
  static final ArchRule onlyHttpTouchesAsyncHttpClient =
      onlyIn("http", "org.asynchttpclient..")
          .because("its defaults are made for applications, and are set right in one place");

  @ArchTest
  static final ArchRule onlyHttpAndTheProxyTouchNetty =
      noClasses()
          .that()
          .resideInAPackage(ROOMS)
          .and()
          .resideOutsideOfPackages(room("http"), room("proxy"))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.netty..")
          .because(
              "stamps, timers and sockets belong to one event loop; whoever else could reach it"
                  + " could hold it up");

  @ArchTest
  static final ArchRule theProxyDoesNotKnowWhatPasses =
      classes()
          .that()
          .resideInAPackage(room("proxy"))
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..", "javax.net.ssl..", "io.netty..", room("proxy"), room("http"), room("time"))
          .because("bytes pass as they are, whether somebody understands them or not");

  @ArchTest
  static final ArchRule onlyPublishTouchesTheKafkaProducer =
      onlyIn("publish", "org.apache.kafka..")
          .because("send() can block for a minute; it must stay away from whatever measures");

  @ArchTest
  static final ArchRule onlyTokenizerTouchesTokenizers =
      onlyIn("tokenizer", "ai.djl..", "com.knuddels..")
          .because("they load native code and vocabularies, and may be replaced");

  @ArchTest
  static final ArchRule onlyEndpointTouchesTemplatesAndSelectors =
      onlyIn("endpoint", "com.hubspot..", "io.burt..")
          .because("they are ways to write a body and to read an answer, which may be replaced");

  @ArchTest
  static final ArchRule onlyEndpointTouchesMessages =
      onlyIn(
              "endpoint",
              "com.google.protobuf..",
              "io.longhaul.kserve..",
              "io.longhaul.reflection..")
          .because("what a message says is the endpoint's language, whoever carries its bytes");

  @ArchTest
  static final ArchRule grpcKnowsJavaOnly =
      knowsJavaOnly("grpc").because("it finds messages in bytes and does not know what they say");

  @ArchTest
  static final ArchRule onlyMediaTouchesImageEncoders =
      onlyIn("media", "javax.imageio..", "java.awt..")
          .because("a large image takes a second; none is made on a loop");

  @ArchTest
  static final ArchRule onlyGpuTouchesTheHttpClientOfTheJdk =
      onlyIn("gpu", "java.net.http..")
          .because("scrapes are off the measured path; requests are sent by http and no other");

  @ArchTest
  static final ArchRule onlyEndpointDatasetAndPlanTouchJackson =
      noClasses()
          .that()
          .resideOutsideOfPackages(room("endpoint"), room("dataset"), room("plan"))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.fasterxml.jackson..")
          .because("JSON is the language of endpoints, data sets and plans; all else is typed");

  @ArchTest
  static final ArchRule sseKnowsJavaOnly =
      knowsJavaOnly("sse").because("a parser takes bytes and gives events, and knows no HTTP");

  @ArchTest
  static final ArchRule scheduleKnowsJavaAndThePlanOnly =
      classes()
          .that()
          .resideInAPackage(room("schedule"))
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", room("schedule"), room("plan"))
          .because("when a request goes out is a pure function of the plan");

  @ArchTest
  static final ArchRule onlyTimeCallsTheSystem =
      onlyIn("time", "com.sun.jna..")
          .because("whatever Java does not reach is said in one place, and may be missing");

  @ArchTest
  static final ArchRule timeKnowsJavaAndTheSystemOnly =
      classes()
          .that()
          .resideInAPackage(room("time"))
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "com.sun.management..", "com.sun.jna..", room("time"))
          .because("everything is measured with it, so it depends on nothing");

  @ArchTest
  static final ArchRule recordKnowsWireTypesAndNoOtherLibrary =
      classes()
          .that()
          .resideInAPackage(room("record"))
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "org.apache.avro..", "io.longhaul..")
          .because(
              "the story of a request is told in wire types, whoever sent and whoever keeps it");

  @ArchTest
  static final ArchRule theNetworkKnowsNoRoomButTime =
      classes()
          .that()
          .resideInAPackage(room("http"))
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "javax.net.ssl..",
              "org.asynchttpclient..",
              "io.netty..",
              room("http"),
              room("time"))
          .because("it hands over times and bytes and does not know what they mean");

  @ArchTest
  static final ArchRule roomsHaveNoCycles =
      SlicesRuleDefinition.slices()
          .matching("io.longhaul.load.(*)..")
          .should()
          .beFreeOfCycles()
          .because("data flows one way");

  private static String room(String name) {
    return "io.longhaul.load." + name + "..";
  }

  private static ArchRule knowsJavaOnly(String name) {
    return classes()
        .that()
        .resideInAPackage(room(name))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", room(name));
  }

  private static ArchRule onlyIn(String name, String... libraries) {
    return noClasses()
        .that()
        .resideInAPackage(ROOMS)
        .and()
        .resideOutsideOfPackage(room(name))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(libraries);
  }
}
