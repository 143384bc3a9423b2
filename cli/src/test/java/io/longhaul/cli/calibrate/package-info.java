/** Tests of the search for a machine's limit with synthetic steps. */
package io.longhaul.cli.calibrate;
