/**
 * Pages of DCGM exporters: the values of each GPU and their age, and the files in which users add
 * fields.
 *
 * <p>Uses the packages {@code prometheus} and {@code result}. Runs on the scraping thread of a
 * page.
 */
@NullMarked
package io.longhaul.load.scrape.dcgm;

import org.jspecify.annotations.NullMarked;
