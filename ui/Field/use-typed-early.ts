import { type RefObject, useEffect } from 'react'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/** On a slow phone people type before the app has woken up, and managers fill in: what is there already counts. */
export function useTypedEarly(ref: RefObject<TextControl | null>, value: string, onChange: (value: string) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed before the first paint of the app
  useEffect(() => {
    const typed = ref.current?.value
    if (typed && typed !== value) onChange(typed)
  }, [])
}
