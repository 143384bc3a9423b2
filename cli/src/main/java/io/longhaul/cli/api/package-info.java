/**
 * What other programs and a person's browser see of a run while it goes on: its state over HTTP and
 * WebSocket, with AIPerf's paths and shapes. A view like the terminal's: it is told, and asks
 * nobody; nothing that it does is waited for while the run goes on, and none of it is a result.
 * What it knows after the end it reads back from the documents.
 *
 * <p>All of it happens on one thread, the event loop of {@link io.longhaul.cli.api.RunApi}; what is
 * told from other threads is handed over to it. So a slow client, or a thousand questions, hold up
 * this thread and no other. The only room of this module with Netty; touches Jackson and what the
 * coordinator tells.
 */
package io.longhaul.cli.api;
