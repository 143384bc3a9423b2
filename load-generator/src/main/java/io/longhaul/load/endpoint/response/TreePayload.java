package io.longhaul.load.endpoint.response;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import io.longhaul.load.endpoint.json.UnexpectedJsonException;
import io.longhaul.load.endpoint.json.UntrustedJson;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A payload that is parsed to a tree, for responses that are small or consist of small events. The
 * {@link Extractor} of an API extracts the content of each tree.
 */
public final class TreePayload extends ResponsePayload {
  private static final ObjectReader READER =
      UntrustedJson.MAPPER.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final String[] DETAILS = {"detail", "message"};

  /** Extracts the content of a value by calling the methods of the payload. */
  public interface Extractor {
    public void extract(JsonNode root, TreePayload payload) throws IOException;

    /** Parses the data of an event, or a body. */
    public default JsonNode parse(byte[] bytes, int offset, int length) throws IOException {
      return READER.readTree(bytes, offset, length);
    }
  }

  private final boolean endsWithBody;
  private final Extractor extractor;

  private TreePayload(String requiredMember, boolean endsWithBody, Extractor extractor) {
    super(requiredMember);
    this.endsWithBody = endsWithBody;
    this.extractor = extractor;
  }

  /** Creates a payload of an API whose streams contain an end marker or a finish reason. */
  public TreePayload(String requiredMember, Extractor extractor) {
    this(requiredMember, false, extractor);
  }

  /** Creates a payload of an API whose streams end with the body. */
  public static TreePayload endingWithBody(String requiredMember, Extractor extractor) {
    return new TreePayload(requiredMember, true, extractor);
  }

  @Override
  public void parse(byte[] bytes, int offset, int length) throws IOException {
    JsonNode root = extractor.parse(bytes, offset, length);
    if (root.isMissingNode()) {
      throw new UnexpectedJsonException("response", "nothing", "JSON");
    }
    foundUsage(root.path("usage"));
    extractor.extract(root, this);
    if (error() == null) {
      foundError(errorIn(root));
    }
  }

  /**
   * Returns {@code error} in any value; {@code detail} or {@code message} only if the value is not
   * a response.
   */
  private @Nullable JsonNode errorIn(JsonNode root) {
    if (ErrorMessages.isTruthy(root.path("error"))) {
      return root.get("error");
    }
    for (String name : DETAILS) {
      if (!isResponse() && ErrorMessages.isTruthy(root.path(name))) {
        return root.get(name);
      }
    }
    return null;
  }

  @Override
  boolean endsWithBody() {
    return endsWithBody;
  }
}
