import { type MouseEvent, useEffect, useRef } from 'react'

/** A press within this time after a change was meant for the previous content. */
const UNREAD_MS = 500

interface OnePress {
  /** The user interacted with the new content, so they have seen it. */
  touch: () => void
  /** `onClick` of the button: ignores a press that follows too soon. */
  press: (event: MouseEvent) => void
}

/**
 * For a button that stays in place while its subject, named by `shown`, changes. Compares the event's own time,
 * however late a busy page handles it, with the frame in which the subject appeared. `isKnown`: the user has answered
 * this before, so that an early press is safe.
 */
export function usePressGuard(subject: string, isKnown: boolean): OnePress {
  const unreadUntil = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is how another thing shown is met
  useEffect(() => {
    unreadUntil.current = isKnown ? 0 : Number(document.timeline.currentTime ?? 0) + UNREAD_MS
  }, [subject])
  return {
    touch: () => {
      unreadUntil.current = 0
    },
    press: (event) => {
      if (event.timeStamp < unreadUntil.current) event.preventDefault()
    },
  }
}
