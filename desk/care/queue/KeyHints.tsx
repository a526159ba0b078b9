import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { isWriting, KEYS_OFF, neighbour } from '../../kit/move-keys.ts'
import css from './KeyHints.module.css'

interface KeyHintsProps {
  /** Everybody on the screen, in the order in which they stand there. */
  ids: readonly string[]
  /** Who may be attended now. */
  free: readonly string[]
  chosen: string | undefined
  onAttend: (id: string) => void
}

/**
 * J and K move through queue and day, A attends; D, the pause, is AvailabilityButton's. Letters can be switched off,
 * because speech input types them by accident (WCAG 2.1.4).
 */
export function KeyHints({ ids, free, chosen, onAttend }: KeyHintsProps) {
  const [off, setOff] = useState(() => localStorage.getItem(KEYS_OFF) !== null)
  const [, go] = useLocation()
  useEffect(() => {
    if (off) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
      const key = event.key.toLowerCase()
      const next = neighbour(ids, chosen, key)
      if (next) go(`/consultations/${next}`)
      if (key === 'a' && chosen && free.includes(chosen)) onAttend(chosen)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [off, ids, free, chosen, go, onAttend])
  return (
    <div className={css.hints}>
      {!off && (
        <p>
          <kbd>J</kbd> <kbd>K</kbd> {t('desk.keys.move')} <kbd>A</kbd> {t('desk.keys.attend')} <kbd>D</kbd>{' '}
          {t('desk.keys.pause')}
        </p>
      )}
      <button
        type="button"
        className={css.toggle}
        onClick={() => {
          if (off) localStorage.removeItem(KEYS_OFF)
          else localStorage.setItem(KEYS_OFF, '')
          setOff(!off)
        }}
      >
        {t(off ? 'desk.keys.turnOn' : 'desk.keys.turnOff')}
      </button>
    </div>
  )
}
