package io.longhaul.load.dataset.file;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.load.dataset.prompt.LineMedia;
import io.longhaul.load.dataset.prompt.MediaReference;
import io.longhaul.load.dataset.text.JsonLine;
import io.longhaul.load.dataset.text.MalformedLineException;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.request.MediaKind;
import io.longhaul.load.endpoint.request.MessageText;
import io.longhaul.load.endpoint.request.QueryAndPassages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Texts and media of a line of a prompt file.
 *
 * @param parts the single text of the line, or its list of strings or of objects with {@code
 *     contents}, whose texts have the object's {@code name}
 * @param media images, audio and videos, in the same formats
 */
record LineContent(List<MessageText> parts, LineMedia media) {
  private static final String TEXT = "text";
  private static final String TEXTS = "texts";
  private static final String CONTENTS = "contents";
  private static final String IMAGE_UUIDS = "image_uuids";
  private static final String UUIDS = "uuids";
  private static final String NO_UUIDS =
      "member %s (images are always sent in full, not by an ID in the server's cache; remove it)";

  LineContent {
    parts = List.copyOf(parts);
  }

  /**
   * Parses the content of a line, which may be only a part of a request.
   *
   * @param folder folder of the file, which relative paths refer to
   * @throws MalformedLineException if there is no content, or the endpoint does not support it
   */
  static LineContent of(JsonLine line, EndpointType endpoint, Path folder)
      throws MalformedLineException {
    List<MessageText> parts = valuesOf(line, TEXT, TEXTS);
    LineMedia media = mediaOf(line, endpoint, folder);
    if (parts.isEmpty() && media.isEmpty()) {
      throw endpoint.takesText() ? missing(TEXT, TEXTS) : missingMedia(endpoint);
    }
    if (!parts.isEmpty() && parts.stream().allMatch(part -> part.content().isEmpty())) {
      throw new MalformedLineException("an empty text (give some)");
    }
    return new LineContent(parts, media);
  }

  /** Combines several contents in one request. */
  static LineContent combine(List<LineContent> contents) {
    return new LineContent(
        contents.stream().flatMap(content -> content.parts.stream()).toList(),
        new LineMedia(contents.stream().flatMap(content -> content.media.all().stream()).toList()));
  }

  /** Returns a copy in which each text without a name has this name. */
  LineContent withDefaultName(String name) {
    return new LineContent(
        parts.stream()
            .map(part -> part.name().isEmpty() ? new MessageText(name, part.content()) : part)
            .toList(),
        media);
  }

  /**
   * Checks that the content is sufficient for a request.
   *
   * @throws MalformedLineException if this kind of endpoint cannot use it
   */
  void requireComplete(EndpointType endpoint) throws MalformedLineException {
    if (endpoint.needsMedia() && media.isEmpty()) {
      throw missingMedia(endpoint);
    }
    if (endpoint.needsMedia() && endpoint.takesText() && parts.isEmpty()) {
      throw missing(TEXT, TEXTS);
    }
    int images = media.images();
    boolean isMismatch = !parts.isEmpty() && images > 0 && parts.size() != images;
    if (endpoint.pairsTextsWithImages() && isMismatch) {
      throw new MalformedLineException(
          "%s texts and %s images (give equal numbers of both, or only one of them)"
              .formatted(parts.size(), images));
    }
    if (endpoint.ranks() && QueryAndPassages.in(parts).isEmpty()) {
      throw new MalformedLineException(
          "no text named query (give {\"texts\": [{\"name\": \"query\", \"contents\": [\"…\"]},"
              + " {\"name\": \"passages\", \"contents\": [\"…\"]}]})");
    }
  }

  private static MalformedLineException missingMedia(EndpointType endpoint) {
    if (endpoint.media().isEmpty()) {
      return new MalformedLineException(
          "no payload (endpoint type " + endpoint.typedName() + " sends nothing else)");
    }
    MediaKind needed = endpoint.media().iterator().next();
    return missing(needed.word(), needed.words());
  }

  private static MalformedLineException missing(String one, String several) {
    return new MalformedLineException("neither " + one + " nor " + several + " (give one)");
  }

  private static LineMedia mediaOf(JsonLine line, EndpointType endpoint, Path folder)
      throws MalformedLineException {
    if (line.has(IMAGE_UUIDS)) {
      throw new MalformedLineException(NO_UUIDS.formatted(IMAGE_UUIDS));
    }
    List<MediaReference> media = new ArrayList<>();
    for (MediaKind kind : MediaKind.values()) {
      List<MessageText> values = valuesOf(line, kind.word(), kind.words());
      // Ignoring it silently would send a different load from the file's.
      if (!values.isEmpty() && !endpoint.media().contains(kind)) {
        throw new MalformedLineException(
            "member %s (endpoint type %s does not accept it)"
                .formatted(
                    line.has(kind.word()) ? kind.word() : kind.words(), endpoint.typedName()));
      }
      for (MessageText one : values) {
        media.add(MediaReference.of(kind, one.content(), folder));
      }
    }
    return new LineMedia(media);
  }

  /** Returns the values of a member that has one name for a single value and another for a list. */
  private static List<MessageText> valuesOf(JsonLine line, String one, String several)
      throws MalformedLineException {
    if (line.has(one) && line.has(several)) {
      throw new MalformedLineException("both " + one + " and " + several + " (give one)");
    }
    List<MessageText> values = new ArrayList<>();
    if (line.has(one)) {
      values.add(MessageText.of(JsonLine.requireText(line.get(one), one)));
    } else if (line.has(several)) {
      collect("", line.get(several), several, values);
      if (values.isEmpty()) {
        throw new MalformedLineException("an empty " + one + " (give some)");
      }
    }
    return values;
  }

  private static void collect(String name, JsonNode list, String member, List<MessageText> values)
      throws MalformedLineException {
    if (!list.isArray()) {
      throw new MalformedLineException(member + " is not a list");
    }
    for (JsonNode element : list) {
      if (element.hasNonNull(UUIDS)) {
        throw new MalformedLineException(NO_UUIDS.formatted(UUIDS));
      }
      if (element.path(CONTENTS).isArray()) {
        collect(element.path("name").asText(""), element.get(CONTENTS), member, values);
      } else {
        values.add(new MessageText(name, JsonLine.requireText(element, member)));
      }
    }
  }
}
