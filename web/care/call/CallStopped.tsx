import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import css from './Call.module.css'

interface CallStoppedProps {
  /** The call could not be reached for three minutes, or what came through it was not to be trusted. */
  why: 'lost' | 'unsafe'
  name: string
  onAgain: () => void
  onLeave: () => void
}

/** This page is out of a call that goes on: why, and the way back. */
export function CallStopped({ why, name, onAgain, onLeave }: CallStoppedProps) {
  return (
    <>
      <div className={css.caller}>
        <h2 data-first tabIndex={-1}>
          {t(`care.call.${why}.title`)}
        </h2>
        <p>{t(`care.call.${why}.text`, { name })}</p>
      </div>
      <div className={css.answers}>
        <Button variant="primary" icon="refresh" onClick={onAgain}>
          {t('care.call.lost.again')}
        </Button>
        <Button variant="quiet" onClick={onLeave}>
          {t('care.call.leave')}
        </Button>
      </div>
    </>
  )
}
