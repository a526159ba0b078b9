import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Whether the focused element was removed or hidden: on a narrow screen the list and its detail take turns. */
const isLost = (): boolean => {
  const { activeElement: focused } = document
  return !focused || focused === document.body || !focused.checkVisibility()
}

/** The path of the page load: there the reader starts at the top, where the browser puts the focus. */
let landedAt: string | undefined = location.pathname

/** Moves the focus to the heading of a screen, so that the keyboard does not start from the body. */
function goToHeading(within: ParentNode): void {
  const heading = [...within.querySelectorAll('h1')].find((each) => each.checkVisibility())
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}

/**
 * A newly opened pane takes the focus if no element has it. When the pane closes, a lost focus moves to the heading
 * of what replaces it.
 */
export function useFocusOnArrival<E extends HTMLElement>(): RefObject<E | null> {
  const containerRef = useRef<E>(null)
  useEffect(() => {
    const opened = containerRef.current
    const leave = () => opened?.isConnected || !isLost() || goToHeading(document)
    // In a microtask, after the replacing pane or the row that opened this one had its chance to take the focus.
    const onLeave = () => queueMicrotask(leave)
    if (location.pathname === landedAt) return onLeave
    landedAt = undefined
    // In a low window the page itself scrolls and would stay where the list was scrolled to.
    if (isLost()) {
      scrollTo(0, 0)
      opened?.focus({ preventScroll: true })
    }
    return onLeave
  }, [])
  return containerRef
}

/**
 * On return to a list the focus goes to the row that the user left by; when that row is removed, it goes to the
 * list's heading.
 */
export function useFocusOnReturn<E extends HTMLElement>(isChosen: boolean): RefObject<E | null> {
  const row = useRef<E>(null)
  const was = useRef(isChosen)
  // A layout effect runs while the row is still in the document; afterwards its focus is not known any more.
  useLayoutEffect(
    () => () => {
      const list = row.current?.closest('nav')
      if (list && row.current === document.activeElement) goToHeading(list)
    },
    [],
  )
  // A key or the address may choose a row that is scrolled out of view.
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  useEffect(() => {
    if (was.current && !isChosen) {
      landedAt = undefined
      if (isLost()) row.current?.focus()
    }
    was.current = isChosen
  }, [isChosen])
  return row
}
