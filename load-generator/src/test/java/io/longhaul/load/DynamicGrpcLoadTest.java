package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.protobuf.GrpcMethod;
import io.longhaul.load.endpoint.protobuf.GrpcTestMethods;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.record.DecodedRequest;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.wire.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls methods of the mock server with the types from its reflection. */
@Timeout(60)
class DynamicGrpcLoadTest {
  @TempDir Path folder;

  @Test
  void serverReflectionReturnsTheSameTypesAsTheFile() throws Exception {
    try (MockServer server = MockServer.start(aServer().build())) {
      for (String method : List.of(GrpcTestMethods.INFER, GrpcTestMethods.STREAM_INFER)) {
        assertThat(find(method, server.llmPort())).isEqualTo(GrpcTestMethods.kserve(method));
      }
      assertThatThrownBy(() -> find("inference.GRPCInferenceService/ModelReady", server.llmPort()))
          .hasMessage(
              "Invalid gRPC method: inference.GRPCInferenceService/ModelReady (the service has"
                  + " ModelInfer, ModelStreamInfer)");
      assertThatThrownBy(() -> find("no.Such/Method", server.llmPort()))
          .hasMessage(
              "Invalid gRPC method: no.Such/Method (the server does not know no.Such: not found)");
    }
    assertThatThrownBy(() -> find(GrpcTestMethods.INFER, 1))
        .hasMessage(
            "Cannot get the types of "
                + GrpcTestMethods.INFER
                + " from http://127.0.0.1:1: cannot connect (check the server, or use"
                + " --grpc-descriptor)");
  }

  private static GrpcMethod find(String method, int port) {
    return MethodLookup.find(
        method,
        RunPlanBuilder.plan("run-1").url("http://127.0.0.1:" + port).target(),
        Map.of(),
        System::nanoTime);
  }

  @Test
  void responseFieldYieldsTokensWithTheTimesOfTheirReads() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer(),
            aPlan(true)
                .tokenizer("builtin")
                .extraInputs(
                    ExtraInputs.parse(List.of("response_field:inferResponse.outputs[0].name"))),
            folder);

    for (DecodedRequest request : run.requests()) {
      assertThat(request.ended().getEnding()).isEqualTo(Ending.OK);
      assertThat(request.chunkTimes()).hasSize(8).isSorted();
      assertThat(request.chunkTimes().get(0) - request.transport().getSentAtNs())
          .isGreaterThan(19_000_000);
      assertThat(request.ended().getOutputTokens()).isGreaterThanOrEqualTo(8);
      assertThat(request.planned().getInputTokens()).isNull();
    }
    assertThat(run.requests()).hasSize(4);
  }

  @Test
  void allMessagesOfACallAreSentBeforeItsResponse() throws Exception {
    String one = EndpointNeeds.message(true);
    RunPlanBuilder plan =
        aPlan(true).inputFile(write("[" + one + ", " + one + "]")).requestCount(1);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    // The server's model accepts one message, and reports that it received more.
    assertThat(run.requests().get(0).ended().getReason()).isEqualTo("grpc_invalid_argument");
    assertThat(run.requests().get(0).ended().getMessage())
        .isEqualTo("Invalid body: " + 2 * frameBytes(one) + " bytes (one message)");
  }

  private static int frameBytes(String message) {
    return Endpoints.calling(GrpcTestMethods.kserve(GrpcTestMethods.STREAM_INFER))
        .dialect(RunPlanBuilder.plan("run-1").model("m").build().request().dialectOptions())
        .payloadBody(message)
        .length;
  }

  @Test
  void rejectedCallIsReportedWithTheServersMessage() throws Exception {
    RunPlanBuilder plan =
        aPlan(false).inputFile(write("{\"modelName\": \"m\", \"inputs\": []}")).requestCount(1);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    assertThat(run.requests().get(0).ended().getReason()).isEqualTo("grpc_invalid_argument");
    assertThat(run.requests().get(0).ended().getMessage()).startsWith("Invalid /inputs");
  }

  @Test
  void planContainsItsTypes() throws Exception {
    RunPlan plan = aPlan(true).build();

    assertThat(RunPlanJson.fromJson(RunPlanJson.toJson(plan))).isEqualTo(plan);
    assertThatThrownBy(() -> aPlan(false).streaming(true).build())
        .hasMessageContaining(
            "Cannot stream: "
                + GrpcTestMethods.INFER
                + " does not support streaming (omit --streaming)");
    assertThatThrownBy(() -> aPlan(false).inputFile("f").fileType(FileType.SINGLE_TURN).build())
        .hasMessageContaining(
            "Invalid dataset: endpoint type dynamic_grpc sends messages (use a file whose lines are"
                + " {\"payload\": {…}}; commands that generate messages are not executed)");
  }

  private String write(String payload) throws IOException {
    return Files.write(
            folder.resolve("messages.jsonl"),
            Collections.nCopies(4, "{\"payload\": " + payload + "}"))
        .toString();
  }

  private RunPlanBuilder aPlan(boolean streaming) throws IOException {
    RunPlanBuilder plan =
        RunPlanBuilder.plan("run-1")
            .model("mock-model")
            .endpointType(Endpoints.DYNAMIC_GRPC)
            .streaming(streaming)
            .requestCount(4)
            .rehearsalRequests(0);
    EndpointNeeds.give(plan, Endpoints.DYNAMIC_GRPC, streaming, folder);
    return plan;
  }

  private static MockServerOptions.Builder aServer() {
    return MockServerOptions.builder()
        .timeToFirstToken("20ms")
        .interTokenLatency("2ms")
        .outputTokens("8");
  }
}
