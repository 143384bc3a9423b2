package io.longhaul.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A headless Chromium with one page, driven by the Chrome DevTools Protocol. Records errors of the
 * console and the addresses that the page requests. One caller at a time.
 */
public final class Chromium implements AutoCloseable, WebSocket.Listener {
  private static final long DEADLINE_SECONDS = 120;
  private static final String LISTENING = "DevTools listening on ";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Process process;
  private final WebSocket socket;
  private final String session;
  private final AtomicInteger lastId = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<JsonNode>> events = new ConcurrentHashMap<>();
  private final List<String> problems = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final StringBuilder received = new StringBuilder();

  /**
   * Starts the program in {@code -Dlonghaul.chromium}.
   *
   * @param folder existing folder, in which its profile gets a folder of its own
   */
  public Chromium(Path folder) throws Exception {
    Path profile = Files.createTempDirectory(folder, "chromium");
    List<String> command =
        List.of(
            System.getProperty("longhaul.chromium"),
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
            "--hide-scrollbars",
            "--remote-debugging-port=0",
            "--user-data-dir=" + profile,
            "about:blank");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("TMPDIR", profile.toString());
    process = builder.start();
    String address = addressOf(process);
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(address), this)
            .get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    String target =
        send("", "Target.createTarget", Map.of("url", "about:blank")).path("targetId").asText();
    session =
        send("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .path("sessionId")
            .asText();
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      send(domain + ".enable", Map.of());
    }
  }

  /** Reads the address from the output. The rest of the output is short enough for the pipe. */
  private static String addressOf(Process process) throws IOException {
    BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    List<String> lines = new ArrayList<>();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(LISTENING)) {
        return line.substring(LISTENING.length()).strip();
      }
      lines.add(line);
    }
    throw new IOException("Cannot start Chromium: " + String.join("\n", lines));
  }

  /** Opens a page and waits until it is loaded. */
  public void open(Path page, int width, int height, boolean dark) throws Exception {
    open(page.toUri(), width, height, dark);
  }

  /** Opens a page and waits until it is loaded. */
  public void open(URI page, int width, int height, boolean dark) throws Exception {
    problems.clear();
    requests.clear();
    send(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    preferDark(dark);
    CompletableFuture<JsonNode> loaded = new CompletableFuture<>();
    events.put("Page.loadEventFired", loaded);
    send("Page.navigate", Map.of("url", page.toString()));
    loaded.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
  }

  /** Changes the preferred colors. */
  public void preferDark(boolean dark) throws Exception {
    send(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
  }

  /** Switches scripts off for the pages that are opened from now on. */
  public void disableScripts() throws Exception {
    send("Emulation.setScriptExecutionDisabled", Map.of("value", true));
  }

  /** Returns the value of a JavaScript expression. */
  public JsonNode evaluate(String expression) throws Exception {
    JsonNode result =
        send(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (result.has("exceptionDetails")) {
      throw new IllegalStateException(result.path("exceptionDetails").toString());
    }
    return result.path("result").path("value");
  }

  /** Types a text into the focused element. */
  public void type(String text) throws Exception {
    send("Input.insertText", Map.of("text", text));
  }

  /** Presses the Enter key. */
  public void pressEnter() throws Exception {
    press(Map.of("key", "Enter", "windowsVirtualKeyCode", 13, "text", "\r"));
  }

  /** Presses the Escape key. */
  public void pressEscape() throws Exception {
    press(Map.of("key", "Escape", "windowsVirtualKeyCode", 27));
  }

  private void press(Map<String, ?> key) throws Exception {
    for (String type : List.of("keyDown", "keyUp")) {
      Map<String, Object> event = new HashMap<>(key);
      event.put("type", type);
      send("Input.dispatchKeyEvent", event);
    }
  }

  /** Returns exceptions and errors of the console since the page was opened. */
  public List<String> problems() {
    return problems;
  }

  /** Returns the addresses that were requested since the page was opened. */
  public List<String> requests() {
    return requests;
  }

  /** Returns the memory that the page's objects use, after a garbage collection. */
  public double heapBytes() throws Exception {
    send("HeapProfiler.collectGarbage", Map.of());
    return send("Runtime.getHeapUsage", Map.of()).path("usedSize").asDouble();
  }

  /** Saves a part of the page, from one height to another, as a picture. */
  public void picture(Path file, int width, int from, int height) throws Exception {
    JsonNode picture =
        send(
            "Page.captureScreenshot",
            Map.of(
                "format",
                "png",
                "captureBeyondViewport",
                true,
                "clip",
                Map.of("x", 0, "y", from, "width", width, "height", height, "scale", 1)));
    Files.write(file, Base64.getDecoder().decode(picture.path("data").asText()));
  }

  /** Saves the page as a PDF document in A4. */
  public void print(Path file) throws Exception {
    JsonNode printed =
        send(
            "Page.printToPDF",
            Map.of("paperWidth", 8.27, "paperHeight", 11.69, "printBackground", true));
    Files.write(file, Base64.getDecoder().decode(printed.path("data").asText()));
  }

  private JsonNode send(String method, Map<String, ?> parameters) throws Exception {
    return send(session, method, parameters);
  }

  private JsonNode send(String toSession, String method, Map<String, ?> parameters)
      throws Exception {
    int id = lastId.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    ObjectNode message = MAPPER.createObjectNode().put("id", id).put("method", method);
    message.set("params", MAPPER.valueToTree(parameters));
    if (!toSession.isEmpty()) {
      message.put("sessionId", toSession);
    }
    socket.sendText(message.toString(), true).get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    JsonNode received = answer.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    if (received.has("error")) {
      throw new IllegalStateException(method + ": " + received.path("error"));
    }
    return received.path("result");
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
    received.append(part);
    if (last) {
      String text = received.toString();
      received.setLength(0);
      try {
        receive(MAPPER.readTree(text));
      } catch (IOException e) {
        problems.add("Not JSON: " + text);
      }
    }
    from.request(1);
    return null;
  }

  private void receive(JsonNode message) {
    if (message.has("id")) {
      answers.remove(message.path("id").asInt()).complete(message);
      return;
    }
    JsonNode parameters = message.path("params");
    String method = message.path("method").asText();
    switch (method) {
      case "Runtime.exceptionThrown" ->
          problems.add(parameters.path("exceptionDetails").toString());
      case "Runtime.consoleAPICalled" -> {
        if (parameters.path("type").asText().equals("error")) {
          problems.add(parameters.path("args").toString());
        }
      }
      case "Log.entryAdded" -> {
        if (parameters.path("entry").path("level").asText().equals("error")) {
          problems.add(parameters.path("entry").toString());
        }
      }
      case "Network.requestWillBeSent" ->
          requests.add(parameters.path("request").path("url").asText());
      default -> {
        CompletableFuture<JsonNode> awaited = events.remove(method);
        if (awaited != null) {
          awaited.complete(parameters);
        }
      }
    }
  }

  @Override
  public void close() {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    process.onExit().orTimeout(DEADLINE_SECONDS, TimeUnit.SECONDS).join();
  }
}
