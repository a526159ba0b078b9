import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** What had the focus is gone, or out of sight: on a narrow screen the list and what was chosen from it take turns. */
const isLost = (): boolean => {
  const { activeElement: focused } = document
  return !focused || focused === document.body || !focused.checkVisibility()
}

/** Where the page itself arrived: there its reader starts at the top, where a browser puts them. */
let landedAt: string | undefined = location.pathname

/** Where a screen begins, for who would begin at nothing: its heading. */
function goToHeading(within: ParentNode): void {
  const heading = [...within.querySelectorAll('h1')].find((each) => each.checkVisibility())
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}

/** What has just been opened takes the focus that nothing else has; where it ends, its focus goes to what stands there then. */
export function useFocusOnArrival<E extends HTMLElement>(): RefObject<E | null> {
  const here = useRef<E>(null)
  useEffect(() => {
    const opened = here.current
    const leave = () => opened?.isConnected || !isLost() || goToHeading(document)
    // After whatever takes its place, or the row that it was opened by, has had its turn.
    const onLeave = () => queueMicrotask(leave)
    if (location.pathname === landedAt) return onLeave
    landedAt = undefined
    // Where the page itself scrolls, in a low window, it stands where the list was left.
    if (isLost()) {
      scrollTo(0, 0)
      opened?.focus({ preventScroll: true })
    }
    return onLeave
  }, [])
  return here
}

/** Whoever comes back to a list goes on at the row that they left by; when that row leaves it, at the list's heading. */
export function useFocusOnReturn<E extends HTMLElement>(isChosen: boolean): RefObject<E | null> {
  const row = useRef<E>(null)
  const was = useRef(isChosen)
  // While the row is still in the page: afterwards nobody knows that it had the focus.
  useLayoutEffect(
    () => () => {
      const list = row.current?.closest('nav')
      if (list && row.current === document.activeElement) goToHeading(list)
    },
    [],
  )
  // By a key or by the address it may be chosen where nobody sees it.
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
