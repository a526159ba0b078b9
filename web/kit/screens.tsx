import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { ScreenToCome } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { currentLocale, t } from '@cuida/ui/words/words.ts'
import { useEffect, useReducer } from 'react'
import { type RouteName, routes, type Screen } from '../routes.ts'
import { loadAllWords } from './words.ts'

const loaded = new Map<RouteName, Screen>()
const loading = new Map<RouteName, Promise<Screen>>()

const RETRIES_MS = [1_000, 3_000, 9_000]
/** Spec 1 §8: loading a code chunk times out after 120 seconds. */
const TIMEOUT_MS = 120_000

/**
 * Loads a screen's code once, and the words it speaks; tries again after 1, 3 and 9 s, because phones lose the network
 * for a moment.
 */
export function loadScreen(name: RouteName): Promise<Screen> {
  const known = loading.get(name)
  if (known) return known
  const attempt = (left: number[]): Promise<Screen> =>
    Promise.all([routes[name].load(), loadAllWords(currentLocale())])
      .then(([screen]) => screen)
      .catch(async (error: unknown) => {
        const [wait, ...later] = left
        if (wait === undefined) throw error
        await new Promise((resolve) => setTimeout(resolve, wait))
        return attempt(later)
      })
  const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('timeout')), TIMEOUT_MS))
  const started = Promise.race([attempt(RETRIES_MS), timeout])
  loading.set(name, started)
  started.then(
    (screen) => loaded.set(name, screen),
    () => loading.delete(name),
  )
  return started
}

/** A screen whose code is already here (prerendering, hydration). */
export function provideScreen(name: RouteName, screen: Screen): void {
  loaded.set(name, screen)
}

interface Loading {
  failed: boolean
  slow: boolean
}

/** Shows a screen by name: at once when its code is here, else a skeleton, a word after 15 s, a way out on failure. */
export function ScreenOf({ name, params }: { name: RouteName; params: Record<string, string> }) {
  const [{ failed, slow }, set] = useReducer((state: Loading, change: Partial<Loading>) => ({ ...state, ...change }), {
    failed: false,
    slow: false,
  })
  const Ready = loaded.get(name)
  useEffect(() => {
    if (Ready || failed) return
    const patience = setTimeout(() => set({ slow: true }), 15_000)
    let current = true
    loadScreen(name).then(
      () => current && set({ slow: false }),
      () => current && set({ failed: true }),
    )
    return () => {
      current = false
      clearTimeout(patience)
    }
  }, [name, Ready, failed])
  if (Ready) return <Ready params={params} />
  return (
    <ScreenToCome>
      {failed ? (
        <ErrorState title={t('brand.screenFailed')} onAction={() => set({ failed: false })} />
      ) : (
        <Skeleton lines={5} note={slow ? t('brand.stillLoading') : undefined} />
      )}
    </ScreenToCome>
  )
}
