import type { ComponentType, ReactNode } from 'react'
import { LazyPlaceholder, type LazyPlacement } from './LazyPlaceholder.tsx'
import { type LazyModule, lazyModule } from './lazy-module.ts'
import { useLazyModule } from './use-lazy-module.ts'

interface Settings {
  place?: LazyPlacement
  /** Replaces the skeleton while the component loads. Over everything it is below the spinner, and below a failure. */
  waiting?: ReactNode
  /** Does not wait for what `lazyAfter` names. */
  early?: boolean
}

/** A component whose code loads when it first renders, or before that through `ahead`. */
export type Lazy<P> = ((props: P) => ReactNode) & Pick<LazyModule<unknown>, 'load'>

let beforeLazy: (() => Promise<unknown>) | undefined

/** What lazy components wait for from now on: a page may start before all its messages have arrived. */
export function lazyAfter(work: () => Promise<unknown>): void {
  beforeLazy = work
}

/**
 * The one way to load a component. `React.lazy` throws a load failure to the screen around it and never retries; this
 * one retries and shows the failure in its own place: `lazy('HelpSheet', () => import('./HelpSheet.tsx'), { place:
 * 'over' })`.
 */
export function lazy<K extends string, P extends object>(
  name: K,
  load: () => Promise<{ readonly [key in K]: ComponentType<P> }>,
  { place = 'within', waiting, early }: Settings = {},
): Lazy<P> {
  const lazyComponent = lazyModule<ComponentType<P>>(async () => {
    const [module] = await Promise.all([load(), early || beforeLazy?.()])
    return module[name]
  })
  function Whenever(props: P) {
    const coming = useLazyModule(lazyComponent)
    const Here = coming.here
    if (Here) return <Here {...props} />
    return <LazyPlaceholder {...coming} place={place} waiting={waiting} onClose={closeOf(props)} />
  }
  return Object.assign(Whenever, { load: lazyComponent.load })
}

const closeOf = (props: object): (() => void) | undefined =>
  'onClose' in props ? (props.onClose as () => void) : undefined
