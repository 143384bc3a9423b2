package io.longhaul.kserve;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.longhaul.kserve.ModelInferRequest.InferInputTensor;
import io.longhaul.kserve.ModelInferResponse.InferOutputTensor;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Field numbers are those of the protocol: no test with our own server would find an error. */
class KserveProtoTest {

  @Test
  void aRequestIsTheseBytes() {
    InferInputTensor tensor =
        InferInputTensor.newBuilder()
            .setName("t")
            .setDatatype("INT32")
            .addShape(1)
            .setContents(InferTensorContents.newBuilder().addIntContents(7))
            .build();
    ModelInferRequest request =
        ModelInferRequest.newBuilder().setModelName("m").addInputs(tensor).build();

    assertThat(HexFormat.of().formatHex(request.toByteArray()))
        .isEqualTo("0a016d" + "2a12" + "0a0174" + "1205494e543332" + "1a0101" + "2a03120107");
  }

  @Test
  void aResponseOfAStreamIsTheseBytes() {
    ModelInferResponse response =
        ModelInferResponse.newBuilder()
            .addOutputs(InferOutputTensor.newBuilder().setName("o"))
            .addRawOutputContents(ByteString.copyFromUtf8("x"))
            .build();
    ModelStreamInferResponse streamed =
        ModelStreamInferResponse.newBuilder()
            .setErrorMessage("e")
            .setInferResponse(response)
            .build();

    assertThat(HexFormat.of().formatHex(streamed.toByteArray()))
        .isEqualTo("0a0165" + "1208" + "2a030a016f" + "320178");
  }
}
