/**
 * Compares everything that a run left behind: manifest, files, summary, slices, ledger, requests
 * and documents. {@link io.longhaul.report.verify.LakeVerifier} is the entry; each class compares
 * one pair of sources and names the invariant that it checks.
 *
 * <p>Reads the lake and the documents and changes nothing. Uses {@code figures} and {@code json}.
 * Runs on the caller's thread.
 */
@NullMarked
package io.longhaul.report.verify;

import org.jspecify.annotations.NullMarked;
