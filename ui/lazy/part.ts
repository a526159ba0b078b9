import { keepTrying, NeedsReload, pause } from './keep-trying.ts'

/** A module that is loaded on demand, once. */
export interface Part<T> {
  /** The module if it is loaded, synchronously. */
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

/** The pause between two rounds of retries. */
export const AGAIN_MS = 30_000
/** Leaves time for the page to become interactive and to load its own data. */
const AHEAD_MS = 4_000

/** For modules that no screen waits for: retries without limit. A module of another build needs a page load. */
export async function sometime<T>(wanted: Pick<Part<T>, 'load'>): Promise<T> {
  try {
    return await wanted.load()
  } catch (failure) {
    if (failure instanceof NeedsReload) throw failure
    await pause(AGAIN_MS)
    return sometime(wanted)
  }
}

/** Preloads modules that may be needed offline, after a delay. Returns a function that cancels it. */
export function ahead(...wanted: readonly Pick<Part<unknown>, 'load'>[]): () => void {
  const timer = setTimeout(() => {
    for (const one of wanted) sometime(one).catch(() => {})
  }, AHEAD_MS)
  return () => clearTimeout(timer)
}
