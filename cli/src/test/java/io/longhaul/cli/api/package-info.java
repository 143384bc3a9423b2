/** Tests of what other programs see of a run; hand-made slices and lanes, real sockets. */
package io.longhaul.cli.api;
