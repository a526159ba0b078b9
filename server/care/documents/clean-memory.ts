// Runs in a thread of its own, because a file keeps the cleaning thread busy. It watches the resident memory of the
// process: decoders allocate outside V8's heap, where no Node option limits them.

/** The largest accepted picture needs 300 MB, the largest PDF less. */
const MAX_BYTES = 700_000_000
const EVERY_MS = 20

setInterval(() => {
  if (process.memoryUsage.rss() > MAX_BYTES) process.kill(process.pid, 'SIGKILL')
}, EVERY_MS)
