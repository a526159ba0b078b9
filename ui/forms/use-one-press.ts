import { type MouseEvent, useEffect, useRef } from 'react'

/** Nobody reads what has just come, and presses again, within this time: the second press was meant for what stood there. */
const UNREAD_MS = 500

interface OnePress {
  /** They did something with what is shown: so they have seen it. */
  touch: () => void
  /** `onClick` of the button: a press that follows too soon does nothing. */
  press: (event: MouseEvent) => void
}

/**
 * For a button that stays in its place while what it speaks of changes, which `shown` names. The time of a press is the
 * finger's, however late a busy page hears of it; what is shown counts from the frame that it came with. `isKnown`: they
 * have been here before and done what is asked, so that no press is lost on them, nor loses anything.
 */
export function useOnePress(shown: string, isKnown: boolean): OnePress {
  const unreadUntil = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is how another thing shown is met
  useEffect(() => {
    unreadUntil.current = isKnown ? 0 : Number(document.timeline.currentTime ?? 0) + UNREAD_MS
  }, [shown])
  return {
    touch: () => {
      unreadUntil.current = 0
    },
    press: (event) => {
      if (event.timeStamp < unreadUntil.current) event.preventDefault()
    },
  }
}
