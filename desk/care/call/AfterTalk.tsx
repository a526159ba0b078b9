import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card } from '@cuida/ui/Card/Card.tsx'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { mediumTaken } from '../standing.ts'
import type { CallProps } from './call-props.ts'
import { usePhone } from './use-phone.tsx'

/** For so long a slip of the finger is taken back. */
const TAKE_BACK_MS = 10_000

interface AfterTalkProps extends CallProps {
  failure: unknown
  /** When this desk said that they talked, in ms; undefined: it was said before, or elsewhere. */
  toldAt: number | undefined
}

/** They talked and the notes are not signed: it can be taken back for seconds, and the patient called again until then. */
export function AfterTalk(props: AfterTalkProps) {
  const { consultation, busy, tell, failure, toldAt } = props
  const phone = usePhone(props)
  const isFresh = useFresh(toldAt)
  const medium = mediumTaken(consultation)
  if (consultation.status !== 'CLOSING') return null
  return (
    <Card sunken>
      <p role="status">{t('desk.call.talked')}</p>
      {isFresh && medium && (
        <Button fit icon="back" busy={busy(medium, 'taken-back')} onClick={() => tell(medium, 'taken-back')}>
          {t('desk.call.takeBack')}
        </Button>
      )}
      <Button variant="quiet" icon="video" busy={busy('video', 'started')} onClick={() => tell('video', 'started')}>
        {t('desk.call.again.video')}
      </Button>
      <Button variant="quiet" icon="phone" busy={busy('phone', 'started') || phone.busy} onClick={phone.start}>
        {t('desk.call.again.phone')}
      </Button>
      <Failure failure={failure} />
    </Card>
  )
}

function useFresh(since: number | undefined): boolean {
  const [isOver, setOver] = useState<number>()
  useEffect(() => {
    if (since === undefined) return
    const timer = setTimeout(() => setOver(since), since + TAKE_BACK_MS - serverNow())
    return () => clearTimeout(timer)
  }, [since])
  return since !== undefined && isOver !== since
}
