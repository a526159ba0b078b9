import { useEffect } from 'react'

/**
 * Stored in the browser: users can switch hot keys off, because speech input types letters by accident (WCAG 2.1.4).
 */
export const HOT_KEYS_OFF_KEY = 'desk.keysOff'

/** Hot keys do nothing while the user types or a dialog is open. */
export function isWriting(target: EventTarget | null): boolean {
  return (
    document.querySelector('dialog[open]') !== null ||
    (target instanceof Element && target.matches('input, textarea, select'))
  )
}

/** J returns the next id and K the previous one; either returns the first when none is chosen. */
export function adjacentId(ids: readonly string[], selectedId: string | undefined, key: string): string | undefined {
  if (key !== 'j' && key !== 'k') return undefined
  const at = ids.indexOf(selectedId ?? '')
  if (at < 0) return ids[0]
  return ids[key === 'j' ? at + 1 : at - 1]
}

/** J and K move through a list, unless hot keys are off. */
export function useListKeys(ids: readonly string[], selectedId: string | undefined, go: (id: string) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
      if (localStorage.getItem(HOT_KEYS_OFF_KEY) !== null) return
      const next = adjacentId(ids, selectedId, event.key.toLowerCase())
      if (next) go(next)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [ids, selectedId, go])
}
