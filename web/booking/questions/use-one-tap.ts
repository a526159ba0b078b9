import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** How long the choice is seen before the next question comes. */
const SEEN_MS = 250

interface OneTap {
  form: RefObject<HTMLFormElement | null>
  /**
   * Of the form, as it bubbles: React then calls it before the change handler of the radio, in one turn. In the capture phase a
   * browser lets React draw in between, which takes the choice back before anybody hears of it.
   */
  onClick: (event: MouseEvent<HTMLFormElement>) => void
  /** The tap came too soon after the question: it was meant for the one before, and changes nothing. */
  isRefused: () => boolean
}

/**
 * A single choice is one tap: the form is sent once the choice has been seen. A choice by keyboard or by a voice waits for the
 * button, because an arrow key passes over answers on its way. `shown` names the question, `press` refuses a tap that was meant
 * for the question before (useOnePress).
 */
export function useOneTap(shown: string, press: (event: MouseEvent) => void): OneTap {
  const form = useRef<HTMLFormElement>(null)
  const refused = useRef(false)
  const [tapped, setTapped] = useState<{ shown: string }>()
  useEffect(() => {
    if (tapped?.shown !== shown) return
    const timer = setTimeout(() => {
      // Back at this question later, nothing goes on by itself.
      setTapped(undefined)
      form.current?.requestSubmit()
    }, SEEN_MS)
    return () => clearTimeout(timer)
  }, [tapped, shown])
  return {
    form,
    onClick: (event) => {
      refused.current = false
      const isRadio = event.target instanceof HTMLInputElement && event.target.type === 'radio'
      // Keys and the scripts of assistive tools click without a pointer.
      if (!isRadio || event.detail === 0) return
      press(event)
      refused.current = event.defaultPrevented
      if (!event.defaultPrevented) setTapped({ shown })
    },
    isRefused: () => refused.current,
  }
}
