/**
 * What a run is going to be, told before there is one: requests, tokens, time and disk, as far as
 * they follow from the plan. Arithmetic on plans, and a look at the disk; starts nothing. Any
 * thread.
 */
package io.longhaul.cli.forecast;
