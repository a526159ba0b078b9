import { useEffect } from 'react'
import { HOT_KEYS_OFF_KEY, isWriting } from './page/list-keys.ts'

/** Runs `act` when the key is pressed without modifiers, unless hot keys are off or the user is typing. */
export function useHotKey(key: string, act: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey) return
      if (localStorage.getItem(HOT_KEYS_OFF_KEY) !== null || isWriting(event.target)) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [key, act])
}
