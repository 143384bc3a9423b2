package io.longhaul.load.endpoint.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;

/** Builds a {@code multipart/form-data} body with AIPerf's layout. */
public final class MultipartForm {
  /** Long enough not to occur in a file by chance. */
  private static final String BOUNDARY = "longhaul-9f2c61d47be04a51a3d8e0b5";

  public static final String CONTENT_TYPE = "multipart/form-data; boundary=" + BOUNDARY;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  public void addFile(String name, String fileName, String contentType, byte[] content) {
    startPart(contentType, "name=\"" + name + "\"; filename=\"" + fileName + "\"");
    out.writeBytes(content);
    write("\r\n");
  }

  /** Adds a text for each member, or for each element of an array; null values are skipped. */
  public void addTexts(ObjectNode fields) {
    for (Map.Entry<String, JsonNode> field : fields.properties()) {
      JsonNode values = field.getValue();
      for (JsonNode value : values.isArray() ? values : List.of(values)) {
        if (!value.isNull()) {
          startPart("text/plain; charset=utf-8", "name=\"" + field.getKey() + "\"");
          write(value.isTextual() ? value.textValue() : value.toString());
          write("\r\n");
        }
      }
    }
  }

  private void startPart(String contentType, String disposition) {
    write("--" + BOUNDARY + "\r\nContent-Type: " + contentType + "\r\n");
    write("Content-Disposition: form-data; " + disposition + "\r\n\r\n");
  }

  public byte[] finish() {
    write("--" + BOUNDARY + "--\r\n");
    return out.toByteArray();
  }

  private void write(String text) {
    out.writeBytes(text.getBytes(UTF_8));
  }
}
