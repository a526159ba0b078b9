import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { KEYS_OFF, useListKeys } from '../../kit/place/list-keys.ts'
import css from './KeyHints.module.css'

interface KeyHintsProps {
  /** Everybody on the screen, in the order in which they stand there. */
  ids: readonly string[]
  chosen: string | undefined
}

/**
 * J and K move through queue and day; A is TakePanel's, D, the pause, AvailabilityButton's. Letters can be switched off,
 * because speech input types them by accident (WCAG 2.1.4).
 */
export function KeyHints({ ids, chosen }: KeyHintsProps) {
  const [off, setOff] = useState(() => localStorage.getItem(KEYS_OFF) !== null)
  const go = useLocation()[1]
  useListKeys(ids, chosen, (id) => go(`/consultations/${id}`))
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
