import type { QueueItem } from '@cuida/core/care/desk-api.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import css from './KeyHints.module.css'

interface KeyHintsProps {
  items: QueueItem[]
  chosen: string | undefined
  onAttend: (id: string) => void
}

const OFF = 'desk.keysOff'

/**
 * J and K move through the list, A attends. Letters can be switched off, because speech input types them by accident
 * (WCAG 2.1.4).
 */
export function KeyHints({ items, chosen, onAttend }: KeyHintsProps) {
  const [off, setOff] = useState(() => localStorage.getItem(OFF) !== null)
  const [, go] = useLocation()
  useEffect(() => {
    if (off) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
      const key = event.key.toLowerCase()
      const next = neighbour(items, chosen, key)
      if (next) go(`/consultations/${next}`)
      const isFree = items.some(({ id, lane }) => id === chosen && lane === 'waiting')
      if (key === 'a' && chosen && isFree) onAttend(chosen)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [off, items, chosen, go, onAttend])
  return (
    <div className={css.hints}>
      {!off && (
        <p>
          <kbd>J</kbd> <kbd>K</kbd> {t('desk.keys.move')} <kbd>A</kbd> {t('desk.keys.attend')}
        </p>
      )}
      <button
        type="button"
        className={css.toggle}
        onClick={() => {
          if (off) localStorage.removeItem(OFF)
          else localStorage.setItem(OFF, '')
          setOff(!off)
        }}
      >
        {t(off ? 'desk.keys.turnOn' : 'desk.keys.turnOff')}
      </button>
    </div>
  )
}

/** Letters belong to whoever writes, and a dialog asks for an answer first. */
function isWriting(target: EventTarget | null): boolean {
  return (
    document.querySelector('dialog[open]') !== null ||
    (target instanceof Element && target.matches('input, textarea, select'))
  )
}

function neighbour(items: QueueItem[], chosen: string | undefined, key: string): string | undefined {
  if (key !== 'j' && key !== 'k') return undefined
  const at = items.findIndex(({ id }) => id === chosen)
  if (at < 0) return items[0]?.id
  return items[key === 'j' ? at + 1 : at - 1]?.id
}
