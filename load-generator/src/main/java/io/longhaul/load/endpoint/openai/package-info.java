/**
 * OpenAI's API: chat, completions, responses, embeddings, images and audio transcriptions.
 *
 * <p>Uses Jackson. Dialects are immutable and shared; a reader belongs to one response and one
 * thread.
 */
@NullMarked
package io.longhaul.load.endpoint.openai;

import org.jspecify.annotations.NullMarked;
