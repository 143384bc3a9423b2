-- The figures of a run of streamed requests from what happened to each of them. Of the columns of
-- "requests" only facts are read: times, chunks, counts and outcomes. Durations are milliseconds.
-- Objectives: request_latency:250 output_token_throughput_per_user:150.

CREATE TABLE told AS
SELECT request_id,
       outcome,
       coalesce(connect_started_epoch_ns, sent_epoch_ns) AS began,
       ended_epoch_ns AS ended,
       scheduled_epoch_ns AS scheduled,
       handed_epoch_ns AS handed,
       connect_started_epoch_ns AS connect_started,
       connected_epoch_ns AS connected,
       sent_epoch_ns AS sent,
       written_epoch_ns AS written,
       first_byte_epoch_ns AS first_byte,
       connection_reused AS reused,
       bytes_sent,
       bytes_received,
       reads,
       chunk_after_start_ns AS c,
       list_position(chunk_kinds, 0) AS first_output,
       len(chunk_after_start_ns) AS n,
       input_tokens AS isl,
       requested_output_tokens AS requested,
       output_tokens,
       reasoning_tokens,
       CASE WHEN output_tokens IS NULL AND reasoning_tokens IS NULL THEN NULL
            ELSE coalesce(output_tokens, 0) + coalesce(reasoning_tokens, 0) END AS osl,
       usage_prompt_tokens,
       usage_completion_tokens,
       usage_reasoning_tokens,
       usage_cached_tokens,
       usage_total_tokens
FROM :requests
WHERE phase = 'profiling';

CREATE TABLE valid AS
SELECT *,
       (c[n] - c[1]) / 1e6 AS decoding,
       (c[n] - c[1]) / 1e6 / (osl - 1) AS gap
FROM told
WHERE outcome = 'ok' AND n > 0 AND began < ended;

CREATE TABLE failed AS
SELECT * FROM told
WHERE outcome IN ('http_error', 'transport_error', 'protocol_error', 'stream_error', 'truncated', 'timeout')
   OR (outcome = 'ok' AND n = 0);

CREATE TABLE figures AS
SELECT * FROM (
  SELECT 'time_to_first_token' AS tag, c[1] / 1e6 AS v FROM valid
  UNION ALL SELECT 'time_to_first_token_from_schedule', (began + c[1] - scheduled) / 1e6 FROM valid
  UNION ALL SELECT 'time_to_second_token', (c[2] - c[1]) / 1e6 FROM valid WHERE n > 1
  UNION ALL SELECT 'time_to_first_output_token', c[first_output] / 1e6 FROM valid WHERE first_output > 0
  UNION ALL SELECT 'request_latency', c[n] / 1e6 FROM valid
  UNION ALL SELECT 'request_latency_from_schedule', (began + c[n] - scheduled) / 1e6 FROM valid
  UNION ALL SELECT 'decode_duration', decoding FROM valid
  UNION ALL SELECT 'inter_token_latency', gap FROM valid WHERE osl > 1 AND n > 1
  UNION ALL SELECT 'inter_chunk_latency', (c[i] - c[i - 1]) / 1e6 FROM valid, range(2, n + 1) AS gaps(i)
  UNION ALL SELECT 'output_token_throughput_per_user', 1000 / gap FROM valid WHERE osl > 1 AND gap > 0
  UNION ALL SELECT 'e2e_output_token_throughput', osl / (c[n] / 1e9) FROM valid
  UNION ALL SELECT 'prefill_throughput_per_user', isl / (c[1] / 1e9) FROM valid
  UNION ALL SELECT 'output_sequence_length', osl FROM valid
  UNION ALL SELECT 'input_sequence_length', isl FROM valid
  UNION ALL SELECT 'output_token_count', output_tokens FROM valid WHERE output_tokens > 0
  UNION ALL SELECT 'reasoning_token_count', reasoning_tokens FROM valid
  UNION ALL SELECT 'osl_mismatch_diff_pct', 100.0 * (osl - requested) / requested FROM valid WHERE requested > 0
  UNION ALL SELECT 'error_isl', isl FROM failed
  UNION ALL SELECT 'usage_prompt_tokens', usage_prompt_tokens FROM valid
  UNION ALL SELECT 'usage_prompt_cache_read_tokens', usage_cached_tokens FROM valid
  UNION ALL SELECT 'usage_completion_tokens', usage_completion_tokens FROM valid
  UNION ALL SELECT 'usage_reasoning_tokens', usage_reasoning_tokens FROM valid
  UNION ALL SELECT 'usage_total_tokens', usage_total_tokens FROM valid
  UNION ALL SELECT 'usage_prompt_tokens_diff_pct', 100.0 * abs(usage_prompt_tokens - isl) / isl FROM valid WHERE isl > 0
  UNION ALL SELECT 'usage_completion_tokens_diff_pct', 100.0 * abs(usage_completion_tokens - osl) / osl
            FROM valid WHERE osl > 0
  UNION ALL SELECT 'usage_reasoning_tokens_diff_pct',
                   100.0 * abs(usage_reasoning_tokens - reasoning_tokens) / reasoning_tokens
            FROM valid WHERE reasoning_tokens > 0
  UNION ALL SELECT 'send_lag', (handed - scheduled) / 1e6 FROM told
  UNION ALL SELECT 'client_overhead', (began - handed) / 1e6 FROM told
  UNION ALL SELECT 'connect_time', (connected - connect_started) / 1e6 FROM told
  UNION ALL SELECT 'credit_to_start_latency', (began - handed) / 1e6 FROM valid
  UNION ALL SELECT 'credit_to_start_latency', (began - handed) / 1e6 FROM failed
  UNION ALL SELECT 'effective_latency', (ended - handed) / 1e6 FROM valid
  UNION ALL SELECT 'effective_latency', (ended - handed) / 1e6 FROM failed
  UNION ALL SELECT 'http_req_blocked', 0 FROM valid
  UNION ALL SELECT 'http_req_dns_lookup', 0 FROM valid WHERE reused
  UNION ALL SELECT 'http_req_connecting', CASE WHEN reused THEN 0 ELSE (connected - connect_started) / 1e6 END FROM valid
  UNION ALL SELECT 'http_req_sending', (written - sent) / 1e6 FROM valid
  UNION ALL SELECT 'http_req_waiting', (first_byte - written) / 1e6 FROM valid
  UNION ALL SELECT 'http_req_receiving', (ended - first_byte) / 1e6 FROM valid
  UNION ALL SELECT 'http_req_connection_reused', CASE WHEN reused THEN 1 ELSE 0 END FROM valid
  UNION ALL SELECT 'http_req_data_sent', bytes_sent / 1024.0 FROM valid
  UNION ALL SELECT 'http_req_chunks_sent', 1 FROM valid
  UNION ALL SELECT 'http_req_data_received', bytes_received / 1024.0 FROM valid
  UNION ALL SELECT 'http_req_chunks_received', reads FROM valid
  UNION ALL SELECT 'http_req_connection_overhead',
                   CASE WHEN reused THEN 0 ELSE (connected - connect_started) / 1e6 END FROM valid
  UNION ALL SELECT 'http_req_duration', (ended - sent) / 1e6 FROM valid
  UNION ALL SELECT 'http_req_total',
                   CASE WHEN reused THEN 0 ELSE (connected - connect_started) / 1e6 END + (ended - sent) / 1e6 FROM valid
) WHERE v IS NOT NULL;

CREATE TABLE statistics AS
SELECT tag, count(v) AS n, avg(v) AS avg, min(v) AS min, max(v) AS max, sum(v) AS sum, stddev_pop(v) AS std,
       quantile_cont(v, 0.01) AS p1, quantile_cont(v, 0.05) AS p5, quantile_cont(v, 0.1) AS p10,
       quantile_cont(v, 0.25) AS p25, quantile_cont(v, 0.5) AS p50, quantile_cont(v, 0.75) AS p75,
       quantile_cont(v, 0.9) AS p90, quantile_cont(v, 0.95) AS p95, quantile_cont(v, 0.99) AS p99,
       quantile_cont(v, 0.999) AS p99_9
FROM figures GROUP BY tag;

CREATE TABLE counts AS
SELECT (SELECT count(*) FROM valid) AS valid,
       (SELECT count(*) FROM failed) AS failed,
       (SELECT count(*) FROM valid WHERE c[n] / 1e6 <= 250 AND 1000 / gap >= 150 AND osl > 1 AND gap > 0) AS good,
       (SELECT sum(osl) FROM valid WHERE c[n] / 1e6 <= 250 AND 1000 / gap >= 150 AND osl > 1 AND gap > 0) AS good_tokens,
       (SELECT count(*) FROM valid WHERE abs(osl - requested) > least(0.05 * requested, 50) AND requested > 0) AS mismatches,
       (SELECT count(*) FROM valid
        WHERE isl > 0 AND osl > 0 AND usage_prompt_tokens IS NOT NULL AND usage_completion_tokens IS NOT NULL
          AND (abs(usage_prompt_tokens - isl) > 0.1 * isl
            OR abs(usage_completion_tokens - osl) > 0.1 * osl
            OR abs(usage_reasoning_tokens - reasoning_tokens) > 0.1 * reasoning_tokens)) AS discrepancies,
       (:window_end - :window_start) / 1e9 AS w;

-- A second with a valid request in flight was available, else one with a failure was not, else it
-- is as the second before.
CREATE TABLE seconds AS
WITH every AS (SELECT range AS s FROM range(0, ceil((:window_end - :window_start) / 1e9)::BIGINT)),
     seen AS (
       SELECT s,
              CASE WHEN EXISTS (SELECT 1 FROM valid
                                WHERE floor((began - :window_start) / 1e9) <= s
                                  AND floor((ended - :window_start) / 1e9) >= s) THEN 1
                   WHEN EXISTS (SELECT 1 FROM failed
                                WHERE floor((ended - :window_start) / 1e9) = s) THEN 0 END AS up
       FROM every)
SELECT s, last_value(up IGNORE NULLS) OVER (ORDER BY s) AS up FROM seen;

CREATE TABLE totals AS
WITH sums AS (SELECT tag, sum AS s FROM statistics)
SELECT 'request_count' AS tag, valid AS value FROM counts
UNION ALL SELECT 'error_request_count', failed FROM counts
UNION ALL SELECT 'context_overflow_count', 0
UNION ALL SELECT 'completed_request_count', valid + failed FROM counts
UNION ALL SELECT 'request_error_rate', 100.0 * failed / (valid + failed) FROM counts
UNION ALL SELECT 'availability', 100.0 * sum(up) / count(up) FROM seconds
UNION ALL SELECT 'good_request_count', good FROM counts
UNION ALL SELECT 'good_request_fraction', good / (valid + failed) FROM counts
UNION ALL SELECT 'goodput', good / w FROM counts
UNION ALL SELECT 'good_output_tokens', good_tokens FROM counts
UNION ALL SELECT 'good_token_throughput', good_tokens / w FROM counts
UNION ALL SELECT 'osl_mismatch_count', mismatches FROM counts
UNION ALL SELECT 'usage_discrepancy_count', discrepancies FROM counts
UNION ALL SELECT 'request_throughput', valid / w FROM counts
UNION ALL SELECT 'total_isl', s FROM sums WHERE tag = 'input_sequence_length'
UNION ALL SELECT 'total_osl', s FROM sums WHERE tag = 'output_sequence_length'
UNION ALL SELECT 'total_output_tokens', s FROM sums WHERE tag = 'output_token_count'
UNION ALL SELECT 'total_reasoning_tokens', s FROM sums WHERE tag = 'reasoning_token_count'
UNION ALL SELECT 'total_error_isl', s FROM sums WHERE tag = 'error_isl'
UNION ALL SELECT 'total_' || tag, s FROM sums
          WHERE tag IN ('usage_prompt_tokens', 'usage_prompt_cache_read_tokens', 'usage_completion_tokens',
                        'usage_reasoning_tokens', 'usage_total_tokens')
UNION ALL SELECT 'overall_usage_prompt_cache_read_pct', 100.0 * a.s / b.s FROM sums a, sums b
          WHERE a.tag = 'usage_prompt_cache_read_tokens' AND b.tag = 'usage_prompt_tokens'
UNION ALL SELECT 'output_token_throughput', s / w FROM sums, counts WHERE tag = 'output_sequence_length'
UNION ALL SELECT 'input_token_throughput', s / w FROM sums, counts WHERE tag = 'input_sequence_length'
UNION ALL SELECT 'total_token_throughput', sum(s) / any_value(w) FROM sums, counts
          WHERE tag IN ('input_sequence_length', 'output_sequence_length')
UNION ALL SELECT 'min_request_timestamp', min(began) FROM valid
UNION ALL SELECT 'max_response_timestamp', max(began + c[n]) FROM valid
UNION ALL SELECT 'benchmark_duration', (max(began + c[n]) - min(began)) / 1e9 FROM valid;

CREATE TABLE adjusted AS
SELECT 'adj_' || tag AS tag,
       count(*) AS n,
       -- No rank of this seed is halfway between two.
       list_sort(list(v))[1 + CAST(round_even(0.5 * (count(*) - 1), 0) AS BIGINT)] AS p50,
       list_sort(list(v))[1 + CAST(round_even(0.9 * (count(*) - 1), 0) AS BIGINT)] AS p90
FROM (SELECT tag, v FROM figures
      WHERE tag IN ('request_latency', 'time_to_first_token', 'decode_duration', 'inter_token_latency')
      UNION ALL
      SELECT tag, CAST('Infinity' AS DOUBLE) FROM failed,
             (SELECT unnest(['request_latency', 'time_to_first_token', 'decode_duration', 'inter_token_latency']) AS tag))
GROUP BY tag;

-- What was under way: rises and falls of every curve at every moment, added up, cut to the window.
CREATE TABLE streams AS
SELECT began AS s, ended AS e, began + c[1] AS g, isl, osl, n, c, began,
       len(list_filter(range(2, n + 1), i -> c[i] > c[i - 1])) AS gaps
FROM valid;

CREATE TABLE changes AS
  SELECT s AS t, 1 AS running, 0 AS prefilling, 0 AS decoding, 0.0 AS prefill, 0.0 AS decode, 0.0 AS total, 0.0 AS tokens
  FROM (SELECT coalesce(began, handed) AS s, ended AS e FROM told) WHERE s < e
  UNION ALL SELECT e, -1, 0, 0, 0, 0, 0, 0
  FROM (SELECT coalesce(began, handed) AS s, ended AS e FROM told) WHERE s < e
  UNION ALL SELECT s, 0, 1, 0, 0, 0, 0, 0 FROM streams
  UNION ALL SELECT g, 0, -1, 0, 0, 0, 0, 0 FROM streams
  UNION ALL SELECT g, 0, 0, 1, 0, 0, 0, 0 FROM streams WHERE g < e
  UNION ALL SELECT e, 0, 0, -1, 0, 0, 0, 0 FROM streams WHERE g < e
  UNION ALL SELECT s, 0, 0, 0, isl * 1e9 / (g - s), 0, isl * 1e9 / (g - s), isl FROM streams WHERE isl IS NOT NULL
  UNION ALL SELECT g, 0, 0, 0, -isl * 1e9 / (g - s), 0, -isl * 1e9 / (g - s), 0 FROM streams WHERE isl IS NOT NULL
  UNION ALL SELECT e, 0, 0, 0, 0, 0, 0, -isl FROM streams WHERE isl IS NOT NULL
  UNION ALL SELECT g, 0, 0, 0, 0, 0, (osl - 1) * 1e9 / (e - g), 0 FROM streams WHERE osl >= 1 AND g < e
  UNION ALL SELECT e, 0, 0, 0, 0, 0, -(osl - 1) * 1e9 / (e - g), 0 FROM streams WHERE osl >= 1 AND g < e
  UNION ALL SELECT began + c[i - 1], 0, 0, 0, 0, (osl - 1) * 1e9 / gaps / (c[i] - c[i - 1]), 0, 0
            FROM streams, range(2, n + 1) AS each_gap(i) WHERE osl >= 1 AND c[i] > c[i - 1]
  UNION ALL SELECT began + c[i], 0, 0, 0, 0, -(osl - 1) * 1e9 / gaps / (c[i] - c[i - 1]), 0, 0
            FROM streams, range(2, n + 1) AS each_gap(i) WHERE osl >= 1 AND c[i] > c[i - 1]
  UNION ALL SELECT g, 0, 0, 0, 0, 0, 0, 1 FROM streams WHERE osl >= 1 AND n > 1 AND g < e
  UNION ALL SELECT least(began + c[i], e - 1), 0, 0, 0, 0, 0, 0, (osl - 1) / (n - 1)
            FROM streams, range(2, n + 1) AS each_gap(i) WHERE osl >= 1
  UNION ALL SELECT e, 0, 0, 0, 0, 0, 0, CASE WHEN g < e THEN -osl ELSE 1 - osl END FROM streams WHERE osl >= 1 AND n > 1;

CREATE TABLE stretches AS
WITH heights AS (
  SELECT t,
         sum(sum(running)) OVER w AS running, sum(sum(prefilling)) OVER w AS prefilling, sum(sum(decoding)) OVER w AS decoding,
         sum(sum(prefill)) OVER w AS prefill, sum(sum(decode)) OVER w AS decode, sum(sum(total)) OVER w AS total,
         sum(sum(tokens)) OVER w AS tokens,
         lead(t) OVER (ORDER BY t) AS next
  FROM changes GROUP BY t WINDOW w AS (ORDER BY t)
), cut AS (
  SELECT least(coalesce(next, :window_end), :window_end) - greatest(t, :window_start) AS d,
         running, prefilling, decoding, prefill, decode, total, tokens FROM heights
  UNION ALL SELECT min(t) - :window_start, 0, 0, 0, 0, 0, 0, 0 FROM heights
)
SELECT * FROM cut WHERE d > 0;

CREATE TABLE weighed AS
  SELECT 'effective_concurrency' AS tag, d, CAST(running AS DOUBLE) AS v FROM stretches
  UNION ALL SELECT 'effective_prefill_concurrency', d, prefilling FROM stretches
  UNION ALL SELECT 'effective_decode_concurrency', d, decoding FROM stretches
  UNION ALL SELECT 'effective_prefill_throughput', d, prefill FROM stretches
  UNION ALL SELECT 'effective_decode_throughput', d, decode FROM stretches
  UNION ALL SELECT 'effective_total_throughput', d, total FROM stretches
  UNION ALL SELECT 'tokens_in_flight', d, tokens FROM stretches
  UNION ALL SELECT 'effective_prefill_throughput_per_user', d,
                   CASE WHEN prefilling > 0 THEN prefill / prefilling ELSE 0 END FROM stretches
  UNION ALL SELECT 'effective_decode_throughput_per_user', d,
                   CASE WHEN decoding > 0 THEN decode / decoding ELSE 0 END FROM stretches
  UNION ALL SELECT 'active_prefill_throughput', d, prefill FROM stretches WHERE prefilling > 0
  UNION ALL SELECT 'active_decode_throughput', d, decode FROM stretches WHERE decoding > 0
  UNION ALL SELECT 'active_prefill_throughput_per_user', d, prefill / prefilling FROM stretches WHERE prefilling > 0
  UNION ALL SELECT 'active_decode_throughput_per_user', d, decode / decoding FROM stretches WHERE decoding > 0
  UNION ALL SELECT 'active_total_throughput', d, total FROM stretches WHERE running > 0;

CREATE TABLE sweeps AS
WITH ranked AS (
  SELECT tag, v, d,
         sum(d) OVER (PARTITION BY tag ORDER BY v, d ROWS UNBOUNDED PRECEDING) AS held,
         sum(d) OVER (PARTITION BY tag) AS whole,
         sum(v * d) OVER (PARTITION BY tag) / sum(d) OVER (PARTITION BY tag) AS mean
  FROM weighed
)
SELECT tag, any_value(mean) AS avg, min(v) AS min, max(v) AS max,
       sqrt(sum(d * (v - mean) * (v - mean)) / any_value(whole)) AS std,
       min(v) FILTER (held >= 0.5 * whole) AS p50, min(v) FILTER (held >= 0.9 * whole) AS p90,
       min(v) FILTER (held >= 0.95 * whole) AS p95, min(v) FILTER (held >= 0.99 * whole) AS p99
FROM ranked GROUP BY tag;
