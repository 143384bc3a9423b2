package io.longhaul.load.plan;

/**
 * Which tokenizer counts.
 *
 * @param name {@code builtin}, a path of a {@code tokenizer.json} or of its folder, or a Hugging
 *     Face name
 * @param revision the branch, tag or commit of a Hugging Face name, usually {@code main}
 * @param downloadAllowed whether a name that is not in the local cache may be fetched over the
 *     network
 * @param chatTemplate whether prompts are counted as its chat template writes them, if it has one
 */
public record TokenizerPlan(
    String name, String revision, boolean downloadAllowed, boolean chatTemplate) {

  /** One that counts texts alone. */
  public TokenizerPlan(String name, String revision, boolean downloadAllowed) {
    this(name, revision, downloadAllowed, false);
  }

  void check(Problems problems) {
    if (name.isBlank()) {
      problems.add("Invalid tokenizer: an empty name (give a path, a name, or builtin)");
    }
    if (revision.isBlank()) {
      problems.add("Invalid tokenizer revision: an empty name (give a branch, tag or commit)");
    }
  }
}
