import { type RefObject, useEffect, useRef } from 'react'

/** What a person moves a list by; that it moves alone says nothing of who moved it. */
const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * The line of now, in sight when its list opens and again whenever `what` is now changes. Whoever has moved the list reads
 * on undisturbed, until that line is in sight again.
 */
export function useNowInSight(what: string): RefObject<HTMLLIElement | null> {
  const line = useRef<HTMLLIElement>(null)
  const isReading = useRef(false)
  const isOpen = useRef(false)
  useEffect(() => {
    const pane = paneOf(line.current)
    const read = () => {
      isReading.current = true
    }
    const moved = () => {
      if (isReading.current && isInSight(line.current, pane)) isReading.current = false
    }
    for (const move of MOVES) pane.addEventListener(move, read, { passive: true })
    // The page tells nobody but the window.
    addEventListener('scroll', moved, { passive: true, capture: true })
    return () => {
      for (const move of MOVES) pane.removeEventListener(move, read)
      removeEventListener('scroll', moved, { capture: true })
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of what is now that moves the list
  useEffect(() => {
    const pane = paneOf(line.current)
    // A row that was chosen from it, or that the focus is on, is what its reader looks at.
    const hasOther = pane.querySelector(isOpen.current ? ':focus' : '[aria-current="true"]')
    isOpen.current = true
    if (!isReading.current && !hasOther) line.current?.scrollIntoView({ block: 'center' })
  }, [what])
  return line
}

/** What scrolls it: a pane of its own or, in a low window, the page. */
function paneOf(line: Element | null): HTMLElement {
  for (let one = line?.parentElement; one; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one
  return document.documentElement
}

function isInSight(line: Element | null, pane: Element): boolean {
  if (!line) return false
  const own = line.getBoundingClientRect()
  const around = pane.getBoundingClientRect()
  return own.top >= Math.max(around.top, 0) && own.bottom <= Math.min(around.bottom, innerHeight)
}
