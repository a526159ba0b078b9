import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { type LazyModule, loadEventually } from './lazy-module.ts'

interface Deferred {
  /** The component in its boundary: one constant element, because a new one would replace the page's HTML. */
  element: ReactNode
  /** For prerendering: draws this component at once, because `renderToString` waits for no code. */
  renderWith(component: ComponentType): void
}

/**
 * A part of a prerendered page that is hydrated later than the rest. Until its code has arrived React keeps the HTML as
 * it is, with working links. In a page without that HTML nothing shows meanwhile. `delayMs`: how long its code waits,
 * to leave the first seconds to the rest of the page.
 */
export function deferred(module: LazyModule<ComponentType>, delayMs: () => number): Deferred {
  const Later = lazy(async () => {
    const delay = delayMs()
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
    return { default: await loadEventually(module) }
  })
  let prerendered: ComponentType | undefined
  function Slot() {
    const Here = prerendered ?? Later
    return <Here />
  }
  return {
    element: (
      <Suspense fallback={null}>
        <Slot />
      </Suspense>
    ),
    renderWith(component) {
      prerendered = component
    },
  }
}
