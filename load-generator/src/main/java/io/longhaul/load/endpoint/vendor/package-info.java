/**
 * Formats of one vendor each: Anthropic's messages, Hugging Face's TGI, the rankings and image
 * retrieval of NVIDIA NIM, of Cohere and of TEI, and SOLIDO RAG.
 *
 * <p>Uses Jackson. Dialects are immutable and shared; a reader belongs to one response and one
 * thread.
 */
@NullMarked
package io.longhaul.load.endpoint.vendor;

import org.jspecify.annotations.NullMarked;
