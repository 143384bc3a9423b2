package io.longhaul.load.plan.dataset;

import io.longhaul.load.endpoint.request.Keyword;

/** The source of synthetic text. */
public enum PromptCorpus implements Keyword {
  /** Lines of Shakespeare's sonnets. */
  SONNET,
  /** Lines of source code. */
  CODING,
  /** Random tokens of the tokenizer. */
  RANDOM;
}
