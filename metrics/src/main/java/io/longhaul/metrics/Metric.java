package io.longhaul.metrics;

import static io.longhaul.metrics.Metric.Definition.adjustedForErrors;
import static io.longhaul.metrics.Metric.Definition.named;
import static io.longhaul.metrics.Metric.Definition.withoutRoundTrip;
import static io.longhaul.metrics.Metric.Flag.ADJUSTED_TWIN;
import static io.longhaul.metrics.Metric.Flag.ANY_OUTCOME;
import static io.longhaul.metrics.Metric.Flag.ERROR_ONLY;
import static io.longhaul.metrics.Metric.Flag.FIXED_SCHEDULE;
import static io.longhaul.metrics.Metric.Flag.INTERNAL;
import static io.longhaul.metrics.Metric.Flag.LARGER_IS_BETTER;
import static io.longhaul.metrics.Metric.Flag.NOT_IN_RECORDS;
import static io.longhaul.metrics.Metric.Flag.NOT_IN_SLICES;
import static io.longhaul.metrics.Metric.Flag.OF_ERRORS_TOO;
import static io.longhaul.metrics.Metric.Flag.PRODUCES_TOKENS;
import static io.longhaul.metrics.Metric.Flag.REASONING;
import static io.longhaul.metrics.Metric.Flag.SLICE_DISTRIBUTION;
import static io.longhaul.metrics.Metric.Flag.SLICE_VALUE;
import static io.longhaul.metrics.Metric.Flag.STREAMING;
import static io.longhaul.metrics.Metric.Flag.TOKENIZES_INPUT;
import static io.longhaul.metrics.Metric.Flag.USAGE_DIFFERENCE;
import static io.longhaul.metrics.Metric.Flag.WITH_SLOS;
import static io.longhaul.metrics.Metric.Kind.AGGREGATE;
import static io.longhaul.metrics.Metric.Kind.DERIVED;
import static io.longhaul.metrics.Metric.Kind.LIST;
import static io.longhaul.metrics.Metric.Kind.NETWORK;
import static io.longhaul.metrics.Metric.Kind.RECORD;
import static io.longhaul.metrics.Metric.Kind.SWEEP;

import io.longhaul.metrics.stats.Distribution;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All metrics that Longhaul computes, with name, unit and formula. Tags, headers and positions in
 * console tables are those of AIPerf 0.13; a metric that AIPerf does not have states the reason for
 * it ({@link #reason()}). A test compares {@code docs/metrics.md} with this class.
 *
 * <p>In the formulas, <i>start</i> is {@link RequestFacts#startNanos()}, a <i>chunk</i> is a part
 * of the response that contains content, and W is the observation window: from the start of the
 * profiling phase to the end of its last request, or the covered part of a slice.
 */
public enum Metric {
  TIME_TO_FIRST_TOKEN(
      named("Time to First Token", RECORD, MetricUnit.TIME)
          .formula("first chunk - start")
          .shownIn(Console.DEFAULT, 100)
          .flags(STREAMING, PRODUCES_TOKENS, ADJUSTED_TWIN, SLICE_DISTRIBUTION)),
  NETWORK_ADJUSTED_TIME_TO_FIRST_TOKEN(withoutRoundTrip(TIME_TO_FIRST_TOKEN, 101)),
  TIME_TO_FIRST_TOKEN_FROM_SCHEDULE(
      named("Time to First Token from Schedule", RECORD, MetricUnit.TIME)
          .formula("first chunk - scheduled")
          .reason("free of coordinated omission: the wait of a user who arrived on time")
          .shownIn(Console.DEFAULT, 102)
          .flags(STREAMING, PRODUCES_TOKENS, SLICE_DISTRIBUTION)),
  TIME_TO_SECOND_TOKEN(
      named("Time to Second Token", RECORD, MetricUnit.TIME)
          .formula("second chunk - first chunk")
          .shownIn(Console.DEFAULT, 200)
          .flags(STREAMING, PRODUCES_TOKENS, SLICE_DISTRIBUTION)),
  TIME_TO_FIRST_OUTPUT_TOKEN(
      named("Time to First Output Token", RECORD, MetricUnit.TIME)
          .formula("first chunk that is not reasoning - start")
          .shownIn(Console.DEFAULT, 210)
          .flags(STREAMING, PRODUCES_TOKENS, REASONING, SLICE_DISTRIBUTION)),
  NETWORK_ADJUSTED_TIME_TO_FIRST_OUTPUT_TOKEN(withoutRoundTrip(TIME_TO_FIRST_OUTPUT_TOKEN, 211)),
  REQUEST_LATENCY(
      named("Request Latency", RECORD, MetricUnit.TIME)
          .formula("last chunk - start")
          .shownIn(Console.DEFAULT, 300)
          .flags(ADJUSTED_TWIN, SLICE_DISTRIBUTION)),
  NETWORK_ADJUSTED_REQUEST_LATENCY(withoutRoundTrip(REQUEST_LATENCY, 301)),
  NETWORK_RTT(
      named("Network RTT", NETWORK, MetricUnit.TIME)
          .formula("the given round trip, or the mean of all successful handshakes")
          .shownIn(Console.DEFAULT, 305)),
  REQUEST_LATENCY_FROM_SCHEDULE(
      named("Request Latency from Schedule", RECORD, MetricUnit.TIME)
          .formula("last chunk - scheduled")
          .reason("free of coordinated omission: the wait of a user who arrived on time")
          .shownIn(Console.DEFAULT, 302)
          .flags(SLICE_DISTRIBUTION)),
  DECODE_DURATION(
      named("Decode Duration", RECORD, MetricUnit.TIME)
          .formula("last chunk - first chunk")
          .shownIn(Console.DEFAULT, 350)
          .flags(STREAMING, PRODUCES_TOKENS, ADJUSTED_TWIN)),
  INTER_TOKEN_LATENCY(
      named("Inter Token Latency", RECORD, MetricUnit.AVERAGED_TIME)
          .formula(
              "(last chunk - first chunk) / (output_sequence_length - f), f = tokens of the"
                  + " first chunk if per-chunk usage reports them, else 1")
          .shownIn(Console.DEFAULT, 400)
          .flags(STREAMING, PRODUCES_TOKENS, ADJUSTED_TWIN, SLICE_DISTRIBUTION)),
  INTER_CHUNK_LATENCY(
      named("Inter Chunk Latency", LIST, MetricUnit.TIME)
          .formula("each chunk - the previous chunk")
          .flags(STREAMING, PRODUCES_TOKENS, SLICE_DISTRIBUTION)),
  INTER_READ_LATENCY(
      named("Inter Read Latency", LIST, MetricUnit.TIME)
          .formula("first chunk of each network read - last chunk of the previous read")
          .reason("the gap between chunks of one read is unknown, not zero; it is omitted here")
          .flags(STREAMING, PRODUCES_TOKENS, SLICE_DISTRIBUTION)),

  OUTPUT_TOKEN_THROUGHPUT_PER_USER(
      named("Output Token Throughput Per User", RECORD, MetricUnit.TOKENS_PER_SECOND_PER_USER)
          .formula("1 / inter_token_latency")
          .shownIn(Console.DEFAULT, 500)
          .flags(STREAMING, PRODUCES_TOKENS, LARGER_IS_BETTER, SLICE_DISTRIBUTION)),
  E2E_OUTPUT_TOKEN_THROUGHPUT(
      named("E2E Output Token Throughput", RECORD, MetricUnit.TOKENS_PER_SECOND_PER_USER)
          .formula("output_sequence_length / request_latency")
          .shownIn(Console.DEFAULT, 510)
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER)),
  PREFILL_THROUGHPUT_PER_USER(
      named("Prefill Throughput Per User", RECORD, MetricUnit.TOKENS_PER_SECOND_PER_USER)
          .formula("input_sequence_length / time_to_first_token")
          .flags(
              STREAMING, PRODUCES_TOKENS, TOKENIZES_INPUT, LARGER_IS_BETTER, SLICE_DISTRIBUTION)),

  OUTPUT_SEQUENCE_LENGTH(
      named("Output Sequence Length", RECORD, MetricUnit.TOKENS)
          .formula("output tokens + reasoning tokens; a missing count is 0")
          .shownIn(Console.DEFAULT, 600)
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER, SLICE_DISTRIBUTION)),
  INPUT_SEQUENCE_LENGTH(
      named("Input Sequence Length", RECORD, MetricUnit.TOKENS)
          .formula("input tokens of the whole prompt, history included")
          .shownIn(Console.DEFAULT, 700)
          .flags(TOKENIZES_INPUT, LARGER_IS_BETTER, SLICE_DISTRIBUTION)),
  OUTPUT_TOKEN_COUNT(
      named("Output Token Count", RECORD, MetricUnit.TOKENS)
          .formula("output tokens without reasoning, if more than 0")
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER)),
  REASONING_TOKEN_COUNT(
      named("Reasoning Token Count", RECORD, MetricUnit.TOKENS)
          .formula("reasoning tokens")
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER, REASONING)),
  REQUESTED_OSL(
      named("Requested OSL", RECORD, MetricUnit.TOKENS)
          .formula("requested output length")
          .flags(PRODUCES_TOKENS, INTERNAL)),
  OSL_MISMATCH_DIFF_PCT(
      named("OSL Mismatch Diff %", RECORD, MetricUnit.PERCENT)
          .formula("100 * (output_sequence_length - requested_osl) / requested_osl, signed")
          .flags(PRODUCES_TOKENS)),
  OSL_MISMATCH_COUNT(
      named("OSL Mismatch Count", AGGREGATE, MetricUnit.REQUESTS)
          .formula(
              "requests with abs(output_sequence_length - requested_osl) > min(5 % of"
                  + " requested_osl, 50)")
          .flags(PRODUCES_TOKENS, NOT_IN_RECORDS)),
  ERROR_ISL(
      named("Error Input Sequence Length", RECORD, MetricUnit.TOKENS)
          .formula("input tokens of a request that failed")
          .flags(TOKENIZES_INPUT, ERROR_ONLY, LARGER_IS_BETTER)),

  NUM_IMAGES(
      named("Number of Images", RECORD, MetricUnit.IMAGES)
          .formula("images of the prompt, if there are any")),
  IMAGE_THROUGHPUT(
      named("Image Throughput", RECORD, MetricUnit.IMAGES_PER_SECOND)
          .formula("num_images / request_latency")
          .shownIn(Console.DEFAULT, 860)
          .flags(LARGER_IS_BETTER)),
  IMAGE_LATENCY(
      named("Image Latency", RECORD, MetricUnit.TIME_PER_IMAGE)
          .formula("request_latency / num_images")
          .shownIn(Console.DEFAULT, 861)),
  AUDIO_DURATION(
      named("Audio Duration", RECORD, MetricUnit.LONG_TIME)
          .formula("length of the prompt's first clip of synthetic sound")),
  RTFX(
      named("Inverse Real-Time Factor (RTFx)", RECORD, MetricUnit.RATIO)
          .formula("audio_duration / request_latency")
          .shownIn(Console.DEFAULT, 850)
          .flags(LARGER_IS_BETTER)),

  USAGE_PROMPT_TOKENS(
      named("Usage Prompt Tokens", RECORD, MetricUnit.TOKENS)
          .formula("prompt tokens of the server's last usage object")
          .shownIn(Console.USAGE, 1000)
          .flags(TOKENIZES_INPUT, LARGER_IS_BETTER)),
  USAGE_PROMPT_CACHE_READ_TOKENS(
      named("Usage Prompt Cache Read Tokens", RECORD, MetricUnit.TOKENS)
          .formula("cached prompt tokens of the server's last usage object")
          .shownIn(Console.USAGE, 1010)
          .flags(LARGER_IS_BETTER)),
  USAGE_COMPLETION_TOKENS(
      named("Usage Completion Tokens", RECORD, MetricUnit.TOKENS)
          .formula("completion tokens of the server's last usage object")
          .shownIn(Console.USAGE, 1100)
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER)),
  USAGE_REASONING_TOKENS(
      named("Usage Reasoning Tokens", RECORD, MetricUnit.TOKENS)
          .formula("reasoning tokens of the server's last usage object")
          .shownIn(Console.USAGE, 1110)
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER)),
  USAGE_TOTAL_TOKENS(
      named("Usage Total Tokens", RECORD, MetricUnit.TOKENS)
          .formula("total tokens of the server's last usage object, never computed")
          .shownIn(Console.USAGE, 1200)
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER)),
  USAGE_PROMPT_TOKENS_DIFF_PCT(
      named("Usage Prompt Diff %", RECORD, MetricUnit.PERCENT)
          .formula("100 * abs(usage_prompt_tokens - input_sequence_length) / input_sequence_length")
          .flags(TOKENIZES_INPUT, USAGE_DIFFERENCE)),
  USAGE_COMPLETION_TOKENS_DIFF_PCT(
      named("Usage Completion Diff %", RECORD, MetricUnit.PERCENT)
          .formula(
              "100 * abs(usage_completion_tokens - output_sequence_length) /"
                  + " output_sequence_length")
          .flags(PRODUCES_TOKENS, USAGE_DIFFERENCE)),
  USAGE_REASONING_TOKENS_DIFF_PCT(
      named("Usage Reasoning Diff %", RECORD, MetricUnit.PERCENT)
          .formula(
              "100 * abs(usage_reasoning_tokens - reasoning_token_count) / reasoning_token_count")
          .flags(PRODUCES_TOKENS, REASONING, USAGE_DIFFERENCE)),
  USAGE_DISCREPANCY_COUNT(
      named("Usage Discrepancy Count", AGGREGATE, MetricUnit.REQUESTS)
          .formula(
              "requests whose prompt, completion or reasoning usage differs from the client's count"
                  + " by more than 10 %")
          .flags(NOT_IN_RECORDS, USAGE_DIFFERENCE)),

  SEND_LAG(
      named("Send Lag", RECORD, MetricUnit.TIME)
          .formula("handed - scheduled")
          .reason(
              "how late a request was sent: the wait for a concurrency limit, if any, and the"
                  + " generator's own delay")
          .shownIn(Console.CLIENT, 100)
          .flags(ANY_OUTCOME, SLICE_DISTRIBUTION)),
  CLIENT_OVERHEAD(
      named("Client Overhead", RECORD, MetricUnit.TIME)
          .formula("start - handed")
          .reason(
              "the generator's own time (event loop, code, name lookup) before the connection or"
                  + " the first byte; never part of the server's figures")
          .shownIn(Console.CLIENT, 200)
          .flags(ANY_OUTCOME, SLICE_DISTRIBUTION)),
  CONNECT_TIME(
      named("Connect Time", RECORD, MetricUnit.TIME)
          .formula("connected - connect started")
          .reason("the part of a latency that a reused connection would not have")
          .shownIn(Console.CLIENT, 300)
          .flags(ANY_OUTCOME, SLICE_DISTRIBUTION)),

  REQUEST_COUNT(
      named("Request Count", AGGREGATE, MetricUnit.REQUESTS)
          .formula("valid requests")
          .shownIn(Console.DEFAULT, 1100)
          .flags(LARGER_IS_BETTER, NOT_IN_RECORDS, SLICE_VALUE)),
  ERROR_REQUEST_COUNT(
      named("Error Request Count", AGGREGATE, MetricUnit.REQUESTS)
          .formula("requests that failed, timed out or had a complete response without content")
          .shownLastIn(Console.DEFAULT)
          .flags(ERROR_ONLY, NOT_IN_RECORDS, SLICE_VALUE)),
  CONTEXT_OVERFLOW_COUNT(
      named("Context Overflow Count", AGGREGATE, MetricUnit.REQUESTS)
          .formula(
              "requests that failed because their prompt was too long, according to the error"
                  + " message")
          .shownLastIn(Console.DEFAULT)
          .flags(ERROR_ONLY, NOT_IN_RECORDS)),
  COMPLETED_REQUEST_COUNT(
      named("Completed Requests (Success + Error)", DERIVED, MetricUnit.REQUESTS)
          .formula("request_count + error_request_count")
          .shownIn(Console.DEFAULT, 1075)
          .flags(NOT_IN_RECORDS, SLICE_VALUE)),
  REQUEST_ERROR_RATE(
      named("Request Error Rate", DERIVED, MetricUnit.PERCENT)
          .formula("100 * error_request_count / completed_request_count")
          .shownIn(Console.DEFAULT, 1080)
          .flags(NOT_IN_RECORDS, SLICE_VALUE)),
  AVAILABILITY(
      named("Availability", DERIVED, MetricUnit.PERCENT)
          .formula("100 * available seconds / (available seconds + unavailable seconds)")
          .reason(
              "a rate by count depends on how often a client tries while a server is down; time"
                  + " does not")
          .shownIn(Console.DEFAULT, 1081)
          .flags(LARGER_IS_BETTER, NOT_IN_RECORDS, NOT_IN_SLICES)),
  GOOD_REQUEST_COUNT(
      named("Good Request Count", AGGREGATE, MetricUnit.REQUESTS)
          .formula("valid requests that met every SLO")
          .flags(WITH_SLOS, SLICE_VALUE)),
  GOOD_REQUEST_FRACTION(
      named("GoodRequestFraction", DERIVED, MetricUnit.RATIO)
          .formula("good_request_count / completed_request_count")
          .flags(LARGER_IS_BETTER, WITH_SLOS, SLICE_VALUE)),
  GOODPUT(
      named("Goodput", DERIVED, MetricUnit.REQUESTS_PER_SECOND)
          .formula("good_request_count / W")
          .shownIn(Console.DEFAULT, 1000)
          .flags(WITH_SLOS, SLICE_VALUE)),
  GOOD_OUTPUT_TOKENS(
      named("Good Output Tokens", AGGREGATE, MetricUnit.TOKENS)
          .formula("sum of output_sequence_length of the requests that met every SLO")
          .reason("goodput in tokens: a good long response counts more than a good short one")
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER, NOT_IN_RECORDS, WITH_SLOS)),
  GOOD_TOKEN_THROUGHPUT(
      named("Good Token Throughput", DERIVED, MetricUnit.TOKENS_PER_SECOND)
          .formula("good_output_tokens / W")
          .reason("goodput in tokens: a good long response counts more than a good short one")
          .shownIn(Console.DEFAULT, 1001)
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER, WITH_SLOS)),

  ARRIVED_OUTPUT_TOKENS(
      named("Arrived Output Tokens", AGGREGATE, MetricUnit.TOKENS)
          .formula("sum of the tokens of the chunks that arrived in the window")
          .reason(
              "a token counts when it arrived, not when its request ended: correct for responses"
                  + " longer than a slice")
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER, ANY_OUTCOME, NOT_IN_RECORDS, SLICE_VALUE)),
  MIN_REQUEST_TIMESTAMP(
      named("Minimum Request Timestamp", AGGREGATE, MetricUnit.TIMESTAMP)
          .formula("earliest start of a valid request, in nanoseconds since the Unix epoch")
          .flags(INTERNAL, NOT_IN_RECORDS)),
  MAX_RESPONSE_TIMESTAMP(
      named("Maximum Response Timestamp", AGGREGATE, MetricUnit.TIMESTAMP)
          .formula(
              "latest start + request_latency of a valid request, in nanoseconds since the Unix"
                  + " epoch")
          .flags(INTERNAL, NOT_IN_RECORDS)),

  TOTAL_ISL(
      named("Total Input Sequence Length", DERIVED, MetricUnit.TOKENS)
          .formula("sum of input_sequence_length")
          .flags(TOKENIZES_INPUT, LARGER_IS_BETTER, SLICE_VALUE)),
  TOTAL_OSL(
      named("Total Output Sequence Length", DERIVED, MetricUnit.TOKENS)
          .formula("sum of output_sequence_length")
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER, SLICE_VALUE)),
  TOTAL_OUTPUT_TOKENS(
      named("Total Output Tokens", DERIVED, MetricUnit.TOKENS)
          .formula("sum of output_token_count")
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER)),
  TOTAL_REASONING_TOKENS(
      named("Total Reasoning Tokens", DERIVED, MetricUnit.TOKENS)
          .formula("sum of reasoning_token_count")
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER, SLICE_VALUE)),
  TOTAL_ERROR_ISL(
      named("Total Error Input Sequence Length", DERIVED, MetricUnit.TOKENS)
          .formula("sum of error_isl")
          .flags(TOKENIZES_INPUT, ERROR_ONLY, LARGER_IS_BETTER, SLICE_VALUE)),
  TOTAL_USAGE_PROMPT_TOKENS(
      named("Total Usage Prompt Tokens", DERIVED, MetricUnit.TOKENS)
          .formula("sum of usage_prompt_tokens")
          .shownIn(Console.USAGE, 2000)
          .flags(TOKENIZES_INPUT, LARGER_IS_BETTER, SLICE_VALUE)),
  TOTAL_USAGE_PROMPT_CACHE_READ_TOKENS(
      named("Total Usage Prompt Cache Read Tokens", DERIVED, MetricUnit.TOKENS)
          .formula("sum of usage_prompt_cache_read_tokens")
          .shownIn(Console.USAGE, 2010)
          .flags(LARGER_IS_BETTER, SLICE_VALUE)),
  OVERALL_USAGE_PROMPT_CACHE_READ_PCT(
      named("Overall Usage Prompt Cache Read %", DERIVED, MetricUnit.PERCENT)
          .formula("100 * total_usage_prompt_cache_read_tokens / total_usage_prompt_tokens")
          .shownIn(Console.USAGE, 2012)
          .flags(LARGER_IS_BETTER, SLICE_VALUE)),
  TOTAL_USAGE_COMPLETION_TOKENS(
      named("Total Usage Completion Tokens", DERIVED, MetricUnit.TOKENS)
          .formula("sum of usage_completion_tokens")
          .shownIn(Console.USAGE, 2100)
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER, SLICE_VALUE)),
  TOTAL_USAGE_REASONING_TOKENS(
      named("Total Usage Reasoning Tokens", DERIVED, MetricUnit.TOKENS)
          .formula("sum of usage_reasoning_tokens")
          .shownIn(Console.USAGE, 2110)
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER)),
  TOTAL_USAGE_TOTAL_TOKENS(
      named("Total Usage Total Tokens", DERIVED, MetricUnit.TOKENS)
          .formula("sum of usage_total_tokens")
          .shownIn(Console.USAGE, 2200)
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER)),

  OUTPUT_TOKEN_THROUGHPUT(
      named("Output Token Throughput", DERIVED, MetricUnit.TOKENS_PER_SECOND)
          .formula("total_osl / W")
          .shownIn(Console.DEFAULT, 800)
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER, SLICE_VALUE)),
  ARRIVED_TOKEN_THROUGHPUT(
      named("Arrived Token Throughput", DERIVED, MetricUnit.TOKENS_PER_SECOND)
          .formula("arrived_output_tokens / W")
          .reason(
              "a token counts when it arrived, not when its request ended: correct for responses"
                  + " longer than a slice")
          .shownIn(Console.DEFAULT, 802)
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER, SLICE_VALUE)),
  INPUT_TOKEN_THROUGHPUT(
      named("Input Token Throughput", DERIVED, MetricUnit.TOKENS_PER_SECOND)
          .formula("total_isl / W")
          .shownIn(Console.DEFAULT, 805)
          .flags(LARGER_IS_BETTER, SLICE_VALUE)),
  TOTAL_TOKEN_THROUGHPUT(
      named("Total Token Throughput", DERIVED, MetricUnit.TOKENS_PER_SECOND)
          .formula("(total_isl + total_osl) / W")
          .flags(PRODUCES_TOKENS, LARGER_IS_BETTER, SLICE_VALUE)),
  REQUEST_THROUGHPUT(
      named("Request Throughput", DERIVED, MetricUnit.REQUESTS_PER_SECOND)
          .formula("request_count / W")
          .shownIn(Console.DEFAULT, 900)
          .flags(LARGER_IS_BETTER, SLICE_VALUE)),
  BENCHMARK_DURATION(
      named("Benchmark Duration", DERIVED, MetricUnit.LONG_TIME)
          .formula("max_response_timestamp - min_request_timestamp")),

  HTTP_REQ_BLOCKED(
      named("HTTP Blocked", RECORD, MetricUnit.TIME)
          .formula("0: requests never wait for a free connection")
          .shownIn(Console.HTTP_TRACE, 2000)),
  HTTP_REQ_DNS_LOOKUP(
      named("HTTP DNS Lookup", RECORD, MetricUnit.TIME)
          .formula(
              "0 on a reused connection; else none, since the lookup precedes the start of the"
                  + " connection")
          .shownIn(Console.HTTP_TRACE, 2010)),
  HTTP_REQ_CONNECTING(
      named("HTTP Connecting", RECORD, MetricUnit.TIME)
          .formula("connected - connect started, 0 on a reused connection")
          .shownIn(Console.HTTP_TRACE, 2020)),
  HTTP_REQ_SENDING(
      named("HTTP Sending", RECORD, MetricUnit.TIME)
          .formula("written - sent")
          .shownIn(Console.HTTP_TRACE, 2030)),
  HTTP_REQ_WAITING(
      named("HTTP Waiting (TTFB)", RECORD, MetricUnit.TIME)
          .formula("first byte - written")
          .shownIn(Console.HTTP_TRACE, 2040)),
  HTTP_REQ_RECEIVING(
      named("HTTP Receiving", RECORD, MetricUnit.TIME)
          .formula("ended - first byte")
          .shownIn(Console.HTTP_TRACE, 2050)),
  HTTP_REQ_CONNECTION_REUSED(
      named("HTTP Connection Reused", RECORD, MetricUnit.RATIO)
          .formula("1 on a reused connection, else 0")
          .shownIn(Console.HTTP_TRACE, 2060)),
  HTTP_REQ_DATA_SENT(
      named("HTTP Data Sent", RECORD, MetricUnit.BYTES)
          .formula("bytes of the request on the wire: head, body, TLS")
          .shownIn(Console.HTTP_TRACE, 2070)),
  HTTP_REQ_CHUNKS_SENT(
      named("HTTP Chunks Sent", RECORD, MetricUnit.COUNT)
          .formula("1: a request is written as a whole")
          .shownIn(Console.HTTP_TRACE, 2080)),
  HTTP_REQ_DATA_RECEIVED(
      named("HTTP Data Received", RECORD, MetricUnit.BYTES)
          .formula("bytes of the response body")
          .shownIn(Console.HTTP_TRACE, 2090)),
  HTTP_REQ_CHUNKS_RECEIVED(
      named("HTTP Chunks Received", RECORD, MetricUnit.COUNT)
          .formula("network reads that contained a part of the response body")
          .shownIn(Console.HTTP_TRACE, 2100)),
  HTTP_REQ_CONNECTION_OVERHEAD(
      named("HTTP Connection Overhead", RECORD, MetricUnit.TIME)
          .formula("http_req_blocked + http_req_connecting")
          .shownIn(Console.HTTP_TRACE, 2110)),
  HTTP_REQ_DURATION(
      named("HTTP Duration (excl. conn)", RECORD, MetricUnit.TIME)
          .formula("ended - sent")
          .shownIn(Console.HTTP_TRACE, 2120)),
  HTTP_REQ_TOTAL(
      named("HTTP Total Time", RECORD, MetricUnit.TIME)
          .formula("http_req_connection_overhead + http_req_duration")
          .shownIn(Console.HTTP_TRACE, 2130)),

  CREDIT_TO_START_LATENCY(
      named("Credit-to-Start Latency", RECORD, MetricUnit.TIME)
          .formula("start - handed")
          .flags(OF_ERRORS_TOO, NOT_IN_SLICES, NOT_IN_RECORDS)),
  EFFECTIVE_LATENCY(
      named("Effective Latency (CO-aware)", RECORD, MetricUnit.TIME)
          .formula("ended - handed")
          .shownLastIn(Console.EFFECTIVE)
          .flags(OF_ERRORS_TOO, NOT_IN_SLICES, NOT_IN_RECORDS)),
  REPLAY_SCHED_LAG_P50(
      named("Replay Schedule Lag p50", DERIVED, MetricUnit.TIME)
          .formula("50th percentile over valid requests of (start - scheduled) minus their minimum")
          .flags(FIXED_SCHEDULE, NOT_IN_SLICES)),
  REPLAY_SCHED_LAG_P90(
      named("Replay Schedule Lag p90", DERIVED, MetricUnit.TIME)
          .formula("90th percentile over valid requests of (start - scheduled) minus their minimum")
          .flags(FIXED_SCHEDULE, NOT_IN_SLICES)),
  REPLAY_SCHED_LAG_P99(
      named("Replay Schedule Lag p99", DERIVED, MetricUnit.TIME)
          .formula("99th percentile over valid requests of (start - scheduled) minus their minimum")
          .flags(FIXED_SCHEDULE, NOT_IN_SLICES)),
  REPLAY_SCHED_DEGRADED(
      named("Replay Schedule Degraded", DERIVED, MetricUnit.COUNT)
          .formula("1 if replay_sched_lag_p99 > 500 ms, else 0")
          .flags(FIXED_SCHEDULE, NOT_IN_SLICES)),

  EFFECTIVE_CONCURRENCY(
      named("Effective Concurrency", SWEEP, MetricUnit.REQUESTS)
          .formula("requests between start and ended, at each moment of W")
          .shownIn(Console.EFFECTIVE, 1)),
  EFFECTIVE_DECODE_THROUGHPUT(
      named("Effective Decode Throughput", SWEEP, MetricUnit.TOKENS_PER_SECOND)
          .formula("sum of the decode rates of requests, at each moment of W")
          .shownIn(Console.EFFECTIVE, 2)
          .flags(STREAMING, PRODUCES_TOKENS, LARGER_IS_BETTER)),
  EFFECTIVE_PREFILL_THROUGHPUT(
      named("Effective Prefill Throughput", SWEEP, MetricUnit.TOKENS_PER_SECOND)
          .formula("sum of the prefill rates of requests, at each moment of W")
          .shownIn(Console.EFFECTIVE, 3)
          .flags(STREAMING, PRODUCES_TOKENS, TOKENIZES_INPUT, LARGER_IS_BETTER)),
  EFFECTIVE_DECODE_CONCURRENCY(
      named("Effective Decode Concurrency", SWEEP, MetricUnit.REQUESTS)
          .formula("requests between first chunk and ended, at each moment of W")
          .shownIn(Console.EFFECTIVE, 4)
          .flags(STREAMING, PRODUCES_TOKENS)),
  EFFECTIVE_PREFILL_CONCURRENCY(
      named("Effective Prefill Concurrency", SWEEP, MetricUnit.REQUESTS)
          .formula("requests between start and first chunk, at each moment of W")
          .shownIn(Console.EFFECTIVE, 5)
          .flags(STREAMING, PRODUCES_TOKENS)),
  EFFECTIVE_TOTAL_THROUGHPUT(
      named("Effective Total Throughput", SWEEP, MetricUnit.TOKENS_PER_SECOND)
          .formula(
              "sum of the prefill rates and the even decode rates of requests, at each moment of W")
          .shownIn(Console.EFFECTIVE, 6)
          .flags(STREAMING, PRODUCES_TOKENS, LARGER_IS_BETTER)),
  EFFECTIVE_DECODE_THROUGHPUT_PER_USER(
      named("Effective Decode Throughput Per User", SWEEP, MetricUnit.TOKENS_PER_SECOND_PER_USER)
          .formula("effective_decode_throughput / effective_decode_concurrency at each moment of W")
          .shownIn(Console.EFFECTIVE, 7)
          .flags(STREAMING, PRODUCES_TOKENS, LARGER_IS_BETTER)),
  EFFECTIVE_PREFILL_THROUGHPUT_PER_USER(
      named("Effective Prefill Throughput Per User", SWEEP, MetricUnit.TOKENS_PER_SECOND_PER_USER)
          .formula(
              "effective_prefill_throughput / effective_prefill_concurrency at each moment of W")
          .shownIn(Console.EFFECTIVE, 8)
          .flags(STREAMING, PRODUCES_TOKENS, TOKENIZES_INPUT, LARGER_IS_BETTER)),
  TOKENS_IN_FLIGHT(
      named("Tokens In Flight", SWEEP, MetricUnit.PARTS_OF_TOKENS)
          .formula(
              "input tokens from start, and output tokens from their chunk, to ended, at each moment of W")
          .shownIn(Console.EFFECTIVE, 9)
          .flags(STREAMING, PRODUCES_TOKENS, TOKENIZES_INPUT)),
  ACTIVE_DECODE_THROUGHPUT(
      named("Active Decode Throughput", SWEEP, MetricUnit.TOKENS_PER_SECOND)
          .formula("effective_decode_throughput, over the time with a request in decode")
          .shownIn(Console.ACTIVE, 1)
          .flags(STREAMING, PRODUCES_TOKENS, LARGER_IS_BETTER)),
  ACTIVE_PREFILL_THROUGHPUT(
      named("Active Prefill Throughput", SWEEP, MetricUnit.TOKENS_PER_SECOND)
          .formula("effective_prefill_throughput, over the time with a request in prefill")
          .shownIn(Console.ACTIVE, 2)
          .flags(STREAMING, PRODUCES_TOKENS, TOKENIZES_INPUT, LARGER_IS_BETTER)),
  ACTIVE_DECODE_THROUGHPUT_PER_USER(
      named("Active Decode Throughput Per User", SWEEP, MetricUnit.TOKENS_PER_SECOND_PER_USER)
          .formula("effective_decode_throughput_per_user, over the time with a request in decode")
          .shownIn(Console.ACTIVE, 3)
          .flags(STREAMING, PRODUCES_TOKENS, LARGER_IS_BETTER)),
  ACTIVE_PREFILL_THROUGHPUT_PER_USER(
      named("Active Prefill Throughput Per User", SWEEP, MetricUnit.TOKENS_PER_SECOND_PER_USER)
          .formula("effective_prefill_throughput_per_user, over the time with a request in prefill")
          .shownIn(Console.ACTIVE, 4)
          .flags(STREAMING, PRODUCES_TOKENS, TOKENIZES_INPUT, LARGER_IS_BETTER)),
  ACTIVE_TOTAL_THROUGHPUT(
      named("Active Total Throughput", SWEEP, MetricUnit.TOKENS_PER_SECOND)
          .formula("effective_total_throughput, over the time with a request")
          .shownIn(Console.ACTIVE, 5)
          .flags(STREAMING, PRODUCES_TOKENS, LARGER_IS_BETTER)),

  ADJ_REQUEST_LATENCY(adjustedForErrors(REQUEST_LATENCY)),
  ADJ_TIME_TO_FIRST_TOKEN(adjustedForErrors(TIME_TO_FIRST_TOKEN)),
  ADJ_DECODE_DURATION(adjustedForErrors(DECODE_DURATION)),
  ADJ_INTER_TOKEN_LATENCY(adjustedForErrors(INTER_TOKEN_LATENCY));

  /** How a metric is computed. */
  public enum Kind {
    /** One number per request. */
    RECORD,
    /** Several numbers per request, pooled. */
    LIST,
    /** One number per request, reduced to one: the sum, or the minimum or maximum. */
    AGGREGATE,
    /** Computed from the reduced values, once per window. */
    DERIVED,
    /** A sum over the requests at each moment, weighted by time over the window. */
    SWEEP,
    /** The twin of another metric in which every error counts as infinite. */
    ADJUSTED,
    /** The network round trip, or another metric without it. */
    NETWORK
  }

  /** What a metric requires, and where it appears. */
  public enum Flag {
    /** Only for streamed responses. */
    STREAMING,
    /** Only if the endpoint produces tokens. */
    PRODUCES_TOKENS,
    /** Only if the endpoint's input is counted in tokens. */
    TOKENIZES_INPUT,
    /** Only for failed requests. */
    ERROR_ONLY,
    /** For every request that got far enough, whatever its outcome. */
    ANY_OUTCOME,
    /** More is better: an SLO on it is a lower bound. */
    LARGER_IS_BETTER,
    /** Not exported in AIPerf's files. */
    INTERNAL,
    /** About reasoning. */
    REASONING,
    /** Only with SLOs. */
    WITH_SLOS,
    /** Only if a schedule is replayed. */
    FIXED_SCHEDULE,
    /** Not shown for single requests. */
    NOT_IN_RECORDS,
    /** Compares the server's token count with ours; only if we count ourselves. */
    USAGE_DIFFERENCE,
    /** AIPerf's files have an error-adjusted twin of it. */
    ADJUSTED_TWIN,
    /** For valid requests, and for failed ones that were sent. */
    OF_ERRORS_TOO,
    /** AIPerf's time slices do not have it. */
    NOT_IN_SLICES,
    /** Slices contain its distribution. */
    SLICE_DISTRIBUTION,
    /** A row of {@code slices} gives its value: a count, a total or a rate. */
    SLICE_VALUE
  }

  /** The console table that shows a metric, in the order of the tables. */
  public enum Console {
    /** The phases of HTTP exchanges; AIPerf shows this table only on request. */
    HTTP_TRACE,
    EFFECTIVE,
    ACTIVE,
    USAGE,
    DEFAULT,
    /** The health of the generators; AIPerf has no such table. */
    CLIENT,
    NONE;
  }

  private static final int LAST = Integer.MAX_VALUE;

  /** The number of metrics: the length of an array by {@link #index()}. */
  public static final int COUNT = values().length;

  private static final Map<String, Metric> BY_TAG =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(Metric::tag, Function.identity()));

  private final String tag = name().toLowerCase(Locale.ROOT);

  @SuppressWarnings("ImmutableEnumChecker") // Not changed after its creation.
  private final Definition definition;

  private final MetricUnit unit;
  private final Kind kind;

  @SuppressWarnings("ImmutableEnumChecker") // Unmodifiable, without another reference.
  private final Set<Flag> flags;

  Metric(Definition definition) {
    this.definition = definition;
    this.unit = definition.unit;
    this.kind = definition.kind;
    this.flags = Collections.unmodifiableSet(definition.flags);
  }

  /** Everything about a metric but its tag, which is the name of its constant in lower case. */
  static final class Definition {
    private final String header;
    private final Kind kind;
    private final MetricUnit unit;
    private final EnumSet<Flag> flags = EnumSet.noneOf(Flag.class);
    private String formula = "";
    private String reason = "";
    private Console table = Console.NONE;
    private int position = LAST;

    private Definition(String header, Kind kind, MetricUnit unit) {
      this.header = header;
      this.kind = kind;
      this.unit = unit;
    }

    static Definition named(String header, Kind kind, MetricUnit unit) {
      return new Definition(header, kind, unit);
    }

    /** Returns the definition of a metric minus the network round trip. */
    static Definition withoutRoundTrip(Metric metric, int position) {
      return named("Network-Adjusted " + metric.definition.header, Kind.NETWORK, metric.unit)
          .formula(metric.tag + " - network_rtt, never below 0")
          .shownIn(metric.definition.table, position)
          .flagsOf(metric, EnumSet.of(Flag.STREAMING, Flag.PRODUCES_TOKENS, Flag.REASONING));
    }

    /** Returns the definition of the twin of a metric in which every error counts as infinite. */
    static Definition adjustedForErrors(Metric metric) {
      return named(metric.definition.header + " (error-adjusted)", Kind.ADJUSTED, metric.unit)
          .formula(metric.tag + ", an error counting as infinite")
          .shownLastIn(Console.DEFAULT)
          .flagsOf(metric, EnumSet.of(Flag.STREAMING, Flag.PRODUCES_TOKENS));
    }

    Definition formula(String text) {
      formula = text;
      return this;
    }

    /** Sets why Longhaul has the metric although AIPerf does not. */
    Definition reason(String text) {
      reason = text;
      return this;
    }

    /** Sets the table; a smaller position is higher in it. */
    Definition shownIn(Console console, int order) {
      table = console;
      position = order;
      return this;
    }

    Definition shownLastIn(Console console) {
      return shownIn(console, LAST);
    }

    Definition flags(Flag... all) {
      Collections.addAll(flags, all);
      return this;
    }

    private Definition flagsOf(Metric metric, Set<Flag> inherited) {
      flags.addAll(inherited);
      flags.retainAll(metric.flags);
      return this;
    }
  }

  /** Returns the metric with this tag, if there is one. */
  public static Optional<Metric> ofTag(String tag) {
    return Optional.ofNullable(BY_TAG.get(tag));
  }

  /** Returns the name in files and options, such as {@code time_to_first_token}. */
  public String tag() {
    return tag;
  }

  /** Returns the name of its column in rows, such as {@code time_to_first_token_ns}. */
  public String columnName() {
    return tag + unit.columnSuffix();
  }

  /** Returns the name for people, such as {@code Time to First Token}. */
  public String header() {
    return definition.header;
  }

  public MetricUnit unit() {
    return unit;
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the console table that shows it. */
  public Console table() {
    return definition.table;
  }

  /** Returns its position in the table: a smaller number is higher. */
  public int position() {
    return definition.position;
  }

  /** Returns the formula as one line of text. */
  public String formula() {
    return definition.formula;
  }

  /** Returns whether the metric is Longhaul's own: AIPerf does not have it. */
  public boolean isOurs() {
    return !definition.reason.isEmpty();
  }

  /** Returns why Longhaul has the metric although AIPerf does not; empty for AIPerf's metrics. */
  public String reason() {
    return definition.reason;
  }

  public boolean is(Flag flag) {
    return flags.contains(flag);
  }

  /** Returns its error-adjusted twin; only with {@link Flag#ADJUSTED_TWIN}. */
  public Metric twin() {
    return ofTag("adj_" + tag).orElseThrow();
  }

  /** Returns the metric that subtracts the network round trip from this one, if there is one. */
  public Optional<Metric> withoutNetwork() {
    return ofTag("network_adjusted_" + tag);
  }

  /**
   * Returns an index from 0 to {@link #COUNT} - 1 for an array with one element per metric. It may
   * change with the version and is never written.
   */
  @SuppressWarnings("EnumOrdinal") // Lives in memory only, where an EnumMap would box.
  public int index() {
    return ordinal();
  }

  /** Returns an empty distribution on this metric's grid. */
  public Distribution newDistribution() {
    return new Distribution(unit.storedPerGridUnit());
  }
}
