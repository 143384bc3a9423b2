package io.longhaul.load.dataset.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.TestPrompts;
import io.longhaul.load.dataset.PromptSources;
import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.dataset.prompt.PromptHash;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.dataset.prompt.Turn;
import io.longhaul.load.dataset.synthetic.FakeStubbornTokenizer;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.request.AudioClip;
import io.longhaul.load.endpoint.request.MessageMedia;
import io.longhaul.load.endpoint.request.MessageText;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.tokenizer.Tokenizer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonlPromptsTest {
  private final Tokenizer twoForEachChar = new FakeStubbornTokenizer();

  @TempDir Path folder;

  private Path file;

  @BeforeEach
  void createThePath() {
    file = folder.resolve("prompts.jsonl");
  }

  @Test
  void eachLineIsAPrompt() throws IOException {
    PromptSource source = sourceOf("{\"text\":\"Hello\"}\n\n  \n{\"texts\":[\"one\",\"two\"]}\n");

    assertThat(source.entries()).isEqualTo(2);
    assertThat(source.promptFor(0)).isEqualTo(TestPrompts.ofText("Hello", "a", 10));
    assertThat(source.promptFor(1).texts()).containsExactly("one", "two");
    assertThat(source.promptFor(1).text()).isEqualTo("one two");
    assertThat(source.promptFor(1).inputTokens()).isEqualTo(14);
    assertThat(source.promptFor(2)).isEqualTo(source.promptFor(0));
  }

  @Test
  void textsKeepTheNamesOfTheirObjects() throws IOException {
    Prompt prompt =
        sourceOf(
                "{\"texts\":[{\"name\":\"query\",\"contents\":[\"q\"]},"
                    + "{\"name\":\"passages\",\"contents\":[\"p1\",\"p2\"]},\"plain\"]}")
            .promptFor(0);
    assertThat(prompt.parts())
        .containsExactly(
            new MessageText("query", "q"),
            new MessageText("passages", "p1"),
            new MessageText("passages", "p2"),
            MessageText.of("plain"));
  }

  @Test
  void mediaAreUrlsOrPathsRelativeToThePromptFile() throws IOException {
    Files.write(folder.resolve("cat.PNG"), new byte[] {1, 2, 3});
    Files.write(folder.resolve("miaow.wav"), new byte[] {4, 5, 6});
    Prompt prompt =
        sourceOf(
                "{\"text\":\"what?\",\"images\":[\"cat.PNG\",\"http://a/b\","
                    + "{\"name\":\"n\",\"contents\":[\"data:image/gif;base64,AA==\"]}],"
                    + "\"audios\":[\"miaow.wav\",\"mp3,QUJD\"],\"video\":\"https://a/c.mp4\"}")
            .promptFor(0);

    assertThat(prompt.media().load())
        .isEqualTo(
            new MessageMedia(
                List.of("data:image/png;base64,AQID", "http://a/b", "data:image/gif;base64,AA=="),
                List.of(new AudioClip("wav", "BAUG"), new AudioClip("mp3", "QUJD")),
                List.of("https://a/c.mp4")));
    assertThat(prompt.hash()).isNotEqualTo(PromptHash.of(List.of("what?")));
    assertThat(prompt.inputTokens()).isEqualTo(10);
  }

  @Test
  void mediaThatTheEndpointDoesNotAcceptAreRejected() throws IOException {
    write("{\"text\":\"a\",\"image\":\"http://a/b\"}\n");
    RunPlan plan = aPlan().endpointType(Endpoints.named("completions")).build();

    assertThatThrownBy(() -> PromptSources.of(plan, twoForEachChar))
        .hasMessage(
            "Invalid prompt: "
                + file
                + ":1: member image (endpoint type completions does not accept it)");
  }

  @Test
  void someEndpointsAcceptOnlyImages() throws IOException {
    write("{\"image\":\"http://a/b\"}\n");
    RunPlan plan = aPlan().endpointType(Endpoints.named("image_retrieval")).build();
    assertThat(PromptSources.of(plan, twoForEachChar).promptFor(0).inputTokens()).isNull();

    write("{\"text\":\"a\"}\n");
    assertThatThrownBy(() -> PromptSources.of(plan, twoForEachChar))
        .hasMessage("Invalid prompt: " + file + ":1: neither image nor images (give one)");
  }

  @Test
  void imageEditsNeedAnImageAndAText() throws IOException {
    RunPlan plan = aPlan().endpointType(Endpoints.named("image_edit")).build();
    write("{\"text\":\"red\",\"image\":\"http://a/b\"}\n");
    assertThat(PromptSources.of(plan, twoForEachChar).promptFor(0).inputTokens()).isEqualTo(6);

    write("{\"text\":\"red\"}\n");
    assertThatThrownBy(() -> PromptSources.of(plan, twoForEachChar))
        .hasMessage("Invalid prompt: " + file + ":1: neither image nor images (give one)");
    write("{\"image\":\"http://a/b\"}\n");
    assertThatThrownBy(() -> PromptSources.of(plan, twoForEachChar))
        .hasMessage("Invalid prompt: " + file + ":1: neither text nor texts (give one)");
  }

  @Test
  void rankingsNeedAQueryOnEachLine() throws IOException {
    write("{\"texts\":[{\"name\":\"query\",\"contents\":[\"q\"]}]}\n{\"text\":\"only a text\"}\n");
    RunPlan plan = aPlan().endpointType(Endpoints.named("cohere_rankings")).build();

    assertThatThrownBy(() -> PromptSources.of(plan, twoForEachChar))
        .hasMessage(
            "Invalid prompt: "
                + file
                + ":2: no text named query (give {\"texts\": [{\"name\": \"query\", \"contents\":"
                + " [\"…\"]}, {\"name\": \"passages\", \"contents\": [\"…\"]}]})");
  }

  @Test
  void aLineCanSetRoleModelOutputLengthAndExtraInputs() throws IOException {
    Prompt prompt =
        sourceOf(
                """
                {"text":"Hi","role":"assistant","model":"b","session_id":"s1","output_length":7,
                """
                        .strip()
                    + "\"extra\":{\"top_k\":5,\"stop\":null},\"timestamp\":12.5,\"unknown\":[1]}")
            .promptFor(0);

    assertThat(prompt.role()).isEqualTo("assistant");
    assertThat(prompt.model()).isEqualTo("b");
    assertThat(prompt.requestedOutputTokens()).isEqualTo(7);
    assertThat(prompt.extraInputs()).hasToString("{\"top_k\":5,\"stop\":null}");
  }

  @Test
  void theOutputLengthOfALineOverridesThePlan() throws IOException {
    write("{\"text\":\"a\",\"output_length\":7}\n{\"text\":\"b\"}\n");
    PromptSource source = PromptSources.of(aPlan().outputTokens(50, 0).build(), twoForEachChar);

    assertThat(source.promptFor(0).requestedOutputTokens()).isEqualTo(7);
    assertThat(source.promptFor(1).requestedOutputTokens()).isEqualTo(50);
  }

  @Test
  void textsMayBeObjectsWithContents() throws IOException {
    PromptSource source =
        sourceOf("{\"texts\":[{\"name\":\"q\",\"contents\":[\"one\",\"two\"]},\"three\"]}");

    assertThat(source.promptFor(0).texts()).containsExactly("one", "two", "three");
  }

  @Test
  void aGzippedFileIsReadDirectly() throws IOException {
    file = folder.resolve("prompts.jsonl.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("{\"text\":\"größer\"}".getBytes(StandardCharsets.UTF_8));
    }

    assertThat(PromptSources.of(aPlan().build(), twoForEachChar).promptFor(0).text())
        .isEqualTo("größer");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          {"text":"a"              | not JSON, at column 12
          {"text":"a"} {}          | not JSON, at column 14
          [1]                      | not a JSON object (such as {"text": "Hello"})
          {}                       | neither text nor texts (give one)
          {"prompt":"a"}           | neither text nor texts (give one)
          {"text":"a","texts":[]}  | both text and texts (give one)
          {"text":7}               | text is a number (expected a string)
          {"text":""}              | an empty text (give some)
          {"texts":"a"}            | texts is not a list
          {"texts":[]}             | an empty text (give some)
          {"texts":["a",null]}     | texts is a null (expected a string)
          {"text":"a","model":1}   | model is a number (expected a string)
          {"text":"a","extra":[]}  | extra is not an object
          {"text":"a","output_length":0}   | output_length is 0 (1 or more tokens)
          {"text":"a","output_length":"9"} | output_length is "9" (1 or more tokens)
          {"text":"a","image":"cat.png"}   | image cat.png (there is no such file: FOLDER/cat.png)
          {"text":"a","images":["a.txt"]}  | image a.txt (a URL, or a file that ends in .gif, .jpeg, .jpg, .png, .webp)
          {"text":"a","image":""}          | an empty image (give a URL or a path)
          {"text":"a","images":[]}         | an empty image (give some)
          {"text":"a","image":"x","images":["y"]} | both image and images (give one)
          {"text":"a","audio":"http://a/b.wav"} | audio http://a/b.wav (expected a file, or wav,BASE64 or mp3,BASE64)
          {"text":"a","audio":"a.ogg"}     | audio a.ogg (a file that ends in .mp3, .wav)
          {"text":"a","video":7}           | video is a number (expected a string)
          {"text":"a","image_uuids":["u"]} | member image_uuids (images are always sent in full, not by an ID in the server's cache; remove it)
          {"images":[{"contents":["http://a/b"],"uuids":["u"]}]} | member uuids (images are always sent in full, not by an ID in the server's cache; remove it)
          """)
  void aMalformedLineIsReportedWithItsLocation(String line, String reason) throws IOException {
    write("{\"text\":\"fine\"}\n" + line + "\n");

    assertThatThrownBy(() -> PromptSources.of(aPlan().build(), twoForEachChar))
        .isInstanceOf(DatasetException.class)
        .hasMessage(
            "Invalid prompt: " + file + ":2: " + reason.replace("FOLDER", folder.toString()));
  }

  @Test
  void severalMalformedLinesAreReportedTogetherUpToALimit() throws IOException {
    write("{}\n".repeat(1_000));

    assertThatThrownBy(() -> PromptSources.of(aPlan().build(), twoForEachChar))
        .message()
        .asString()
        .satisfies(message -> assertThat(message.lines()).hasSize(10))
        .startsWith("Invalid prompt: " + file + ":1: neither")
        .contains("\nInvalid prompt: " + file + ":10: neither");
  }

  @Test
  void aFileIsCheckedWithoutATokenizer() throws IOException {
    write("{\"text\":\"fine\"}\n");
    PromptFile.check(aPlan().build().dataset(), Endpoints.CHAT, false);

    write("{\"text\":\"fine\"}\n{\n");
    assertThatThrownBy(() -> PromptFile.check(aPlan().build().dataset(), Endpoints.CHAT, false))
        .isInstanceOfSatisfying(
            DatasetException.class,
            e ->
                assertThat(e.problems())
                    .containsExactly("Invalid prompt: " + file + ":2: not JSON, at column 2"));
  }

  @Test
  void linesOfOneSessionAreIndependentTurns() throws IOException {
    write(
        """
        {"text": "a", "session_id": "s1", "delay": 9}
        {"text": "alone"}
        {"text": "b", "session_id": "s1", "delay": 1500.5, "role": "system", "output_length": 3}
        """);

    PromptSource source = PromptSources.of(aPlan().build(), twoForEachChar);

    assertThat(source.entries()).isEqualTo(2);
    assertThat(source.meanTurns()).isEqualTo(1.5);
    Conversation talk = source.conversation(0);
    assertThat(talk.sessionId()).isEqualTo("s1");
    assertThat(talk.sendsHistory()).isFalse();
    assertThat(talk.turns()).extracting(turn -> turn.prompt().text()).containsExactly("a", "b");
    assertThat(talk.turns()).extracting(Turn::delayNanos).containsExactly(0L, 1_500_500_000L);
    assertThat(talk.turns().get(1).prompt().role()).isEqualTo("system");
    assertThat(talk.turns().get(1).prompt().requestedOutputTokens()).isEqualTo(3);
    assertThat(source.conversation(1).sessionId()).isEqualTo("session_000001");
  }

  @Test
  void aByteOrderMarkIsIgnored() throws IOException {
    assertThat(sourceOf("\uFEFF{\"text\":\"Hello\"}").promptFor(0).text()).isEqualTo("Hello");
  }

  @Test
  void anEmptyFileIsRejected() throws IOException {
    write("\n \n");

    assertThatThrownBy(() -> PromptSources.of(aPlan().build(), twoForEachChar))
        .hasMessage(
            "Cannot use " + file + ": it has no prompts (give one JSON object on each line)");
  }

  @Test
  void aMissingFileIsRejected() {
    assertThatThrownBy(() -> PromptSources.of(aPlan().build(), twoForEachChar))
        .hasMessage("Cannot read " + file + ": there is no such file (check its path)");
  }

  @Test
  void aFolderIsRejected() {
    file = folder;

    assertThatThrownBy(() -> PromptSources.of(aPlan().build(), twoForEachChar))
        .hasMessage("Cannot read " + folder + ": it is a folder (give a file)");
  }

  @Test
  void invalidUtf8IsRejected() throws IOException {
    Files.write(file, new byte[] {'{', (byte) 0xC3, '(', '}'});

    assertThatThrownBy(() -> PromptSources.of(aPlan().build(), twoForEachChar))
        .hasMessage("Cannot read " + file + ": it is not UTF-8 text, after line 0");
  }

  @Test
  void aFileWithAGzSuffixThatIsNotGzippedIsRejected() throws IOException {
    file = Files.writeString(folder.resolve("prompts.jsonl.gz"), "{\"text\":\"a\"}");

    assertThatThrownBy(() -> PromptSources.of(aPlan().build(), twoForEachChar))
        .hasMessage("Cannot read " + file + ": Not in GZIP format");
  }

  @Test
  void theHashOfAPromptNeverChanges() {
    // FNV-1a of the bytes of "hello" and 0xFF.
    assertThat(PromptHash.of(List.of("hello"))).isEqualTo(-6215684587970837092L);
    assertThat(PromptHash.of(List.of("a", "b"))).isNotEqualTo(PromptHash.of(List.of("ab")));
    assertThat(PromptHash.of(List.of("a", "b"))).isNotEqualTo(PromptHash.of(List.of("b", "a")));
  }

  private PromptSource sourceOf(String content) throws IOException {
    write(content);
    return PromptSources.of(aPlan().build(), twoForEachChar);
  }

  private void write(String content) throws IOException {
    Files.writeString(file, content);
  }

  private RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1").model("a").inputFile(file.toString());
  }
}
