// A thread beside the one that opens files, which is busy as long as a file keeps it so: memory of decoders lies outside
// of V8's, and no setting of Node's bounds it.

/** The largest picture that is taken needs 300 MB, the largest PDF less. */
const MOST_BYTES = 700_000_000
const EVERY_MS = 20

setInterval(() => {
  if (process.memoryUsage.rss() > MOST_BYTES) process.kill(process.pid, 'SIGKILL')
}, EVERY_MS)
