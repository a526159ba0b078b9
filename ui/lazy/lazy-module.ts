import { keepTrying, NeedsReload, waitForNetwork } from './load-with-retry.ts'

/** A module that is loaded on demand, once. */
export interface LazyModule<T> {
  /** The module if it is loaded, synchronously. */
  here(): T | undefined
  load(): Promise<T>
}

export function lazyModule<T>(load: () => Promise<T>): LazyModule<T> {
  let loadedModule: T | undefined
  let loading: Promise<T> | undefined
  return {
    here: () => loadedModule,
    load() {
      if (loading) return loading
      loading = keepTrying(load)
      loading.then(
        (come) => {
          loadedModule = come
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
export const RETRY_PAUSE_MS = 30_000
/** Leaves time for the page to become interactive and to load its own data. */
const AHEAD_MS = 4_000

/** For modules that no screen waits for: retries without limit. A module of another build needs a page load. */
export async function loadEventually<T>(module: Pick<LazyModule<T>, 'load'>): Promise<T> {
  try {
    return await module.load()
  } catch (failure) {
    if (failure instanceof NeedsReload) throw failure
    await waitForNetwork(RETRY_PAUSE_MS)
    return loadEventually(module)
  }
}

/** Preloads modules that may be needed offline, after a delay. Returns a function that cancels it. */
export function preloadModules(...modules: readonly Pick<LazyModule<unknown>, 'load'>[]): () => void {
  const timer = setTimeout(() => {
    for (const one of modules) loadEventually(one).catch(() => {})
  }, AHEAD_MS)
  return () => clearTimeout(timer)
}
