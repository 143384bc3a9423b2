package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code multipart/form-data} body (RFC 7578) as a JSON object for validation against a
 * schema. A text is a string; a file is {@code {"filename", "content_type", "magic", "bytes"}},
 * where {@code magic} contains its first four characters.
 */
final class MultipartReader {
  private static final Pattern BOUNDARY =
      Pattern.compile("multipart/form-data; *boundary=\"?([^\";]{1,70})\"?");

  private static final Pattern NAME = Pattern.compile("[; ]name=\"([^\"]+)\"");
  private static final Pattern FILE_NAME = Pattern.compile("[; ]filename=\"([^\"]+)\"");
  private static final Pattern TYPE = Pattern.compile("(?im)^content-type: *([^\r\n]+)");

  private static final String LINE = "\r\n";
  private static final int MAGIC_CHARS = 4;

  /** One char per byte, so that offsets in the text are offsets in the body. */
  private final String body;

  private final String delimiter;

  private MultipartReader(String body, String boundary) {
    this.body = body;
    this.delimiter = "--" + boundary;
  }

  /**
   * Reads a form.
   *
   * @param contentType content type of the request, or null
   * @throws BadRequest if the body is not a valid form
   */
  static ObjectNode read(ByteBuf body, @Nullable String contentType) throws BadRequest {
    Matcher boundary = BOUNDARY.matcher(contentType == null ? "" : contentType);
    if (!boundary.matches()) {
      throw new BadRequest(
          "Invalid header content-type: " + contentType + " (multipart/form-data)");
    }
    return new MultipartReader(body.toString(StandardCharsets.ISO_8859_1), boundary.group(1))
        .parts();
  }

  private ObjectNode parts() throws BadRequest {
    if (!body.startsWith(delimiter + LINE)) {
      throw new BadRequest("Invalid body: it does not start with its boundary");
    }
    ObjectNode form = Json.object();
    int at = delimiter.length();
    while (body.startsWith(LINE, at)) {
      int end = body.indexOf(LINE + delimiter, at);
      if (end < 0) {
        throw new BadRequest("Invalid body: a part has no end");
      }
      add(body.substring(at + LINE.length(), end), form);
      at = end + LINE.length() + delimiter.length();
    }
    if (!body.startsWith("--", at)) {
      throw new BadRequest("Invalid body: the form has no end");
    }
    return form;
  }

  private static void add(String part, ObjectNode form) throws BadRequest {
    int head = part.indexOf(LINE + LINE);
    Matcher name = NAME.matcher(head < 0 ? "" : part.substring(0, head));
    if (!name.find()) {
      throw new BadRequest("Invalid body: a part has no name");
    }
    String content = part.substring(head + 2 * LINE.length());
    Matcher file = FILE_NAME.matcher(part.substring(0, head));
    if (!file.find()) {
      form.put(
          name.group(1),
          new String(content.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
      return;
    }
    Matcher type = TYPE.matcher(part.substring(0, head));
    form.putObject(name.group(1))
        .put("filename", file.group(1))
        .put("content_type", type.find() ? type.group(1).strip() : "")
        .put("magic", content.substring(0, Math.min(MAGIC_CHARS, content.length())))
        .put("bytes", content.length());
  }
}
