package io.longhaul.load.plan.server;

import io.longhaul.load.plan.check.Problems;

/**
 * The tokenizer that counts tokens.
 *
 * @param name {@code builtin}, the path of a {@code tokenizer.json} or of its folder, or a Hugging
 *     Face name
 * @param revision the branch, tag or commit of a Hugging Face name, usually {@code main}
 * @param downloadAllowed whether a tokenizer that is not in the local cache may be downloaded
 * @param chatTemplate whether prompts are counted as formatted by the tokenizer's chat template, if
 *     it has one
 */
public record TokenizerPlan(
    String name, String revision, boolean downloadAllowed, boolean chatTemplate) {

  /** A tokenizer that counts texts without a chat template. */
  public TokenizerPlan(String name, String revision, boolean downloadAllowed) {
    this(name, revision, downloadAllowed, false);
  }

  /** Returns the name of the default tokenizer: that of the first model if tokens are counted. */
  public static String defaultName(RequestPlan request) {
    boolean counts = request.endpointType().countsTokens(request.dialectOptions());
    // A plan without a model is rejected anyway; builtin avoids a second problem.
    return request.models().isEmpty() || !counts ? "builtin" : request.models().get(0);
  }

  public void check(Problems problems) {
    if (name.isBlank()) {
      problems.add("Invalid tokenizer: an empty name (give a path, a name, or builtin)");
    }
    if (revision.isBlank()) {
      problems.add("Invalid tokenizer revision: an empty name (give a branch, tag or commit)");
    }
  }
}
