package io.longhaul.mock.llm;

import io.longhaul.mock.script.Draws;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The words of responses. Each is a common English word preceded by a space, which nearly all
 * vocabularies contain as one token (checked with OpenAI's r50k, p50k, cl100k and o200k). A client
 * that counts tokens itself therefore gets the same number as the server.
 */
final class Vocabulary {
  private static final byte[][] TOKENS = tokens();

  private Vocabulary() {}

  /** Returns the next word, in UTF-8 with its space; must not be modified. */
  static byte[] next(Draws draws) {
    return TOKENS[draws.nextInt(TOKENS.length)];
  }

  private static byte[][] tokens() {
    String words =
        """
        the of and to in is that for it as was with be by on not he his but at are this have from or had an they which \
        one you were all her she there would their we him been has when who will no more if out so said what up its \
        about into than them can only other new some could time these two may then do first any my now such like our \
        over man me even most made after also did many before must through years where much your way well down should \
        because each just those people how too little state good very make world still own see men work long get here \
        between both life being under never day same another know while last might us great old year off come since \
        against go came right used take three water house city river light rain field summer winter morning evening \
        green white black stone paper music garden window table letter question answer number story road market school \
        church village mountain forest island ocean bridge tower castle engine machine system power energy force motion \
        speed sound color shape space point line circle square history science nature language culture family mother \
        father sister brother friend doctor teacher student worker farmer soldier king queen
        """;
    return Arrays.stream(words.strip().split("\\s+", -1))
        .map(word -> (" " + word).getBytes(StandardCharsets.UTF_8))
        .toArray(byte[][]::new);
  }
}
