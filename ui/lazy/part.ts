import { keepTrying, NeedsReload, pause } from './keep-trying.ts'

/** A piece of an app that comes when it is needed, once. */
export interface Part<T> {
  /** Without waiting, when it has come. */
  here(): T | undefined
  load(): Promise<T>
}

export function part<T>(load: () => Promise<T>): Part<T> {
  let here: T | undefined
  let loading: Promise<T> | undefined
  return {
    here: () => here,
    load() {
      if (loading) return loading
      loading = keepTrying(load)
      loading.then(
        (come) => {
          here = come
        },
        () => {
          loading = undefined
        },
      )
      return loading
    },
  }
}

/** How long after the last of a few tries another few begin. */
export const AGAIN_MS = 30_000
/** After the page is ready for its reader, and what comes with that. */
const AHEAD_MS = 4_000

/** For what nobody waits for on a screen: as often as it takes. Only another page can bring what is of another build. */
export async function sometime<T>(wanted: Pick<Part<T>, 'load'>): Promise<T> {
  try {
    return await wanted.load()
  } catch (failure) {
    if (failure instanceof NeedsReload) throw failure
    await pause(AGAIN_MS)
    return sometime(wanted)
  }
}

/** For what may be needed when the network is gone: it comes while nothing else does. Returns what calls it off. */
export function ahead(...wanted: readonly Pick<Part<unknown>, 'load'>[]): () => void {
  const timer = setTimeout(() => {
    for (const one of wanted) sometime(one).catch(() => {})
  }, AHEAD_MS)
  return () => clearTimeout(timer)
}
