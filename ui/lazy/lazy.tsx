import type { ComponentType, ReactNode } from 'react'
import { PartToCome, type Place } from './PartToCome.tsx'
import { type Part, part } from './part.ts'
import { usePart } from './use-part.ts'

interface Settings {
  place?: Place
  /** Replaces the skeleton while the component loads. */
  waiting?: ReactNode
}

/** A component whose code loads when it first renders, or before that through `ahead`. */
export type Lazy<P> = ((props: P) => ReactNode) & Pick<Part<unknown>, 'load'>

/**
 * The one way to load a component. `React.lazy` throws a load failure to the screen around it and never retries; this
 * one retries and shows the failure in its own place: `lazy('HelpSheet', () => import('./HelpSheet.tsx'), { place:
 * 'over' })`.
 */
export function lazy<K extends string, P extends object>(
  name: K,
  load: () => Promise<{ readonly [key in K]: ComponentType<P> }>,
  { place = 'within', waiting }: Settings = {},
): Lazy<P> {
  const wanted = part<ComponentType<P>>(async () => (await load())[name])
  function Whenever(props: P) {
    const coming = usePart(wanted)
    const Here = coming.here
    if (Here) return <Here {...props} />
    return <PartToCome {...coming} place={place} waiting={waiting} onClose={closeOf(props)} />
  }
  return Object.assign(Whenever, { load: wanted.load })
}

const closeOf = (props: object): (() => void) | undefined =>
  'onClose' in props ? (props.onClose as () => void) : undefined
