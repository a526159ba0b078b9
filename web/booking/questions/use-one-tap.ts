import type { Question } from '@cuida/core/catalogue/product/question.ts'
import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

/** How long the choice stays visible before the next page, in milliseconds. */
const SEEN_MS = 250

interface OneTap {
  form: RefObject<HTMLFormElement | null>
  /**
   * A bubbling handler around one question: React then calls it before the radio's change handler, in one turn. In the
   * capture phase a browser lets React render in between, which resets the choice before the change handler runs.
   */
  onClick: (event: MouseEvent<HTMLElement>, question: Question) => void
  /** The tap came too soon after the page appeared: it was meant for the previous one and changes nothing. */
  isRefused: () => boolean
}

interface OneTapPage {
  pageKey: string
  /** Every question of the page has a valid answer. */
  isComplete: boolean
  /** Whether this choice may submit the page. */
  submits: (question: Question) => boolean
  /** Refuses a tap meant for the previous page (`usePressGuard`). */
  press: (event: MouseEvent) => void
}

/** Whether this tap is the whole answer: a single choice, or "none of these" among several. */
function isWholeAnswer({ target, currentTarget }: MouseEvent<HTMLElement>, question: Question): boolean {
  if (!(target instanceof HTMLInputElement)) return false
  if (target.type === 'radio') return true
  if (question.type !== 'multipleChoice' || !target.checked) return false
  const at = [...currentTarget.querySelectorAll('input[type="checkbox"]')].indexOf(target)
  return question.options[at]?.exclusive === true
}

/**
 * A single choice takes one tap once the page is complete: the form is submitted after a moment that shows the choice.
 * A choice by keyboard or voice control waits for the button, because arrow keys pass over answers.
 */
export function useOneTap({ pageKey, isComplete, submits, press }: OneTapPage): OneTap {
  const form = useRef<HTMLFormElement>(null)
  const refused = useRef(false)
  const [tapped, setTapped] = useState<{ pageKey: string }>()
  const submit = useEffectEvent(() => {
    // Otherwise a later return to this page would submit it at once.
    setTapped(undefined)
    // The choice may have made another question visible.
    if (isComplete) form.current?.requestSubmit()
  })
  useEffect(() => {
    if (tapped?.pageKey !== pageKey) return
    const timer = setTimeout(submit, SEEN_MS)
    return () => clearTimeout(timer)
  }, [tapped, pageKey])
  return {
    form,
    onClick: (event, question) => {
      refused.current = false
      // Keys and assistive technology click without a pointer.
      if (event.detail === 0 || !isWholeAnswer(event, question)) return
      press(event)
      refused.current = event.defaultPrevented
      if (!event.defaultPrevented) setTapped(submits(question) ? { pageKey } : undefined)
    },
    isRefused: () => refused.current,
  }
}
