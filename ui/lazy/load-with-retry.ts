import { abortAfter } from '../client/abort-after.ts'
import { CallFailed, OFFLINE } from '../client/call-failed.ts'
import { keepInputOverReload } from './input-over-reload.ts'

const RETRIES_MS = [1_000, 3_000, 9_000]
/** A8.14: loading a code chunk times out after 120 seconds. */
const TIMEOUT_MS = 120_000
const ANSWER_MS = 10_000

/**
 * The server responds, but this page cannot load the code: it is of another build, or the browser has cached a
 * failure.
 */
export class NeedsReload extends Error {
  readonly isNewBuild: boolean

  constructor(isNewBuild: boolean) {
    super('reload')
    this.isNewBuild = isNewBuild
    keepInputOverReload()
  }
}

/**
 * Loads code with retries after 1, 3 and 9 s, as phones lose the network for moments, and at once when it is back.
 * Throws `CallFailed` "OFFLINE", or `NeedsReload`.
 */
export function keepTrying<T>(load: () => Promise<T>): Promise<T> {
  const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(createOfflineError()), TIMEOUT_MS))
  return Promise.race([attempt(load, RETRIES_MS), timeout])
}

const createOfflineError = () => new CallFailed(0, '', { code: OFFLINE })

async function attempt<T>(load: () => Promise<T>, [wait, ...remainingWaits]: readonly number[]): Promise<T> {
  try {
    await mendStyles()
    return await load()
  } catch {
    if (navigator.onLine === false) throw createOfflineError()
    const isThere = await isBuildThere()
    // Browsers request a module again after a network failure, never after an HTTP error.
    if (isThere === false || (isThere && wait === undefined)) throw new NeedsReload(!isThere)
    if (wait === undefined) throw createOfflineError()
    await waitForNetwork(wait)
    return attempt(load, remainingWaits)
  }
}

/** The entry script of this page. Its file name contains the hash of the build. */
export const entryOfPage = (): string | undefined =>
  globalThis.document?.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src

/** Whether the server still has the build of this page; undefined when that is unknown. */
async function isBuildThere(): Promise<boolean | undefined> {
  const entry = entryOfPage()
  if (!entry) return undefined
  try {
    const reply = await fetch(entry, { method: 'HEAD', cache: 'no-store', signal: abortAfter(ANSWER_MS) })
    // Some servers reply to a missing file with an HTML page.
    const isScript = reply.ok && (reply.headers.get('content-type') ?? '').includes('javascript')
    return reply.status >= 500 ? undefined : isScript
  } catch {
    return undefined
  }
}

/** Waits until the network is back, at most that many milliseconds. */
export function waitForNetwork(most: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', end)
      resolve()
    }
    const timer = setTimeout(end, most)
    globalThis.addEventListener?.('online', end)
  })
}

// Vite counts a style sheet that failed to load as present: a retried module would render without styles.

const lostSheets = new Set<HTMLLinkElement>()
let mending: Promise<unknown> | undefined

globalThis.document?.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostSheets.add(target)
  },
  true,
)

/** Requests every failed style sheet again; rejects if one fails again. */
async function mendStyles(): Promise<void> {
  if (lostSheets.size === 0 && !mending) return
  mending ??= Promise.all([...lostSheets].map(invalidateQueries)).finally(() => {
    mending = undefined
  })
  await mending
}

function invalidateQueries(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement
  lostSheets.delete(link)
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () => reject(new Error('a style sheet failed to load')))
    link.replaceWith(again)
  })
}
