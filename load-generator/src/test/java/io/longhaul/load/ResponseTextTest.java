package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.endpoint.response.Delta;
import io.longhaul.load.record.ResponseListener;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResponseTextTest {
  private final List<String> received = new ArrayList<>();
  private final ResponseText text =
      new ResponseText((all, tokens) -> received.add(all + ": " + tokens));

  @Test
  void theTextIsTheContentWithItsTokens() {
    text.delta(new Delta("", "Well, ", ""));
    text.delta(new Delta("one ", "", ""));
    text.delta(new Delta("two", "", ""));
    text.ended(true, 2, 3);

    assertThat(received).containsExactly("one two: 2");
  }

  @Test
  void withoutContentTheTextIsTheReasoning() {
    text.delta(new Delta("", "Well", ""));
    text.ended(true, 0, 1);

    assertThat(received).containsExactly("Well: 1");
  }

  @Test
  void aFailedResponseHasNoText() {
    text.delta(new Delta("one ", "", ""));
    text.ended(false, 1, 0);

    assertThat(received).containsExactly(": 0");
  }

  @Test
  void anUncountedTextStaysUncounted() {
    text.delta(new Delta("one", "", ""));
    text.ended(true, ResponseListener.UNCOUNTED, ResponseListener.UNCOUNTED);

    assertThat(received).containsExactly("one: -1");
  }
}
