package io.longhaul.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.report.console.Figures;
import io.longhaul.report.json.ReadJson;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.folder.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The messages that were sent in each turn, as a page for a browser ({@code aiperf analyze
 * turn-messages}). A later turn sends the whole conversation again, so the page contains each
 * message of a conversation once. Works without scripts and loads nothing.
 */
public final class TurnMessagesPage {
  private static final String METADATA = "metadata";

  private final Bounds bounds;
  private final Map<String, Conversation> conversations = new LinkedHashMap<>();
  private long allConversations;

  /**
   * What the page contains at most.
   *
   * @param conversations maximum number of conversations, those that started first
   * @param turns maximum number of turns of a conversation
   * @param characters maximum length of a message
   */
  public record Bounds(int conversations, int turns, int characters) {}

  /**
   * A conversation, in the order in which the page contains them.
   *
   * @param isSubagent whether another conversation started it
   */
  private record Chosen(boolean isSubagent, long startEpochNanos, String id)
      implements Comparable<Chosen> {
    @Override
    public int compareTo(Chosen other) {
      int byKind = Boolean.compare(isSubagent, other.isSubagent);
      int byStart = byKind == 0 ? Long.compare(startEpochNanos, other.startEpochNanos) : byKind;
      return byStart == 0 ? id.compareTo(other.id) : byStart;
    }
  }

  /** A message as it was sent; its body may be shortened. */
  private record Message(String role, String body, int hiddenCharacters) {}

  /** The messages of a conversation, and those of each turn by their positions in the list. */
  private static final class Conversation {
    private final String name;
    private final List<Message> messages = new ArrayList<>();
    private final Map<String, Integer> positions = new HashMap<>();
    private final TreeMap<Integer, List<Integer>> turns = new TreeMap<>();
    private int hiddenTurns;

    Conversation(String name) {
      this.name = name;
    }
  }

  private TurnMessagesPage(Bounds bounds) {
    this.bounds = bounds;
  }

  /**
   * Writes the page of a run, replacing an earlier one atomically.
   *
   * @throws IOException if the run has no exported exchanges, or they are invalid
   */
  public static void write(Path folder, Path file, Bounds bounds) throws IOException {
    TurnMessagesPage page = new TurnMessagesPage(bounds);
    List<Path> exchanges = exchangesIn(folder);
    page.choose(exchanges);
    for (Path part : exchanges) {
      ReadJson.eachLine(part, page::add);
    }
    byte[] html = page.html().getBytes(UTF_8);
    AtomicFile.replacePrivate(file, out -> out.write(html));
  }

  private static List<Path> exchangesIn(Path folder) throws IOException {
    Path shards = folder.resolve("raw_records");
    if (Files.isDirectory(shards)) {
      try (Stream<Path> files = Files.list(shards)) {
        return files.filter(file -> file.toString().endsWith(".jsonl")).sorted().toList();
      }
    }
    Path raw = new ExportLayout(folder.toAbsolutePath()).rawJsonl();
    List<Path> parts = ExportLayout.parts(raw);
    if (parts.isEmpty()) {
      throw new NoSuchFileException(raw.toString());
    }
    return parts;
  }

  private static String idOf(JsonNode metadata) {
    return metadata
        .path("x_correlation_id")
        .asText(metadata.path("conversation_id").asText("conversation"));
  }

  /** Chooses the conversations; the first turn of each precedes its other turns in the file. */
  private void choose(List<Path> exchanges) throws IOException {
    TreeSet<Chosen> chosen = new TreeSet<>();
    Map<String, Chosen> byId = new HashMap<>();
    for (Path part : exchanges) {
      ReadJson.eachLine(
          part,
          exchange -> {
            JsonNode metadata = exchange.path(METADATA);
            String id = idOf(metadata);
            if (metadata.path("turn_index").asInt() == 0) {
              allConversations++;
            }
            if (!byId.containsKey(id)) {
              Chosen each =
                  new Chosen(
                      metadata.path("agent_depth").asInt() > 0,
                      metadata.path("request_start_ns").asLong(),
                      id);
              chosen.add(each);
              byId.put(id, each);
              if (chosen.size() > bounds.conversations()) {
                Chosen last = chosen.pollLast();
                if (last != null) {
                  byId.remove(last.id());
                }
              }
            }
          });
    }
    chosen.forEach(each -> conversations.put(each.id(), new Conversation(each.id())));
    allConversations = Math.max(allConversations, chosen.size());
  }

  private void add(JsonNode exchange) {
    Conversation conversation = conversations.get(idOf(exchange.path(METADATA)));
    JsonNode messages = exchange.path("payload").path("messages");
    if (conversation == null || !messages.isArray()) {
      return;
    }
    if (conversation.turns.size() >= bounds.turns()) {
      conversation.hiddenTurns++;
      return;
    }
    List<Integer> sent = new ArrayList<>();
    for (JsonNode each : messages) {
      String whole = each.toString();
      Integer known = conversation.positions.get(whole);
      if (known == null) {
        known = conversation.messages.size();
        conversation.messages.add(message(each));
        conversation.positions.put(whole, known);
      }
      sent.add(known);
    }
    int turn = exchange.path(METADATA).path("turn_index").asInt(conversation.turns.size());
    conversation.turns.put(turn, sent);
  }

  /** Returns the text of a plain message, and of others everything but the role as JSON. */
  private Message message(JsonNode sent) {
    String role = sent.path("role").asText("?");
    String body = sent.path("content").asText("");
    if (sent instanceof ObjectNode object
        && (object.size() > 2 || !object.path("content").isTextual())) {
      ObjectNode rest = object.deepCopy();
      rest.remove("role");
      body = rest.isEmpty() ? "" : rest.toString();
    }
    int hidden = Math.max(0, body.length() - bounds.characters());
    return new Message(role, body.substring(0, body.length() - hidden), hidden);
  }

  private String html() throws IOException {
    HtmlText html = new HtmlText();
    html.markup("<!doctype html>\n").open("html", "lang", "en").open("head");
    html.markup("<meta charset=\"utf-8\">\n");
    html.open(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        "default-src 'none'; style-src 'unsafe-inline'");
    html.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.open("meta", "name", "color-scheme", "content", "light dark");
    html.element("title", "Messages of each turn – Longhaul");
    html.markup("<style>").markup(PageAssets.text("report.css")).markup("</style>");
    html.close("head").open("body").element("h1", "Messages of each turn");
    html.element(
        "p",
        "%s of %s conversations, in the order of their starts. A turn sends the whole conversation again; the page shows each message where it was sent first."
            .formatted(Figures.count(conversations.size()), Figures.count(allConversations)));
    conversations.values().forEach(each -> write(each, html));
    return html.close("body").close("html").toString();
  }

  private static void write(Conversation conversation, HtmlText html) {
    html.open("details", "class", "conversation");
    html.element(
        "summary",
        "%s: %d turns, %d different messages"
            .formatted(conversation.name, conversation.turns.size(), conversation.messages.size()));
    int shown = 0;
    for (Map.Entry<Integer, List<Integer>> turn : conversation.turns.entrySet()) {
      html.open("details", "open", "", "class", "turn");
      List<Integer> sent = turn.getValue();
      int first = shown;
      long before = sent.stream().filter(position -> position < first).count();
      html.element(
          "summary",
          "Turn %d: %d messages, %d of them as in earlier turns"
              .formatted(turn.getKey(), sent.size(), before));
      for (int position : sent) {
        if (position >= shown) {
          write(conversation.messages.get(position), html);
          shown = position + 1;
        }
      }
      html.close("details");
    }
    if (conversation.hiddenTurns > 0) {
      html.element("p", conversation.hiddenTurns + " further turns (see --max-turns)");
    }
    html.close("details");
  }

  private static void write(Message message, HtmlText html) {
    html.element("h3", message.role(), "class", "role").element("pre", message.body());
    if (message.hiddenCharacters() > 0) {
      html.element(
          "p",
          Figures.count(message.hiddenCharacters()) + " further characters (see --content-cap)");
    }
  }
}
