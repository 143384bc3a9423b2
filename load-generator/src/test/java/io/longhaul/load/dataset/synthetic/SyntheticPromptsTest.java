package io.longhaul.load.dataset.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.load.dataset.PromptSources;
import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.dataset.prompt.Turn;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.endpoint.request.MessageMedia;
import io.longhaul.load.endpoint.request.MessageText;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.check.SamplingStrategy;
import io.longhaul.load.plan.dataset.BatchPlan;
import io.longhaul.load.plan.dataset.LengthPair;
import io.longhaul.load.plan.dataset.PrefixPlan;
import io.longhaul.load.plan.dataset.PromptCorpus;
import io.longhaul.load.plan.dataset.RankingPlan;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.plan.dataset.TokenLength;
import io.longhaul.load.plan.media.AudioFormat;
import io.longhaul.load.plan.media.AudioPlan;
import io.longhaul.load.plan.media.ImageFormat;
import io.longhaul.load.plan.media.ImagePlan;
import io.longhaul.load.plan.media.ImageSource;
import io.longhaul.load.plan.media.MediaPlan;
import io.longhaul.load.plan.media.VideoPlan;
import io.longhaul.load.plan.server.TokenizerPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyntheticPromptsTest {
  private static final String RED = "ffff0000";
  private static final String GREEN = "ff00ff00";
  private static final String BLUE = "ff0000ff";

  private static Tokenizer builtin;

  @TempDir Path folder;

  @BeforeAll
  static void load() {
    builtin = tokenizer("builtin");
  }

  @AfterAll
  static void close() {
    builtin.close();
  }

  @Test
  void everyPromptHasExactlyTheRequestedLength() {
    for (int tokens : new int[] {1, 2, 7, 64, 550}) {
      List<Prompt> prompts = promptsOf(aPlan().inputTokens(tokens, 0).entries(30));

      assertThat(prompts)
          .hasSize(30)
          .allSatisfy(
              prompt -> {
                assertThat(prompt.inputTokens()).isEqualTo(tokens);
                assertThat(prompt.requestedInputTokens()).isEqualTo(tokens);
                assertThat(builtin.count(prompt.text())).isEqualTo(tokens);
              });
    }
  }

  @Test
  void eachEntryHasTheRequestedNumberOfDistinctMedia() {
    MediaPlan media =
        new MediaPlan(
            new ImagePlan(
                2,
                new ImagePlan.Size(12, 3),
                new ImagePlan.Size(9, 0),
                ImageFormat.RANDOM,
                ImageSource.NOISE),
            new AudioPlan(
                1, 0.05, 0.02, List.of(8_000, 16_000), List.of(8, 16), 1, AudioFormat.WAV),
            VideoPlan.NONE);
    List<Prompt> prompts = promptsOf(aPlan().inputTokens(5, 0).entries(20).media(media));
    List<Prompt> again = promptsOf(aPlan().inputTokens(5, 0).entries(20).media(media));

    Set<String> images = new HashSet<>();
    Set<String> clips = new HashSet<>();
    for (int entry = 0; entry < prompts.size(); entry++) {
      MessageMedia loaded = prompts.get(entry).media().load();
      images.addAll(loaded.images());
      loaded.audios().forEach(clip -> clips.add(clip.base64()));
      assertThat(loaded).isEqualTo(again.get(entry).media().load());
    }
    assertThat(images).hasSize(40).allMatch(url -> url.matches("data:image/(png|jpeg);base64,.*"));
    assertThat(images).anyMatch(url -> url.startsWith("data:image/png"));
    assertThat(images).anyMatch(url -> url.startsWith("data:image/jpeg"));
    assertThat(clips).hasSize(20);
    assertThat(prompts).extracting(Prompt::hash).doesNotHaveDuplicates();
  }

  /** Each image has a single color, which identifies it at any size. */
  @Test
  void imagesAreScaledFromAFolderInTheConfiguredOrder() throws IOException {
    writeImage("a.png", Color.RED);
    writeImage("b.png", Color.GREEN);
    writeImage("c.png", Color.BLUE);
    Files.writeString(folder.resolve("notes.txt"), "no picture");

    List<String> inOrder = coloursOf(SamplingStrategy.SEQUENTIAL, 3);
    assertThat(inOrder)
        .containsExactly(RED, GREEN, BLUE, RED, GREEN, BLUE, RED, GREEN, BLUE, RED, GREEN, BLUE);
    List<String> shuffled = coloursOf(SamplingStrategy.SHUFFLE, 3);
    for (int round = 0; round < shuffled.size(); round += 3) {
      assertThat(shuffled.subList(round, round + 3)).containsExactlyInAnyOrder(RED, GREEN, BLUE);
    }
    assertThat(shuffled).isNotEqualTo(inOrder).isEqualTo(coloursOf(SamplingStrategy.SHUFFLE, 3));
    assertThat(coloursOf(SamplingStrategy.RANDOM, 3))
        .contains(RED, GREEN, BLUE)
        .isEqualTo(coloursOf(SamplingStrategy.RANDOM, 3))
        .isNotEqualTo(coloursOf(SamplingStrategy.RANDOM, 4));
  }

  @Test
  void aFolderWithoutReadableImagesIsRejected() throws IOException {
    Files.writeString(folder.resolve("broken.png"), "no picture");

    assertThatThrownBy(() -> coloursOf(SamplingStrategy.RANDOM, 3))
        .isInstanceOf(DatasetException.class)
        .hasMessageContaining("it contains no readable image");
  }

  private void writeImage(String name, Color colour) throws IOException {
    BufferedImage picture = new BufferedImage(40, 30, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = picture.createGraphics();
    graphics.setColor(colour);
    graphics.fillRect(0, 0, 40, 30);
    graphics.dispose();
    ImageIO.write(picture, "png", folder.resolve(name).toFile());
  }

  /** Twelve images: two in each of six entries. */
  private List<String> coloursOf(SamplingStrategy sampling, long seed) throws IOException {
    ImagePlan images =
        new ImagePlan(
            2,
            new ImagePlan.Size(9, 0),
            new ImagePlan.Size(7, 0),
            ImageFormat.PNG,
            new ImageSource(folder.toString(), sampling));
    List<String> colours = new ArrayList<>();
    for (Prompt prompt :
        promptsOf(
            aPlan()
                .inputTokens(5, 0)
                .entries(6)
                .seed(seed)
                .media(new MediaPlan(images, AudioPlan.NONE, VideoPlan.NONE)))) {
      for (String url : prompt.media().load().images()) {
        byte[] file = Base64.getDecoder().decode(url.split(",", 2)[1]);
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(file));
        assertThat(image.getWidth()).isEqualTo(9);
        assertThat(image.getHeight()).isEqualTo(7);
        colours.add(Integer.toHexString(image.getRGB(4, 3)));
      }
    }
    return colours;
  }

  @Test
  void anotherTokenizerAlsoYieldsExactLengths() {
    try (Tokenizer tiny = tokenizer("src/test/resources/io/longhaul/load/tokenizer")) {
      PromptSource source =
          PromptSources.of(aPlan().inputTokens(100, 20).entries(30).build(), tiny);

      for (int entry = 0; entry < source.entries(); entry++) {
        Prompt prompt = source.promptFor(entry);
        assertThat(prompt.inputTokens()).isEqualTo(prompt.requestedInputTokens());
        assertThat(tiny.count(prompt.text())).isEqualTo(prompt.inputTokens());
      }
    }
  }

  @Test
  void aPromptLongerThanTheCorpusRepeatsIt() {
    List<Prompt> prompts = promptsOf(aPlan().inputTokens(9_000, 0).entries(2));

    assertThat(prompts).allMatch(prompt -> prompt.inputTokens() == 9_000);
  }

  @Test
  void anUnreachableLengthYieldsTheNearestTextWithItsActualLength() {
    PromptSource source =
        PromptSources.of(
            aPlan().inputTokens(11, 0).entries(3).build(), new FakeStubbornTokenizer());

    for (int entry = 0; entry < 3; entry++) {
      Prompt prompt = source.promptFor(entry);
      assertThat(prompt.requestedInputTokens()).isEqualTo(11);
      assertThat(prompt.inputTokens()).isEqualTo(2 * prompt.text().length()).isIn(10, 12);
    }
  }

  @Test
  void aTokenizerWithoutEnglishTextIsRejected() {
    assertThatThrownBy(() -> PromptSources.of(aPlan().build(), new FakeSilentTokenizer()))
        .isInstanceOf(DatasetException.class)
        .hasMessage(
            "Cannot generate prompts: tokenizer silent cannot encode English text (give an"
                + " --input-file or another --tokenizer)");
  }

  @Test
  void theSameSeedYieldsTheSamePrompts() {
    assertThat(promptsOf(aPlan().seed(5).entries(20)))
        .isEqualTo(promptsOf(aPlan().seed(5).entries(20)));
    assertThat(promptsOf(aPlan().seed(5).entries(20)).get(0))
        .isNotEqualTo(promptsOf(aPlan().seed(6).entries(20)).get(0));
  }

  @Test
  void morePromptsDoNotChangeTheFirstOnes() {
    assertThat(promptsOf(aPlan().entries(50)).subList(0, 20))
        .isEqualTo(promptsOf(aPlan().entries(20)));
  }

  @Test
  void manyPromptsAreDistinct() {
    List<Prompt> prompts = promptsOf(aPlan().inputTokens(12, 0).entries(5_000));

    assertThat(prompts.stream().map(Prompt::text).distinct()).hasSize(5_000);
    assertThat(prompts.stream().map(Prompt::hash).distinct()).hasSize(5_000);
  }

  @Test
  void shortPromptsRepeatOnceAllVariantsAreUsed() {
    List<Prompt> prompts = promptsOf(aPlan().inputTokens(1, 0).entries(3_000));

    assertThat(prompts).hasSize(3_000).allMatch(prompt -> prompt.inputTokens() == 1);
  }

  @Test
  void lengthsFollowTheNormalDistributionAboveZero() {
    double[] lengths =
        promptsOf(aPlan().inputTokens(40, 10).entries(2_000)).stream()
            .mapToDouble(Prompt::inputTokens)
            .toArray();

    double mean =
        IntStream.range(0, lengths.length).mapToDouble(i -> lengths[i]).average().getAsDouble();
    double variance =
        IntStream.range(0, lengths.length)
            .mapToDouble(i -> (lengths[i] - mean) * (lengths[i] - mean))
            .average()
            .getAsDouble();
    // Rounding up adds half a token; five standard deviations of mean and deviation.
    assertThat(mean).isCloseTo(40.5, within(1.12));
    assertThat(Math.sqrt(variance)).isCloseTo(10, within(0.8));
  }

  @Test
  void aWideDistributionIsTruncatedBelowOne() {
    List<Prompt> prompts = promptsOf(aPlan().inputTokens(2, 5).outputTokens(1, 3).entries(300));

    assertThat(prompts)
        .allMatch(prompt -> prompt.requestedInputTokens() >= 1)
        .allMatch(prompt -> prompt.requestedOutputTokens() >= 1);
  }

  @Test
  void outputLengthsAreOnlyRequestedIfConfigured() {
    assertThat(promptsOf(aPlan().entries(2)))
        .allMatch(prompt -> prompt.requestedOutputTokens() == null);
    assertThat(promptsOf(aPlan().outputTokens(128, 0).entries(2)))
        .allMatch(prompt -> prompt.requestedOutputTokens() == 128);
  }

  @Test
  void requestingOutputLengthsDoesNotChangeThePrompts() {
    assertThat(promptsOf(aPlan().outputTokens(128, 9).entries(5)))
        .extracting(Prompt::text)
        .isEqualTo(promptsOf(aPlan().entries(5)).stream().map(Prompt::text).toList());
  }

  @Test
  void turnsOfASessionAreDrawnIndependently() {
    RunPlanBuilder plan =
        aPlan()
            .prefixes(new PrefixPlan(0, 0, 10, 5))
            .inputTokens(20, 5)
            .outputTokens(9, 3)
            .sessions(new SessionPlan(4, 1.5, 200, 50, 0.5))
            .entries(60);
    PromptSource source = PromptSources.of(plan.build(), builtin);

    List<Conversation> conversations =
        IntStream.range(0, 60).mapToObj(source::conversation).toList();
    assertThat(conversations.stream().mapToInt(talk -> talk.turns().size()).average().orElseThrow())
        // Rounded up, so half a turn more than the mean.
        .isCloseTo(4.5, within(0.7));
    List<Turn> later =
        conversations.stream()
            .flatMap(talk -> talk.turns().subList(1, talk.turns().size()).stream())
            .toList();
    assertThat(later.stream().mapToLong(Turn::delayNanos).average().orElseThrow())
        .isCloseTo(100e6, within(8e6));
    assertThat(later)
        .allSatisfy(
            turn -> {
              assertThat(turn.prompt().before()).isEmpty();
              assertThat(turn.delayNanos() % 500_000).as("half milliseconds").isZero();
              assertThat(turn.prompt().inputTokens())
                  .isEqualTo(turn.prompt().requestedInputTokens());
            });
    assertThat(later).extracting(turn -> turn.prompt().text()).doesNotHaveDuplicates();
    assertThat(later).extracting(turn -> turn.prompt().inputTokens()).contains(15, 20, 25);
    assertThat(conversations).extracting(talk -> talk.turns().get(0).delayNanos()).containsOnly(0L);
    assertThat(conversations)
        .extracting(talk -> talk.first().before().size())
        .as("messages of the system and of the user")
        .containsOnly(2);
  }

  @Test
  void firstTurnsEqualThePromptsOfSingleTurnRuns() {
    RunPlanBuilder single = aPlan().inputTokens(20, 5).outputTokens(9, 3).entries(20);
    List<Prompt> singles = promptsOf(single);

    assertThat(promptsOf(single.sessions(new SessionPlan(3, 1, 0, 0, 1)))).isEqualTo(singles);
  }

  @Test
  void entriesAndModelsAreUsedInOrder() {
    PromptSource source = PromptSources.of(aPlan().model("b").entries(3).build(), builtin);

    assertThat(source.entries()).isEqualTo(3);
    assertThat(
            IntStream.range(0, 7)
                .mapToObj(i -> source.conversation(source.entryFor(i)).sessionId())
                .toList())
        .containsExactly(
            "session_000000",
            "session_000001",
            "session_000002",
            "session_000000",
            "session_000001",
            "session_000002",
            "session_000000");
    assertThat(source.promptFor(0).model()).isEqualTo("a");
    assertThat(source.promptFor(1).model()).isEqualTo("b");
    assertThat(source.promptFor(3_000_000_000L)).isEqualTo(source.promptFor(0));
  }

  private static RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1").model("a").tokenizer("builtin").inputTokens(30, 0);
  }

  private static List<Prompt> promptsOf(RunPlanBuilder plan) {
    PromptSource source = PromptSources.of(plan.build(), builtin);
    return IntStream.range(0, source.entries()).mapToObj(source::promptFor).toList();
  }

  private static Tokenizer tokenizer(String name) {
    return Tokenizers.ofThisProcess()
        .load(new TokenizerPlan(name, "main", false), false)
        .tokenizer();
  }

  @Test
  void aPromptConsistsOfItsPrefixAndItsOwnTokens() {
    RunPlan plan =
        RunPlanBuilder.plan("run-1")
            .model("m")
            .inputTokens(40, 0)
            .prefixes(new PrefixPlan(3, 25, 0, 0))
            .entries(60)
            .build();

    PromptSource source = PromptSources.of(plan, builtin);

    Set<String> beginnings = new HashSet<>();
    for (int entry = 0; entry < 60; entry++) {
      Prompt prompt = source.promptFor(entry);
      assertThat(prompt.inputTokens()).isEqualTo(builtin.count(prompt.text()));
      assertThat(prompt.inputTokens()).isBetween(64, 66);
      assertThat(prompt.requestedInputTokens()).isEqualTo(65);
      beginnings.add(prompt.text().substring(0, 60));
    }
    assertThat(beginnings).hasSize(3);
  }

  @Test
  void eachTextOfABatchHasItsOwnPrefixAndLength() {
    RunPlanBuilder one = aPlan().inputTokens(40, 10).prefixes(new PrefixPlan(9, 25, 0, 0));
    List<Prompt> singles = promptsOf(one.entries(20));
    List<Prompt> batches = promptsOf(one.batch(new BatchPlan(3, 1, 1, 1)).entries(20));

    Set<Integer> lengths = new HashSet<>();
    for (int entry = 0; entry < 20; entry++) {
      Prompt batch = batches.get(entry);
      assertThat(batch.texts()).hasSize(3).doesNotHaveDuplicates();
      assertThat(batch.texts().get(0)).isEqualTo(singles.get(entry).text());
      batch.texts().forEach(text -> lengths.add(builtin.count(text)));
      assertThat(batch.inputTokens()).isEqualTo(builtin.count(batch.text()));
      assertThat(batch.requestedInputTokens()).isCloseTo(batch.inputTokens(), within(6));
    }
    assertThat(lengths).hasSizeGreaterThan(10);
    assertThat(promptsOf(one)).isEqualTo(batches);
  }

  @Test
  void lengthsInARangeAreUniform() {
    TokenLength window = new TokenLength(20, 0, new TokenLength.Window(16, 24));

    List<Prompt> prompts = promptsOf(aPlan().inputLength(window).outputLength(window).entries(900));

    for (int length = 16; length <= 24; length++) {
      int wanted = length;
      assertThat(prompts.stream().filter(prompt -> prompt.inputTokens() == wanted).count())
          .isBetween(70L, 130L);
      assertThat(
              prompts.stream().filter(prompt -> prompt.requestedOutputTokens() == wanted).count())
          .isBetween(70L, 130L);
    }
    assertThat(prompts)
        .allMatch(prompt -> prompt.inputTokens() >= 16 && prompt.inputTokens() <= 24);
  }

  @Test
  void sourceCodeKeepsItsLinesAndHasTheRequestedLength() {
    List<Prompt> prompts =
        promptsOf(aPlan().corpus(PromptCorpus.CODING).inputTokens(200, 0).entries(20));

    assertThat(prompts).allMatch(prompt -> prompt.inputTokens() == 200);
    assertThat(prompts).allMatch(prompt -> prompt.text().contains("\n"));
    assertThat(prompts).anyMatch(prompt -> prompt.text().contains("{"));
  }

  @Test
  void randomTextUsesTheWholeVocabulary() {
    List<Prompt> prompts =
        promptsOf(aPlan().corpus(PromptCorpus.RANDOM).inputTokens(60, 0).entries(40));

    assertThat(prompts)
        .allMatch(prompt -> prompt.inputTokens() == builtin.count(prompt.text()))
        .allMatch(prompt -> Math.abs(prompt.inputTokens() - 60) <= 1);
    Set<Integer> tokens = new HashSet<>();
    prompts.forEach(prompt -> IntStream.of(builtin.encode(prompt.text())).forEach(tokens::add));
    assertThat(tokens).hasSizeGreaterThan(1_000);
    assertThat(tokens).anyMatch(id -> id > 150_000);
  }

  @Test
  void aTokenizerFromAFileListsItsVocabulary() {
    try (Tokenizer tiny = tokenizer("src/test/resources/io/longhaul/load/tokenizer")) {
      int[] vocabulary = tiny.vocabulary();

      assertThat(vocabulary).isNotEmpty().doesNotHaveDuplicates();
      assertThat(IntStream.of(tiny.encode("to be or not")).boxed().toList())
          .isSubsetOf(IntStream.of(vocabulary).boxed().toList());
      assertThat(IntStream.of(vocabulary)).allMatch(id -> !tiny.decode(new int[] {id}).isEmpty());
    }
  }

  @Test
  void withoutTextsAPromptHasOnlyMedia() {
    MediaPlan image =
        new MediaPlan(
            new ImagePlan(
                1,
                new ImagePlan.Size(8, 0),
                new ImagePlan.Size(6, 0),
                ImageFormat.PNG,
                ImageSource.NOISE),
            AudioPlan.NONE,
            VideoPlan.NONE);

    List<Prompt> prompts =
        promptsOf(aPlan().media(image).batch(new BatchPlan(0, 1, 1, 1)).entries(3));

    assertThat(prompts)
        .allMatch(prompt -> prompt.parts().isEmpty() && prompt.inputTokens() == 0)
        .allMatch(prompt -> prompt.message().media().images().size() == 1);
  }

  @Test
  void allRequestsShareTheSystemMessageAndEachEntryHasItsContext() {
    RunPlan plan =
        RunPlanBuilder.plan("run-1")
            .model("m")
            .inputTokens(10, 0)
            .prefixes(new PrefixPlan(0, 0, 30, 20))
            .entries(5)
            .build();

    PromptSource source = PromptSources.of(plan, builtin);

    Prompt first = source.promptFor(0);
    Prompt second = source.promptFor(1);
    assertThat(first.before()).extracting(Message::role).containsExactly("system", "user");
    assertThat(second.before().get(0)).isEqualTo(first.before().get(0));
    assertThat(second.before().get(1)).isNotEqualTo(first.before().get(1));
    assertThat(first.inputTokens()).isEqualTo(60);
    assertThat(first.hash()).isNotEqualTo(second.hash());
  }

  @Test
  void aRankingHasAQueryAndPassagesOfTheRequestedLengths() {
    List<Prompt> prompts =
        promptsOf(
            aPlan()
                .endpointType(Endpoints.named("nim_rankings"))
                .rankings(new RankingPlan(new TokenLength(7, 0), new TokenLength(20, 0), 3, 1.5))
                .entries(40));
    Set<Integer> numbersOfPassages = new HashSet<>();
    for (Prompt prompt : prompts) {
      List<MessageText> parts = prompt.parts();
      assertThat(parts.get(0).name()).isEqualTo("query");
      assertThat(builtin.count(parts.get(0).content())).isEqualTo(7);
      List<MessageText> passages = parts.subList(1, parts.size());
      assertThat(passages).isNotEmpty().allMatch(passage -> passage.name().equals("passages"));
      assertThat(passages).allMatch(passage -> builtin.count(passage.content()) == 20);
      assertThat(prompt.inputTokens()).isEqualTo(7 + 20 * passages.size());
      numbersOfPassages.add(passages.size());
    }
    assertThat(numbersOfPassages).contains(2, 3, 4);
    assertThat(prompts.stream().map(Prompt::hash).distinct()).hasSize(40);
  }

  @Test
  void aSequenceDistributionDrawsLengthPairsByWeight() {
    RunPlan plan =
        RunPlanBuilder.plan("run-1")
            .model("m")
            .lengthPairs(
                List.of(
                    new LengthPair(new TokenLength(8, 0), new TokenLength(80, 0), 25),
                    new LengthPair(new TokenLength(16, 0), new TokenLength(160, 0), 75)))
            .entries(2_000)
            .build();

    PromptSource source = PromptSources.of(plan, builtin);

    int small = 0;
    for (int entry = 0; entry < 2_000; entry++) {
      Prompt prompt = source.promptFor(entry);
      boolean isSmall = prompt.requestedInputTokens() == 8;
      assertThat(prompt.requestedOutputTokens()).isEqualTo(isSmall ? 80 : 160);
      small += isSmall ? 1 : 0;
    }
    // Four standard deviations of a binomial variable.
    assertThat((double) small).isCloseTo(500, within(4 * Math.sqrt(2_000 * 0.25 * 0.75)));
  }

  @Test
  void uniquePromptsNeverRepeatAndDependOnlyOnTheirIndex() {
    RunPlan plan =
        RunPlanBuilder.plan("run-1").model("m").inputTokens(30, 0).uniquePrompts(true).build();

    PromptSource source = PromptSources.of(plan, builtin);
    PromptSource again = PromptSources.of(plan, builtin);

    Set<Long> hashes = new HashSet<>();
    for (int planIndex = 0; planIndex < 500; planIndex++) {
      hashes.add(source.promptFor(planIndex).hash());
    }
    assertThat(hashes).hasSize(500);
    assertThat(again.promptFor(499)).isEqualTo(source.promptFor(499));
    assertThat(source.isInMemory()).isFalse();
  }
}
