/** Tests of the HTTP API with synthetic slices and lanes and real sockets. */
package io.longhaul.cli.api;
