import { type RefObject, useEffect, useRef } from 'react'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/**
 * Takes what is in a field although no event told of it: on a slow phone people type before the app has woken up, and password
 * managers fill in without a word. Read when the app wakes up, and when the form is sent, before the form reads its values.
 */
export function useTypedEarly(ref: RefObject<TextControl | null>, value: string, onChange: (value: string) => void) {
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }
  useEffect(() => {
    const control = ref.current
    const take = () => {
      if (control?.value && control.value !== latest.current.value) latest.current.onChange(control.value)
    }
    take()
    // Capture, because React hears of it at the root, where the form's own handler is called.
    control?.form?.addEventListener('submit', take, { capture: true })
    return () => control?.form?.removeEventListener('submit', take, { capture: true })
  }, [ref])
}
