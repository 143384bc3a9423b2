/** Tests of the Helm charts in {@code deploy/helm}, with Helm and a validator of Kubernetes. */
package io.longhaul.cli.helm;
