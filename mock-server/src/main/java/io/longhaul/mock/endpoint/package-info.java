/**
 * What the LLM server's endpoints look like: one {@link io.longhaul.mock.endpoint.MockEndpoint} for each,
 * found by its path through {@link io.longhaul.mock.endpoint.MockEndpoints}. A page holds the JSON schema
 * that requests are held against, says what a request asks for, and writes the words of an answer
 * in the endpoint's own form. When something is written, and what goes wrong, others decide.
 *
 * <p>May touch Jackson and Netty's buffers. Pages are without state; a form belongs to one answer.
 */
package io.longhaul.mock.endpoint;
