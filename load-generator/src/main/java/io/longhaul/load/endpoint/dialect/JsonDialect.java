package io.longhaul.load.endpoint.dialect;

import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.response.JsonResponseReader;
import io.longhaul.load.endpoint.response.ResponsePayload;
import io.longhaul.load.endpoint.response.ResponseReader;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The dialect of an API whose responses are JSON documents, or streams of them.
 *
 * @param body writes the body of a request
 * @param payload creates the reader for the documents of one response
 * @param sample writes a sample response, as {@link #sampleResponse} does
 */
public record JsonDialect(
    Function<InferenceRequest, byte[]> body,
    Supplier<ResponsePayload> payload,
    BiFunction<Boolean, List<String>, List<String>> sample)
    implements EndpointDialect {

  @Override
  public byte[] requestBody(InferenceRequest request) {
    return body.apply(request);
  }

  @Override
  public ResponseReader newReader(boolean streaming) {
    return new JsonResponseReader(streaming, payload.get());
  }

  @Override
  public List<String> sampleResponse(boolean streaming, List<String> words) {
    return sample.apply(streaming, words);
  }
}
