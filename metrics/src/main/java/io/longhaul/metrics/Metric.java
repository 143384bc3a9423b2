package io.longhaul.metrics;

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
import static io.longhaul.metrics.Metric.Flag.STREAMING;
import static io.longhaul.metrics.Metric.Flag.TOKENIZES_INPUT;
import static io.longhaul.metrics.Metric.Flag.USAGE_DIFFERENCE;
import static io.longhaul.metrics.Metric.Flag.WITH_SLOS;
import static io.longhaul.metrics.Metric.Kind.ADJUSTED;
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
      "time_to_first_token",
      "Time to First Token",
      "TTFT",
      MetricUnit.TIME,
      RECORD,
      Console.DEFAULT.at(100),
      "first chunk - start",
      STREAMING,
      PRODUCES_TOKENS,
      ADJUSTED_TWIN,
      SLICE_DISTRIBUTION),
  NETWORK_ADJUSTED_TIME_TO_FIRST_TOKEN(
      "network_adjusted_time_to_first_token",
      "Network-Adjusted Time to First Token",
      "Net-Adj TTFT",
      MetricUnit.TIME,
      NETWORK,
      Console.DEFAULT.at(101),
      "time_to_first_token - network_rtt, never below 0",
      STREAMING,
      PRODUCES_TOKENS),
  TIME_TO_FIRST_TOKEN_FROM_SCHEDULE(
      "time_to_first_token_from_schedule",
      "Time to First Token from Schedule",
      "TTFT from Schedule",
      MetricUnit.TIME,
      RECORD,
      Console.DEFAULT.at(102),
      "first chunk - scheduled",
      "free of coordinated omission: the wait of a user who arrived on time",
      STREAMING,
      PRODUCES_TOKENS,
      SLICE_DISTRIBUTION),
  TIME_TO_SECOND_TOKEN(
      "time_to_second_token",
      "Time to Second Token",
      "TTST",
      MetricUnit.TIME,
      RECORD,
      Console.DEFAULT.at(200),
      "second chunk - first chunk",
      STREAMING,
      PRODUCES_TOKENS,
      SLICE_DISTRIBUTION),
  TIME_TO_FIRST_OUTPUT_TOKEN(
      "time_to_first_output_token",
      "Time to First Output Token",
      "TTFO",
      MetricUnit.TIME,
      RECORD,
      Console.DEFAULT.at(210),
      "first chunk that is not reasoning - start",
      STREAMING,
      PRODUCES_TOKENS,
      REASONING,
      SLICE_DISTRIBUTION),
  NETWORK_ADJUSTED_TIME_TO_FIRST_OUTPUT_TOKEN(
      "network_adjusted_time_to_first_output_token",
      "Network-Adjusted Time to First Output Token",
      "Net-Adj TTFO",
      MetricUnit.TIME,
      NETWORK,
      Console.DEFAULT.at(211),
      "time_to_first_output_token - network_rtt, never below 0",
      STREAMING,
      PRODUCES_TOKENS,
      REASONING),
  REQUEST_LATENCY(
      "request_latency",
      "Request Latency",
      "Req Latency",
      MetricUnit.TIME,
      RECORD,
      Console.DEFAULT.at(300),
      "last chunk - start",
      ADJUSTED_TWIN,
      SLICE_DISTRIBUTION),
  NETWORK_ADJUSTED_REQUEST_LATENCY(
      "network_adjusted_request_latency",
      "Network-Adjusted Request Latency",
      "Net-Adj Req Latency",
      MetricUnit.TIME,
      NETWORK,
      Console.DEFAULT.at(301),
      "request_latency - network_rtt, never below 0"),
  NETWORK_RTT(
      "network_rtt",
      "Network RTT",
      "Net RTT",
      MetricUnit.TIME,
      NETWORK,
      Console.DEFAULT.at(305),
      "the given round trip, or the mean of all successful handshakes"),
  REQUEST_LATENCY_FROM_SCHEDULE(
      "request_latency_from_schedule",
      "Request Latency from Schedule",
      "Req Latency from Schedule",
      MetricUnit.TIME,
      RECORD,
      Console.DEFAULT.at(302),
      "last chunk - scheduled",
      "free of coordinated omission: the wait of a user who arrived on time",
      SLICE_DISTRIBUTION),
  DECODE_DURATION(
      "decode_duration",
      "Decode Duration",
      "Decode Duration",
      MetricUnit.TIME,
      RECORD,
      Console.DEFAULT.at(350),
      "last chunk - first chunk",
      STREAMING,
      PRODUCES_TOKENS,
      ADJUSTED_TWIN),
  INTER_TOKEN_LATENCY(
      "inter_token_latency",
      "Inter Token Latency",
      "ITL",
      MetricUnit.AVERAGED_TIME,
      RECORD,
      Console.DEFAULT.at(400),
      "(last chunk - first chunk) / (output_sequence_length - f), f = tokens of the first chunk if"
          + " per-chunk usage reports them, else 1",
      STREAMING,
      PRODUCES_TOKENS,
      ADJUSTED_TWIN,
      SLICE_DISTRIBUTION),
  INTER_CHUNK_LATENCY(
      "inter_chunk_latency",
      "Inter Chunk Latency",
      "ICL",
      MetricUnit.TIME,
      LIST,
      Console.HIDDEN,
      "each chunk - the previous chunk",
      STREAMING,
      PRODUCES_TOKENS,
      SLICE_DISTRIBUTION),
  INTER_READ_LATENCY(
      "inter_read_latency",
      "Inter Read Latency",
      "IRL",
      MetricUnit.TIME,
      LIST,
      Console.HIDDEN,
      "first chunk of each network read - last chunk of the previous read",
      "the gap between chunks of one read is unknown, not zero; it is omitted here",
      STREAMING,
      PRODUCES_TOKENS,
      SLICE_DISTRIBUTION),

  OUTPUT_TOKEN_THROUGHPUT_PER_USER(
      "output_token_throughput_per_user",
      "Output Token Throughput Per User",
      "Output TPS/User",
      MetricUnit.TOKENS_PER_SECOND_PER_USER,
      RECORD,
      Console.DEFAULT.at(500),
      "1 / inter_token_latency",
      STREAMING,
      PRODUCES_TOKENS,
      LARGER_IS_BETTER,
      SLICE_DISTRIBUTION),
  E2E_OUTPUT_TOKEN_THROUGHPUT(
      "e2e_output_token_throughput",
      "E2E Output Token Throughput",
      "E2E Output TPS/User",
      MetricUnit.TOKENS_PER_SECOND_PER_USER,
      RECORD,
      Console.DEFAULT.at(510),
      "output_sequence_length / request_latency",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),
  PREFILL_THROUGHPUT_PER_USER(
      "prefill_throughput_per_user",
      "Prefill Throughput Per User",
      "Prefill TPS/User",
      MetricUnit.TOKENS_PER_SECOND_PER_USER,
      RECORD,
      Console.HIDDEN,
      "input_sequence_length / time_to_first_token",
      STREAMING,
      PRODUCES_TOKENS,
      TOKENIZES_INPUT,
      LARGER_IS_BETTER,
      SLICE_DISTRIBUTION),

  OUTPUT_SEQUENCE_LENGTH(
      "output_sequence_length",
      "Output Sequence Length",
      "OSL",
      MetricUnit.TOKENS,
      RECORD,
      Console.DEFAULT.at(600),
      "output tokens + reasoning tokens, an uncounted one as 0",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER,
      SLICE_DISTRIBUTION),
  INPUT_SEQUENCE_LENGTH(
      "input_sequence_length",
      "Input Sequence Length",
      "ISL",
      MetricUnit.TOKENS,
      RECORD,
      Console.DEFAULT.at(700),
      "input tokens of the whole prompt, history included",
      TOKENIZES_INPUT,
      LARGER_IS_BETTER,
      SLICE_DISTRIBUTION),
  OUTPUT_TOKEN_COUNT(
      "output_token_count",
      "Output Token Count",
      "Output Tokens",
      MetricUnit.TOKENS,
      RECORD,
      Console.HIDDEN,
      "output tokens without reasoning, if more than 0",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),
  REASONING_TOKEN_COUNT(
      "reasoning_token_count",
      "Reasoning Token Count",
      "Reasoning Tokens",
      MetricUnit.TOKENS,
      RECORD,
      Console.HIDDEN,
      "reasoning tokens",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER,
      REASONING),
  REQUESTED_OSL(
      "requested_osl",
      "Requested OSL",
      "Req OSL",
      MetricUnit.TOKENS,
      RECORD,
      Console.HIDDEN,
      "requested output length",
      PRODUCES_TOKENS,
      INTERNAL),
  OSL_MISMATCH_DIFF_PCT(
      "osl_mismatch_diff_pct",
      "OSL Mismatch Diff %",
      "OSL Diff",
      MetricUnit.PERCENT,
      RECORD,
      Console.HIDDEN,
      "100 * (output_sequence_length - requested_osl) / requested_osl, signed",
      PRODUCES_TOKENS),
  OSL_MISMATCH_COUNT(
      "osl_mismatch_count",
      "OSL Mismatch Count",
      "OSL Mismatches",
      MetricUnit.REQUESTS,
      AGGREGATE,
      Console.HIDDEN,
      "requests with abs(output_sequence_length - requested_osl) > min(5 % of requested_osl, 50)",
      PRODUCES_TOKENS,
      NOT_IN_RECORDS),
  ERROR_ISL(
      "error_isl",
      "Error Input Sequence Length",
      "Error ISL",
      MetricUnit.TOKENS,
      RECORD,
      Console.HIDDEN,
      "input tokens of a request that failed",
      TOKENIZES_INPUT,
      ERROR_ONLY,
      LARGER_IS_BETTER),

  NUM_IMAGES(
      "num_images",
      "Number of Images",
      "Num Images",
      MetricUnit.IMAGES,
      RECORD,
      Console.HIDDEN,
      "images of the prompt, if there are any"),
  IMAGE_THROUGHPUT(
      "image_throughput",
      "Image Throughput",
      "Image Throughput",
      MetricUnit.IMAGES_PER_SECOND,
      RECORD,
      Console.DEFAULT.at(860),
      "num_images / request_latency",
      LARGER_IS_BETTER),
  IMAGE_LATENCY(
      "image_latency",
      "Image Latency",
      "Image Latency",
      MetricUnit.TIME_PER_IMAGE,
      RECORD,
      Console.DEFAULT.at(861),
      "request_latency / num_images"),
  AUDIO_DURATION(
      "audio_duration",
      "Audio Duration",
      "Audio Dur",
      MetricUnit.LONG_TIME,
      RECORD,
      Console.HIDDEN,
      "length of the prompt's first clip of synthetic sound"),
  RTFX(
      "rtfx",
      "Inverse Real-Time Factor (RTFx)",
      "RTFx",
      MetricUnit.RATIO,
      RECORD,
      Console.DEFAULT.at(850),
      "audio_duration / request_latency",
      LARGER_IS_BETTER),

  USAGE_PROMPT_TOKENS(
      "usage_prompt_tokens",
      "Usage Prompt Tokens",
      "Usage Prompt",
      MetricUnit.TOKENS,
      RECORD,
      Console.USAGE.at(1000),
      "prompt tokens of the server's last usage object",
      TOKENIZES_INPUT,
      LARGER_IS_BETTER),
  USAGE_PROMPT_CACHE_READ_TOKENS(
      "usage_prompt_cache_read_tokens",
      "Usage Prompt Cache Read Tokens",
      "Usage Prompt Cache Read",
      MetricUnit.TOKENS,
      RECORD,
      Console.USAGE.at(1010),
      "cached prompt tokens of the server's last usage object",
      LARGER_IS_BETTER),
  USAGE_COMPLETION_TOKENS(
      "usage_completion_tokens",
      "Usage Completion Tokens",
      "Usage Completion",
      MetricUnit.TOKENS,
      RECORD,
      Console.USAGE.at(1100),
      "completion tokens of the server's last usage object",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),
  USAGE_REASONING_TOKENS(
      "usage_reasoning_tokens",
      "Usage Reasoning Tokens",
      "Usage Reasoning",
      MetricUnit.TOKENS,
      RECORD,
      Console.USAGE.at(1110),
      "reasoning tokens of the server's last usage object",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),
  USAGE_TOTAL_TOKENS(
      "usage_total_tokens",
      "Usage Total Tokens",
      "Usage Total",
      MetricUnit.TOKENS,
      RECORD,
      Console.USAGE.at(1200),
      "total tokens of the server's last usage object, never computed",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),
  USAGE_PROMPT_TOKENS_DIFF_PCT(
      "usage_prompt_tokens_diff_pct",
      "Usage Prompt Diff %",
      "Prompt Diff",
      MetricUnit.PERCENT,
      RECORD,
      Console.HIDDEN,
      "100 * abs(usage_prompt_tokens - input_sequence_length) / input_sequence_length",
      TOKENIZES_INPUT,
      USAGE_DIFFERENCE),
  USAGE_COMPLETION_TOKENS_DIFF_PCT(
      "usage_completion_tokens_diff_pct",
      "Usage Completion Diff %",
      "Completion Diff",
      MetricUnit.PERCENT,
      RECORD,
      Console.HIDDEN,
      "100 * abs(usage_completion_tokens - output_sequence_length) / output_sequence_length",
      PRODUCES_TOKENS,
      USAGE_DIFFERENCE),
  USAGE_REASONING_TOKENS_DIFF_PCT(
      "usage_reasoning_tokens_diff_pct",
      "Usage Reasoning Diff %",
      "Reasoning Diff",
      MetricUnit.PERCENT,
      RECORD,
      Console.HIDDEN,
      "100 * abs(usage_reasoning_tokens - reasoning_token_count) / reasoning_token_count",
      PRODUCES_TOKENS,
      REASONING,
      USAGE_DIFFERENCE),
  USAGE_DISCREPANCY_COUNT(
      "usage_discrepancy_count",
      "Usage Discrepancy Count",
      "Discrepancies",
      MetricUnit.REQUESTS,
      AGGREGATE,
      Console.HIDDEN,
      "requests whose prompt, completion or reasoning usage differs from our count by more than"
          + " 10 %",
      NOT_IN_RECORDS,
      USAGE_DIFFERENCE),

  SEND_LAG(
      "send_lag",
      "Send Lag",
      "Send Lag",
      MetricUnit.TIME,
      RECORD,
      Console.CLIENT.at(100),
      "handed - scheduled",
      "how late the generator itself took a request",
      ANY_OUTCOME,
      SLICE_DISTRIBUTION),
  CLIENT_OVERHEAD(
      "client_overhead",
      "Client Overhead",
      "Client Overhead",
      MetricUnit.TIME,
      RECORD,
      Console.CLIENT.at(200),
      "start - handed",
      "our own time (pool wait, code) before the first byte or the connection; never part of"
          + " the server's figures",
      ANY_OUTCOME,
      SLICE_DISTRIBUTION),
  CONNECT_TIME(
      "connect_time",
      "Connect Time",
      "Connect",
      MetricUnit.TIME,
      RECORD,
      Console.CLIENT.at(300),
      "connected - connect started",
      "the part of a latency that a reused connection would not have",
      ANY_OUTCOME,
      SLICE_DISTRIBUTION),

  REQUEST_COUNT(
      "request_count",
      "Request Count",
      "Requests",
      MetricUnit.REQUESTS,
      AGGREGATE,
      Console.DEFAULT.at(1100),
      "valid requests",
      LARGER_IS_BETTER,
      NOT_IN_RECORDS),
  ERROR_REQUEST_COUNT(
      "error_request_count",
      "Error Request Count",
      "Error Count",
      MetricUnit.REQUESTS,
      AGGREGATE,
      Console.DEFAULT.last(),
      "requests that failed, timed out or had a complete response without content",
      ERROR_ONLY,
      NOT_IN_RECORDS),
  CONTEXT_OVERFLOW_COUNT(
      "context_overflow_count",
      "Context Overflow Count",
      "Ctx Overflow",
      MetricUnit.REQUESTS,
      AGGREGATE,
      Console.DEFAULT.last(),
      "requests that failed because their prompt was too long, according to the error message",
      ERROR_ONLY,
      NOT_IN_RECORDS),
  COMPLETED_REQUEST_COUNT(
      "completed_request_count",
      "Completed Requests (Success + Error)",
      "Completed",
      MetricUnit.REQUESTS,
      DERIVED,
      Console.DEFAULT.at(1075),
      "request_count + error_request_count",
      NOT_IN_RECORDS),
  REQUEST_ERROR_RATE(
      "request_error_rate",
      "Request Error Rate",
      "Err %",
      MetricUnit.PERCENT,
      DERIVED,
      Console.DEFAULT.at(1080),
      "100 * error_request_count / completed_request_count",
      NOT_IN_RECORDS),
  AVAILABILITY(
      "availability",
      "Availability",
      "Avail %",
      MetricUnit.PERCENT,
      DERIVED,
      Console.DEFAULT.at(1081),
      "100 * available seconds / (available seconds + unavailable seconds)",
      "a rate by count depends on how often a client tries while a server is down; time does not",
      LARGER_IS_BETTER,
      NOT_IN_RECORDS,
      NOT_IN_SLICES),
  GOOD_REQUEST_COUNT(
      "good_request_count",
      "Good Request Count",
      "Good Request Count",
      MetricUnit.REQUESTS,
      AGGREGATE,
      Console.HIDDEN,
      "valid requests that met every SLO",
      WITH_SLOS),
  GOOD_REQUEST_FRACTION(
      "good_request_fraction",
      "GoodRequestFraction",
      "GoodReqFrac",
      MetricUnit.RATIO,
      DERIVED,
      Console.HIDDEN,
      "good_request_count / completed_request_count",
      LARGER_IS_BETTER,
      WITH_SLOS),
  GOODPUT(
      "goodput",
      "Goodput",
      "Goodput",
      MetricUnit.REQUESTS_PER_SECOND,
      DERIVED,
      Console.DEFAULT.at(1000),
      "good_request_count / W",
      WITH_SLOS),
  GOOD_OUTPUT_TOKENS(
      "good_output_tokens",
      "Good Output Tokens",
      "Good Tokens",
      MetricUnit.TOKENS,
      AGGREGATE,
      Console.HIDDEN,
      "sum of output_sequence_length of the requests that met every SLO",
      "goodput in tokens: a good long response counts more than a good short one",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER,
      NOT_IN_RECORDS,
      WITH_SLOS),
  GOOD_TOKEN_THROUGHPUT(
      "good_token_throughput",
      "Good Token Throughput",
      "Good TPS",
      MetricUnit.TOKENS_PER_SECOND,
      DERIVED,
      Console.DEFAULT.at(1001),
      "good_output_tokens / W",
      "goodput in tokens: a good long response counts more than a good short one",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER,
      WITH_SLOS),

  ARRIVED_OUTPUT_TOKENS(
      "arrived_output_tokens",
      "Arrived Output Tokens",
      "Arrived Tokens",
      MetricUnit.TOKENS,
      AGGREGATE,
      Console.HIDDEN,
      "sum of the tokens of the chunks that arrived in the window",
      "a token counts when it arrived, not when its request ended: correct for responses"
          + " longer than a slice",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER,
      ANY_OUTCOME,
      NOT_IN_RECORDS),
  MIN_REQUEST_TIMESTAMP(
      "min_request_timestamp",
      "Minimum Request Timestamp",
      "Min Req",
      MetricUnit.TIMESTAMP,
      AGGREGATE,
      Console.HIDDEN,
      "earliest start of a valid request, nanoseconds of the epoch",
      INTERNAL,
      NOT_IN_RECORDS),
  MAX_RESPONSE_TIMESTAMP(
      "max_response_timestamp",
      "Maximum Response Timestamp",
      "Max Resp",
      MetricUnit.TIMESTAMP,
      AGGREGATE,
      Console.HIDDEN,
      "latest start + request_latency of a valid request, nanoseconds of the epoch",
      INTERNAL,
      NOT_IN_RECORDS),

  TOTAL_ISL(
      "total_isl",
      "Total Input Sequence Length",
      "Total ISL",
      MetricUnit.TOKENS,
      DERIVED,
      Console.HIDDEN,
      "sum of input_sequence_length",
      TOKENIZES_INPUT,
      LARGER_IS_BETTER),
  TOTAL_OSL(
      "total_osl",
      "Total Output Sequence Length",
      "Total OSL",
      MetricUnit.TOKENS,
      DERIVED,
      Console.HIDDEN,
      "sum of output_sequence_length",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),
  TOTAL_OUTPUT_TOKENS(
      "total_output_tokens",
      "Total Output Tokens",
      "Total Output",
      MetricUnit.TOKENS,
      DERIVED,
      Console.HIDDEN,
      "sum of output_token_count",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),
  TOTAL_REASONING_TOKENS(
      "total_reasoning_tokens",
      "Total Reasoning Tokens",
      "Total Reasoning",
      MetricUnit.TOKENS,
      DERIVED,
      Console.HIDDEN,
      "sum of reasoning_token_count",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),
  TOTAL_ERROR_ISL(
      "total_error_isl",
      "Total Error Input Sequence Length",
      "Total Error ISL",
      MetricUnit.TOKENS,
      DERIVED,
      Console.HIDDEN,
      "sum of error_isl",
      TOKENIZES_INPUT,
      ERROR_ONLY,
      LARGER_IS_BETTER),
  TOTAL_USAGE_PROMPT_TOKENS(
      "total_usage_prompt_tokens",
      "Total Usage Prompt Tokens",
      "Total Usage Prompt",
      MetricUnit.TOKENS,
      DERIVED,
      Console.USAGE.at(2000),
      "sum of usage_prompt_tokens",
      TOKENIZES_INPUT,
      LARGER_IS_BETTER),
  TOTAL_USAGE_PROMPT_CACHE_READ_TOKENS(
      "total_usage_prompt_cache_read_tokens",
      "Total Usage Prompt Cache Read Tokens",
      "Total Usage Prompt Cache Read",
      MetricUnit.TOKENS,
      DERIVED,
      Console.USAGE.at(2010),
      "sum of usage_prompt_cache_read_tokens",
      LARGER_IS_BETTER),
  OVERALL_USAGE_PROMPT_CACHE_READ_PCT(
      "overall_usage_prompt_cache_read_pct",
      "Overall Usage Prompt Cache Read %",
      "Overall Cache Read %",
      MetricUnit.PERCENT,
      DERIVED,
      Console.USAGE.at(2012),
      "100 * total_usage_prompt_cache_read_tokens / total_usage_prompt_tokens",
      LARGER_IS_BETTER),
  TOTAL_USAGE_COMPLETION_TOKENS(
      "total_usage_completion_tokens",
      "Total Usage Completion Tokens",
      "Total Usage Completion",
      MetricUnit.TOKENS,
      DERIVED,
      Console.USAGE.at(2100),
      "sum of usage_completion_tokens",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),
  TOTAL_USAGE_REASONING_TOKENS(
      "total_usage_reasoning_tokens",
      "Total Usage Reasoning Tokens",
      "Total Usage Reasoning",
      MetricUnit.TOKENS,
      DERIVED,
      Console.USAGE.at(2110),
      "sum of usage_reasoning_tokens",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),
  TOTAL_USAGE_TOTAL_TOKENS(
      "total_usage_total_tokens",
      "Total Usage Total Tokens",
      "Total Usage Total",
      MetricUnit.TOKENS,
      DERIVED,
      Console.USAGE.at(2200),
      "sum of usage_total_tokens",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),

  OUTPUT_TOKEN_THROUGHPUT(
      "output_token_throughput",
      "Output Token Throughput",
      "Output TPS",
      MetricUnit.TOKENS_PER_SECOND,
      DERIVED,
      Console.DEFAULT.at(800),
      "total_osl / W",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),
  ARRIVED_TOKEN_THROUGHPUT(
      "arrived_token_throughput",
      "Arrived Token Throughput",
      "Arrived TPS",
      MetricUnit.TOKENS_PER_SECOND,
      DERIVED,
      Console.DEFAULT.at(802),
      "arrived_output_tokens / W",
      "a token counts when it arrived, not when its request ended: correct for responses"
          + " longer than a slice",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),
  INPUT_TOKEN_THROUGHPUT(
      "input_token_throughput",
      "Input Token Throughput",
      "Input TPS",
      MetricUnit.TOKENS_PER_SECOND,
      DERIVED,
      Console.DEFAULT.at(805),
      "total_isl / W",
      LARGER_IS_BETTER),
  TOTAL_TOKEN_THROUGHPUT(
      "total_token_throughput",
      "Total Token Throughput",
      "Total TPS",
      MetricUnit.TOKENS_PER_SECOND,
      DERIVED,
      Console.HIDDEN,
      "(total_isl + total_osl) / W",
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),
  REQUEST_THROUGHPUT(
      "request_throughput",
      "Request Throughput",
      "Req/sec",
      MetricUnit.REQUESTS_PER_SECOND,
      DERIVED,
      Console.DEFAULT.at(900),
      "request_count / W",
      LARGER_IS_BETTER),
  BENCHMARK_DURATION(
      "benchmark_duration",
      "Benchmark Duration",
      "Duration",
      MetricUnit.LONG_TIME,
      DERIVED,
      Console.HIDDEN,
      "max_response_timestamp - min_request_timestamp"),

  HTTP_REQ_BLOCKED(
      "http_req_blocked",
      "HTTP Blocked",
      "Blocked",
      MetricUnit.TIME,
      RECORD,
      Console.HTTP_TRACE.at(2000),
      "0: requests never wait for a free connection"),
  HTTP_REQ_DNS_LOOKUP(
      "http_req_dns_lookup",
      "HTTP DNS Lookup",
      "DNS",
      MetricUnit.TIME,
      RECORD,
      Console.HTTP_TRACE.at(2010),
      "0 on a reused connection; else none, since the lookup precedes the start of the connection"),
  HTTP_REQ_CONNECTING(
      "http_req_connecting",
      "HTTP Connecting",
      "Connecting",
      MetricUnit.TIME,
      RECORD,
      Console.HTTP_TRACE.at(2020),
      "connected - connect started, 0 on a reused connection"),
  HTTP_REQ_SENDING(
      "http_req_sending",
      "HTTP Sending",
      "Sending",
      MetricUnit.TIME,
      RECORD,
      Console.HTTP_TRACE.at(2030),
      "written - sent"),
  HTTP_REQ_WAITING(
      "http_req_waiting",
      "HTTP Waiting (TTFB)",
      "TTFB",
      MetricUnit.TIME,
      RECORD,
      Console.HTTP_TRACE.at(2040),
      "first byte - written"),
  HTTP_REQ_RECEIVING(
      "http_req_receiving",
      "HTTP Receiving",
      "Receiving",
      MetricUnit.TIME,
      RECORD,
      Console.HTTP_TRACE.at(2050),
      "ended - first byte"),
  HTTP_REQ_CONNECTION_REUSED(
      "http_req_connection_reused",
      "HTTP Connection Reused",
      "Conn Reused",
      MetricUnit.RATIO,
      RECORD,
      Console.HTTP_TRACE.at(2060),
      "1 on a reused connection, else 0"),
  HTTP_REQ_DATA_SENT(
      "http_req_data_sent",
      "HTTP Data Sent",
      "Sent",
      MetricUnit.BYTES,
      RECORD,
      Console.HTTP_TRACE.at(2070),
      "bytes of the request on the wire: head, body, TLS"),
  HTTP_REQ_CHUNKS_SENT(
      "http_req_chunks_sent",
      "HTTP Chunks Sent",
      "Chunks Sent",
      MetricUnit.COUNT,
      RECORD,
      Console.HTTP_TRACE.at(2080),
      "1: a request is written as a whole"),
  HTTP_REQ_DATA_RECEIVED(
      "http_req_data_received",
      "HTTP Data Received",
      "Received",
      MetricUnit.BYTES,
      RECORD,
      Console.HTTP_TRACE.at(2090),
      "bytes of the response body"),
  HTTP_REQ_CHUNKS_RECEIVED(
      "http_req_chunks_received",
      "HTTP Chunks Received",
      "Chunks Recv",
      MetricUnit.COUNT,
      RECORD,
      Console.HTTP_TRACE.at(2100),
      "network reads that contained a part of the response body"),
  HTTP_REQ_CONNECTION_OVERHEAD(
      "http_req_connection_overhead",
      "HTTP Connection Overhead",
      "Conn Overhead",
      MetricUnit.TIME,
      RECORD,
      Console.HTTP_TRACE.at(2110),
      "http_req_blocked + http_req_connecting"),
  HTTP_REQ_DURATION(
      "http_req_duration",
      "HTTP Duration (excl. conn)",
      "Dur (excl)",
      MetricUnit.TIME,
      RECORD,
      Console.HTTP_TRACE.at(2120),
      "ended - sent"),
  HTTP_REQ_TOTAL(
      "http_req_total",
      "HTTP Total Time",
      "Total",
      MetricUnit.TIME,
      RECORD,
      Console.HTTP_TRACE.at(2130),
      "http_req_connection_overhead + http_req_duration"),

  CREDIT_TO_START_LATENCY(
      "credit_to_start_latency",
      "Credit-to-Start Latency",
      "Credit to Start",
      MetricUnit.TIME,
      RECORD,
      Console.HIDDEN,
      "start - handed",
      OF_ERRORS_TOO,
      NOT_IN_SLICES,
      NOT_IN_RECORDS),
  EFFECTIVE_LATENCY(
      "effective_latency",
      "Effective Latency (CO-aware)",
      "Effective Latency",
      MetricUnit.TIME,
      RECORD,
      Console.EFFECTIVE.last(),
      "ended - handed",
      OF_ERRORS_TOO,
      NOT_IN_SLICES,
      NOT_IN_RECORDS),
  REPLAY_SCHED_LAG_P50(
      "replay_sched_lag_p50",
      "Replay Schedule Lag p50",
      "Sched Lag p50",
      MetricUnit.TIME,
      DERIVED,
      Console.HIDDEN,
      "50th percentile over valid requests of (start - scheduled) minus their minimum",
      FIXED_SCHEDULE,
      NOT_IN_SLICES),
  REPLAY_SCHED_LAG_P90(
      "replay_sched_lag_p90",
      "Replay Schedule Lag p90",
      "Sched Lag p90",
      MetricUnit.TIME,
      DERIVED,
      Console.HIDDEN,
      "90th percentile over valid requests of (start - scheduled) minus their minimum",
      FIXED_SCHEDULE,
      NOT_IN_SLICES),
  REPLAY_SCHED_LAG_P99(
      "replay_sched_lag_p99",
      "Replay Schedule Lag p99",
      "Sched Lag p99",
      MetricUnit.TIME,
      DERIVED,
      Console.HIDDEN,
      "99th percentile over valid requests of (start - scheduled) minus their minimum",
      FIXED_SCHEDULE,
      NOT_IN_SLICES),
  REPLAY_SCHED_DEGRADED(
      "replay_sched_degraded",
      "Replay Schedule Degraded",
      "Sched Degraded",
      MetricUnit.COUNT,
      DERIVED,
      Console.HIDDEN,
      "1 if replay_sched_lag_p99 > 500 ms, else 0",
      FIXED_SCHEDULE,
      NOT_IN_SLICES),

  EFFECTIVE_CONCURRENCY(
      "effective_concurrency",
      "Effective Concurrency",
      "Effective Concurrency",
      MetricUnit.REQUESTS,
      SWEEP,
      Console.EFFECTIVE.at(1),
      "requests between start and ended, over W"),
  EFFECTIVE_DECODE_THROUGHPUT(
      "effective_decode_throughput",
      "Effective Decode Throughput",
      "Effective Decode Throughput",
      MetricUnit.TOKENS_PER_SECOND,
      SWEEP,
      Console.EFFECTIVE.at(2),
      "sum of the decode rates of requests, over W",
      STREAMING,
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),
  EFFECTIVE_PREFILL_THROUGHPUT(
      "effective_prefill_throughput",
      "Effective Prefill Throughput",
      "Effective Prefill Throughput",
      MetricUnit.TOKENS_PER_SECOND,
      SWEEP,
      Console.EFFECTIVE.at(3),
      "sum of the prefill rates of requests, over W",
      STREAMING,
      PRODUCES_TOKENS,
      TOKENIZES_INPUT,
      LARGER_IS_BETTER),
  EFFECTIVE_DECODE_CONCURRENCY(
      "effective_decode_concurrency",
      "Effective Decode Concurrency",
      "Effective Decode Concurrency",
      MetricUnit.REQUESTS,
      SWEEP,
      Console.EFFECTIVE.at(4),
      "requests between first chunk and ended, over W",
      STREAMING,
      PRODUCES_TOKENS),
  EFFECTIVE_PREFILL_CONCURRENCY(
      "effective_prefill_concurrency",
      "Effective Prefill Concurrency",
      "Effective Prefill Concurrency",
      MetricUnit.REQUESTS,
      SWEEP,
      Console.EFFECTIVE.at(5),
      "requests between start and first chunk, over W",
      STREAMING,
      PRODUCES_TOKENS),
  EFFECTIVE_TOTAL_THROUGHPUT(
      "effective_total_throughput",
      "Effective Total Throughput",
      "Effective Total Throughput",
      MetricUnit.TOKENS_PER_SECOND,
      SWEEP,
      Console.EFFECTIVE.at(6),
      "sum of the prefill rates and the even decode rates of requests, over W",
      STREAMING,
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),
  EFFECTIVE_DECODE_THROUGHPUT_PER_USER(
      "effective_decode_throughput_per_user",
      "Effective Decode Throughput Per User",
      "Effective Decode Throughput Per User",
      MetricUnit.TOKENS_PER_SECOND_PER_USER,
      SWEEP,
      Console.EFFECTIVE.at(7),
      "effective_decode_throughput / effective_decode_concurrency at each moment, over W",
      STREAMING,
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),
  EFFECTIVE_PREFILL_THROUGHPUT_PER_USER(
      "effective_prefill_throughput_per_user",
      "Effective Prefill Throughput Per User",
      "Effective Prefill Throughput Per User",
      MetricUnit.TOKENS_PER_SECOND_PER_USER,
      SWEEP,
      Console.EFFECTIVE.at(8),
      "effective_prefill_throughput / effective_prefill_concurrency at each moment, over W",
      STREAMING,
      PRODUCES_TOKENS,
      TOKENIZES_INPUT,
      LARGER_IS_BETTER),
  TOKENS_IN_FLIGHT(
      "tokens_in_flight",
      "Tokens In Flight",
      "Tokens In Flight",
      MetricUnit.PARTS_OF_TOKENS,
      SWEEP,
      Console.EFFECTIVE.at(9),
      "input tokens from start, and output tokens from their chunk, to ended, over W",
      STREAMING,
      PRODUCES_TOKENS,
      TOKENIZES_INPUT),
  ACTIVE_DECODE_THROUGHPUT(
      "active_decode_throughput",
      "Active Decode Throughput",
      "Active Decode Throughput",
      MetricUnit.TOKENS_PER_SECOND,
      SWEEP,
      Console.ACTIVE.at(1),
      "effective_decode_throughput, over the time with a request in decode",
      STREAMING,
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),
  ACTIVE_PREFILL_THROUGHPUT(
      "active_prefill_throughput",
      "Active Prefill Throughput",
      "Active Prefill Throughput",
      MetricUnit.TOKENS_PER_SECOND,
      SWEEP,
      Console.ACTIVE.at(2),
      "effective_prefill_throughput, over the time with a request in prefill",
      STREAMING,
      PRODUCES_TOKENS,
      TOKENIZES_INPUT,
      LARGER_IS_BETTER),
  ACTIVE_DECODE_THROUGHPUT_PER_USER(
      "active_decode_throughput_per_user",
      "Active Decode Throughput Per User",
      "Active Decode Throughput Per User",
      MetricUnit.TOKENS_PER_SECOND_PER_USER,
      SWEEP,
      Console.ACTIVE.at(3),
      "effective_decode_throughput_per_user, over the time with a request in decode",
      STREAMING,
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),
  ACTIVE_PREFILL_THROUGHPUT_PER_USER(
      "active_prefill_throughput_per_user",
      "Active Prefill Throughput Per User",
      "Active Prefill Throughput Per User",
      MetricUnit.TOKENS_PER_SECOND_PER_USER,
      SWEEP,
      Console.ACTIVE.at(4),
      "effective_prefill_throughput_per_user, over the time with a request in prefill",
      STREAMING,
      PRODUCES_TOKENS,
      TOKENIZES_INPUT,
      LARGER_IS_BETTER),
  ACTIVE_TOTAL_THROUGHPUT(
      "active_total_throughput",
      "Active Total Throughput",
      "Active Total Throughput",
      MetricUnit.TOKENS_PER_SECOND,
      SWEEP,
      Console.ACTIVE.at(5),
      "effective_total_throughput, over the time with a request",
      STREAMING,
      PRODUCES_TOKENS,
      LARGER_IS_BETTER),

  ADJ_REQUEST_LATENCY(
      "adj_request_latency",
      "Request Latency (error-adjusted)",
      "Request Latency (error-adjusted)",
      MetricUnit.TIME,
      ADJUSTED,
      Console.DEFAULT.last(),
      "request_latency, an error counting as infinite"),
  ADJ_TIME_TO_FIRST_TOKEN(
      "adj_time_to_first_token",
      "Time to First Token (error-adjusted)",
      "Time to First Token (error-adjusted)",
      MetricUnit.TIME,
      ADJUSTED,
      Console.DEFAULT.last(),
      "time_to_first_token, an error counting as infinite",
      STREAMING,
      PRODUCES_TOKENS),
  ADJ_DECODE_DURATION(
      "adj_decode_duration",
      "Decode Duration (error-adjusted)",
      "Decode Duration (error-adjusted)",
      MetricUnit.TIME,
      ADJUSTED,
      Console.DEFAULT.last(),
      "decode_duration, an error counting as infinite",
      STREAMING,
      PRODUCES_TOKENS),
  ADJ_INTER_TOKEN_LATENCY(
      "adj_inter_token_latency",
      "Inter Token Latency (error-adjusted)",
      "Inter Token Latency (error-adjusted)",
      MetricUnit.AVERAGED_TIME,
      ADJUSTED,
      Console.DEFAULT.last(),
      "inter_token_latency, an error counting as infinite",
      STREAMING,
      PRODUCES_TOKENS);

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
    SLICE_DISTRIBUTION
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

    static final Place HIDDEN = new Place(NONE, Integer.MAX_VALUE);

    Place at(int order) {
      return new Place(this, order);
    }

    Place last() {
      return new Place(this, Integer.MAX_VALUE);
    }

    /**
     * A position in a table.
     *
     * @param group the table
     * @param order a smaller number is higher in the table; {@link Integer#MAX_VALUE} comes last
     */
    public record Place(Console group, int order) {}
  }

  /** The number of metrics: the length of an array by {@link #index()}. */
  public static final int COUNT = values().length;

  private static final Map<String, Metric> BY_TAG =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(Metric::tag, Function.identity()));

  private final String tag;
  private final String header;
  private final String shortHeader;
  private final MetricUnit unit;
  private final Kind kind;

  @SuppressWarnings("ImmutableEnumChecker") // A record of an enum constant and a number.
  private final Console.Place place;

  private final String formula;
  private final String reason;

  @SuppressWarnings("ImmutableEnumChecker") // Unmodifiable, without another reference.
  private final Set<Flag> flags;

  Metric(
      String tag,
      String header,
      String shortHeader,
      MetricUnit unit,
      Kind kind,
      Console.Place place,
      String formula,
      Flag... flags) {
    this(tag, header, shortHeader, unit, kind, place, formula, "", flags);
  }

  Metric(
      String tag,
      String header,
      String shortHeader,
      MetricUnit unit,
      Kind kind,
      Console.Place place,
      String formula,
      String reason,
      Flag... flags) {
    this.tag = tag;
    this.header = header;
    this.shortHeader = shortHeader;
    this.unit = unit;
    this.kind = kind;
    this.place = place;
    this.formula = formula;
    this.reason = reason;
    EnumSet<Flag> set = EnumSet.noneOf(Flag.class);
    Collections.addAll(set, flags);
    this.flags = Collections.unmodifiableSet(set);
  }

  /** Returns the metric with this tag, if there is one. */
  public static Optional<Metric> ofTag(String tag) {
    return Optional.ofNullable(BY_TAG.get(tag));
  }

  /** Returns the name in files and options, such as {@code time_to_first_token}. */
  public String tag() {
    return tag;
  }

  /** Returns the name for people, such as {@code Time to First Token}. */
  public String header() {
    return header;
  }

  /** Returns the short name for people, such as {@code TTFT}. */
  public String shortHeader() {
    return shortHeader;
  }

  public MetricUnit unit() {
    return unit;
  }

  public Kind kind() {
    return kind;
  }

  /** Returns its position in the console tables. */
  public Console.Place place() {
    return place;
  }

  /** Returns the formula as one line of text. */
  public String formula() {
    return formula;
  }

  /** Returns whether the metric is Longhaul's own: AIPerf does not have it. */
  public boolean isOurs() {
    return !reason.isEmpty();
  }

  /** Returns why Longhaul has the metric although AIPerf does not; empty for AIPerf's metrics. */
  public String reason() {
    return reason;
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

  /** Returns all its flags. */
  public Set<Flag> flags() {
    return flags;
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
