package io.longhaul.load.endpoint.kserve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.endpoint.request.TritonBackend;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests to language models on Triton: the lines of GenAI-Perf's inputs, and their tensors. */
class KserveTensorsTest {

  @Test
  void tensorRtLlmReceivesALimitOf256ByDefault() {
    assertThat(inputs(options("", TritonBackend.TENSORRTLLM, false), null, false))
        .isEqualTo(
            "{\"model\":\"m\",\"text_input\":[\"p\"],\"max_tokens\":[256],"
                + "\"exclude_input_in_output\":[true]}");
  }

  @Test
  void tensorRtLlmReceivesTheMinimumAndTheMaximum() {
    assertThat(inputs(options("temperature:0.5", null, true), 7, true))
        .isEqualTo(
            "{\"model\":\"m\",\"text_input\":[\"p\"],\"max_tokens\":[7],"
                + "\"exclude_input_in_output\":[true],\"stream\":[true],\"min_length\":[7],"
                + "\"temperature\":[0.5]}");
  }

  @Test
  void vllmReceivesItsLimitsAsAJsonText() {
    assertThat(inputs(options("ignore_eos:true", TritonBackend.VLLM, true), 7, true))
        .isEqualTo(
            "{\"model\":\"m\",\"text_input\":[\"p\"],\"exclude_input_in_output\":[true],"
                + "\"stream\":[true],\"sampling_parameters\":"
                + "[\"{\\\"max_tokens\\\":\\\"7\\\",\\\"min_tokens\\\":\\\"7\\\"}\"],"
                + "\"ignore_eos\":[true]}");
  }

  @Test
  void valuesDetermineTheDatatypeAndTheBackendTheShape() {
    DialectOptions options =
        options("{\"seed\":5000000000,\"top_p\":0.9,\"stop_words\":[\"a\",\"b\"]}", null, false);
    KserveTensors tensors = new KserveTensors(options);

    assertThat(tensors.tensors(tensors.inputs(request(7, false), "kserve")))
        .extracting(tensor -> tensor.name() + " " + tensor.datatype() + " " + tensor.shape())
        .containsExactly(
            "text_input BYTES [1, 1]",
            "max_tokens INT32 [1, 1]",
            "exclude_input_in_output BOOL [1, 1]",
            "seed INT64 [1, 1]",
            "top_p FP32 [1, 1]",
            "stop_words BYTES [1, 2]");
    KserveTensors vllm = new KserveTensors(options("", TritonBackend.VLLM, false));
    assertThat(vllm.tensors(vllm.inputs(request(null, false), "kserve")))
        .allMatch(tensor -> tensor.shape().equals(List.of(1)))
        .hasSize(2);
  }

  @Test
  void overHttpTensorsAreJson() {
    EndpointDialect dialect =
        Endpoints.named("kserve-http").dialect(options("", TritonBackend.VLLM, false));

    assertThat(new String(dialect.requestBody(request(null, false)), UTF_8))
        .isEqualTo(
            "{\"inputs\":["
                + "{\"name\":\"text_input\",\"shape\":[1],\"datatype\":\"BYTES\",\"data\":[\"p\"]},"
                + "{\"name\":\"exclude_input_in_output\",\"shape\":[1],\"datatype\":\"BOOL\","
                + "\"data\":[true]}]}");
  }

  @Test
  void invalidTensorsAreRejected() {
    assertThat(KserveTensors.problemsOf(ExtraInputs.parse(List.of("a:null,b:1"))))
        .containsExactly(
            "Invalid extra input: a = null"
                + " (a tensor has texts, numbers or booleans, all of one kind)");
    assertThat(KserveTensors.problemsOf(ExtraInputs.parse(List.of("{\"c\":[1,\"x\"],\"d\":{}}"))))
        .hasSize(2);
    KserveTensors tensors = new KserveTensors(DialectOptions.DEFAULTS);
    InferenceRequest priority =
        new InferenceRequest(
            "m",
            List.of(Message.user("p")),
            null,
            false,
            ExtraInputs.parse(List.of("{\"priority\":{}}")));
    assertThatThrownBy(() -> tensors.tensors(tensors.inputs(priority, "kserve")))
        .hasMessageStartingWith("Cannot send a tensor: priority = [{}] has no tensor type");
    InferenceRequest two =
        new InferenceRequest(
            "m", List.of(new Message("user", List.of("p", "q"))), null, false, ExtraInputs.NONE);
    assertThatThrownBy(() -> tensors.inputs(two, "kserve"))
        .hasMessage("Cannot send a request to a kserve endpoint: 2 texts (it supports one)");
  }

  private static DialectOptions options(String extras, TritonBackend backend, boolean least) {
    ExtraInputs inputs = extras.isEmpty() ? ExtraInputs.NONE : ExtraInputs.parse(List.of(extras));
    return new DialectOptions(false, inputs, backend, least);
  }

  private static InferenceRequest request(Integer limit, boolean streaming) {
    return InferenceRequest.ofText("m", "p", limit, streaming);
  }

  private static String inputs(DialectOptions options, Integer limit, boolean streaming) {
    return new KserveTensors(options).inputs(request(limit, streaming), "kserve").toString();
  }
}
