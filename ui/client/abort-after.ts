/**
 * A signal that aborts after `ms` milliseconds or with `other`. Replaces `AbortSignal.timeout` and `AbortSignal.any`,
 * which the oldest supported browsers lack (docs/browsers.md).
 */
export function abortAfter(ms: number, other?: AbortSignal): AbortSignal {
  const either = new AbortController()
  const abort = () => either.abort()
  setTimeout(abort, ms)
  if (other?.aborted) abort()
  other?.addEventListener('abort', abort)
  return either.signal
}
