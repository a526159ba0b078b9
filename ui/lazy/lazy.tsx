import type { ComponentType, ReactNode } from 'react'
import { PartToCome, type Place } from './PartToCome.tsx'
import { type Part, part } from './part.ts'
import { usePart } from './use-part.ts'

interface Settings {
  place?: Place
  /** Within a screen, until it comes. */
  waiting?: ReactNode
}

/** A component whose code comes when it is first shown, or `ahead` of that. */
export type Lazy<P> = ((props: P) => ReactNode) & Pick<Part<unknown>, 'load'>

/**
 * The one way to load a component. React's own throws what did not come at the screen around it, and for ever; here it is
 * tried again, and its own place says so. `lazy('HelpSheet', () => import('./HelpSheet.tsx'), { place: 'over' })`.
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
