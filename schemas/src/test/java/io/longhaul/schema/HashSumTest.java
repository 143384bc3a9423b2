package io.longhaul.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HashSumTest {
  private final List<RequestId> ids = ids(1_000);

  @Test
  void orderDoesNotMatter() {
    List<RequestId> shuffled = new ArrayList<>(ids);
    Collections.shuffle(shuffled, new Random(3));

    assertThat(sumOf(shuffled)).hasToString(sumOf(ids).toString());
  }

  @Test
  void addedMembersCanBeRemoved() {
    HashSum sum = sumOf(ids);
    ids.subList(10, 1_000).forEach(sum::remove);

    assertThat(sum).hasToString(sumOf(ids.subList(0, 10)).toString());
  }

  @Test
  void anAdditionalMissingOrDuplicateMemberChangesTheSum() {
    HashSum twice = sumOf(ids);
    twice.add(ids.get(0));

    assertThat(twice.toString()).isNotEqualTo(sumOf(ids).toString());
    assertThat(sumOf(ids.subList(1, 1_000)).toString()).isNotEqualTo(sumOf(ids).toString());
  }

  @Test
  void itsTextIsStable() {
    assertThat(sumOf(List.of())).hasToString("00000000000000000000000000000000");
    assertThat(sumOf(List.of(new RequestId(1, 2)))).hasToString(GOLDEN);
  }

  private static final String GOLDEN = "e32bbb60052b5041f2826f98653e9e57";

  private static HashSum sumOf(List<RequestId> members) {
    HashSum sum = new HashSum();
    members.forEach(sum::add);
    return sum;
  }

  private static List<RequestId> ids(int count) {
    List<RequestId> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(RequestId.of(i % 3, 77, i));
    }
    return ids;
  }
}
