/** Stands under the help of every command. */
export const exitCodeTable = `
Exit codes:
  0         done, all expectations hold
  1         unexpected error
  2         wrong use or configuration
  3         a server cannot be had or reached, or the C++ compiler does not work
  4         an expectation is broken, or a statistical bound of the gate
  5         differs from the reference, or the reference is missing, damaged or older; a floor of
            bench --goals is missed
  130, 143  interrupted; what was finished is kept and can be resumed

Environment:
  REDIS_URL, MYSQL_URL   servers to use instead of private ones
  NO_COLOR, FORCE_COLOR  without colours, with colours
  CI, TERM=dumb          a line for each cell instead of a bar
  GITHUB_STEP_SUMMARY    a file to which check appends its report
`;

export const experimentExamples = `
With --json stdout holds one JSON document: the summary, or { error, exitCode } where a run could
not begin or its results could not be written.
Numbers are read exactly: 1000, 0.01 and 1e6 are numbers, 1_000 and 1,000 are refused.
A run ends in order on SIGINT, SIGTERM, SIGHUP, and when the process that started it has gone;
a second signal ends it at once.

Examples:
  funnel-lab experiment                                  all, preset quick
  funnel-lab experiment sizing --preset smoke
  funnel-lab experiment funnel --set funnel.requests=1e6 --seed 7
  funnel-lab experiment --json > summary.json
  funnel-lab experiment --resume 20260131-120000-full
${exitCodeTable}`;

export const checkExamples = `
Golden cells are held against results/reference/golden.json, with parameters of your own against
the file that --reference names. Ranges: n 100000 … 10000000, p 0.0001 … 0.5.

Examples:
  funnel-lab check                                       this package's filter
  funnel-lab check --seed 1f2e3d4c5b6a7988               a red run once more
  funnel-lab check --set n=500000 --set p=0.001          your own n and p
  funnel-lab check --set n=500000 --set p=0.001 --reference bloom.json --update
  funnel-lab check --junit report/check.xml --json
${exitCodeTable}`;

export const claimsExamples = `
A verdict comes from the newest stored run that finished its experiment, else from
results/reference; a claim that several experiments settle has a verdict from each.
"not run": no stored run settles it. "not testable": nothing that can be run would, with the reason.
Evidence: run (measured), census (all of them counted), computed, source (read).

Examples:
  funnel-lab claims
  funnel-lab claims --lang zh
  funnel-lab claims --markdown >> "$GITHUB_STEP_SUMMARY"
  funnel-lab claims --json
${exitCodeTable}`;

export const benchExamples = `
Everything is measured once a round, in an order drawn anew; a figure is the median of the rounds
with its exact 95 % interval (the lowest and the highest where there are fewer than six rounds).
Answers are checked in each round before a time counts. Ratios are to article S0's filter in plain
C++ of the same round, or to JavaScript with 32-bit limbs where there is no compiler; the table says
which. --baseline flags a ratio whose interval lies more than 15 % beyond that of the reference. A
time that is too short for the clock ends with exit 4.

--goals measures in each run every call path, two readers over one shared memory, the rejections of
the funnel, a filter of 171 MiB and the scan up to 10^9 on two cores, each in a fresh process, and
judges the median of the runs: goal met, floor met (the floor is easier than the goal), missed, or
not available here (no compiler, package or second core), which counts as neither. Where the reason
is known that a goal is not met, it stands below the table. The rejections a second are no ratio:
they are of this machine. Three runs take some three minutes; --rounds is for each of them. It does
not go together with --baseline. The funnel beside bare GETs of ioredis needs servers: funnel-lab
experiment funnel.

--gate alone compares as --baseline does, and ends with exit 5 where a ratio has become larger; with
--goals it ends with exit 5 where a floor is missed. Without --gate both are advice.

Examples:
  funnel-lab bench                                       some 20 s
  funnel-lab bench --rounds 51 --json > bench.json
  funnel-lab bench --baseline                            tells what has changed
  funnel-lab bench --gate                                exit 5 where something is slower
  funnel-lab bench --goals                               three runs, some three minutes
  funnel-lab bench --goals --runs 1 --gate               exit 5 where a floor is missed
${exitCodeTable}`;

export const serveExamples = `
Paths: GET /api/seckill/{skuId}, POST /api/cache/warm {"limit":1000,"rebuild_bloom":true},
GET /api/cache/stats, GET /metrics. Answers: 200, 400, 404, 405, 408, 413, 414, 431, 503 as JSON.
The filter lets all ids through until POST /api/cache/warm with rebuild_bloom has built it.
When it is ready the URL is a line on stdout; all else goes to stderr.
It ends in order on SIGINT, SIGTERM, SIGHUP, and when the process that started it has gone: requests
under way have five seconds; private servers go with it. A second signal ends it at once.

Examples:
  funnel-lab serve                                       article S0: 200,000 SKUs, port 8080
  funnel-lab serve --defence sentinel                    article S1: no filter
  funnel-lab serve --port 0 --lab --skus 1000
${exitCodeTable}`;
