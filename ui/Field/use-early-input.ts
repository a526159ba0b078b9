import { type RefObject, useEffect, useRef } from 'react'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/**
 * Adopts a field's value that no event reported: users type before hydration on a slow phone, and password managers
 * may fill fields without an event. Reads the field at mount, and on submit before the form reads its values.
 */
export function useEarlyInput(ref: RefObject<TextControl | null>, value: string, onChange: (value: string) => void) {
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }
  useEffect(() => {
    const control = ref.current
    const take = () => {
      if (control?.value && control.value !== latest.current.value) latest.current.onChange(control.value)
    }
    take()
    // In the capture phase: React's submit handler runs at the root, after this one.
    control?.form?.addEventListener('submit', take, { capture: true })
    return () => control?.form?.removeEventListener('submit', take, { capture: true })
  }, [ref])
}
