import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { timeWords } from '../../kit/times.ts'
import { useNow } from '../../kit/use-now.ts'
import { SignInAgain } from '../sign-in/SignInAgain.tsx'
import css from './SessionEnd.module.css'
import { useSessionEnd } from './session-end.ts'

/** Said this long before; and once more, to who closed it, when it is near. */
const WARNING_MS = 10 * 60_000
const LAST_MS = 2 * 60_000

/** Twelve hours are nearly over: whoever signs in again here goes on where they are, with all that they have typed. */
export function SessionEnd({ inCall }: { inCall: boolean }) {
  const endsAt = useSessionEnd()
  const now = useNow(10_000)
  const [closed, setClosed] = useState<string>()
  const [asking, setAsking] = useState(false)
  const left = endsAt === undefined ? Number.POSITIVE_INFINITY : endsAt - now
  const stage = `${left > LAST_MS ? 'soon' : 'now'} ${endsAt ?? ''}`
  if (endsAt === undefined || left > WARNING_MS) return null
  const title =
    left < 0
      ? t('desk.session.endsWithCall')
      : t('desk.session.ends', { time: timeWords(new Date(endsAt).toISOString()) })
  return (
    <>
      {closed !== stage && (
        <div className={css.notice}>
          <Alert
            tone="warning"
            title={title}
            onClose={() => setClosed(stage)}
            action={
              <Button fit onClick={() => setAsking(true)}>
                {t('desk.session.again')}
              </Button>
            }
          >
            {t('desk.session.endsText')} {inCall && t('desk.session.endsCall')}
          </Alert>
        </div>
      )}
      {asking && <SignInAgain onClose={() => setAsking(false)} />}
    </>
  )
}
