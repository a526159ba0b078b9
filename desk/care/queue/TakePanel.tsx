import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { TAKE_EARLY_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card } from '@cuida/ui/Card/Card.tsx'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { formatWhen, formatWhenShort } from '../../kit/clinic-time.ts'
import { endingMessage } from '../../kit/consultation-ending.ts'
import { useHotKey } from '../../kit/hot-keys.ts'

interface TakePanelProps {
  consultation: DeskConsultation
  busy: boolean
  onAttend: (id: string) => void
}

/** Before I take the consultation: the button to attend it, or from when I may. */
export function TakePanel({ consultation, busy, onAttend }: TakePanelProps) {
  const { id, status, queueColumn, startTime, missedCalls, isHere, leftBy, asideUntil, patient } = consultation
  const isFree = status === 'QUEUED' || (status === 'ACTIVE' && leftBy !== null)
  if (!isFree && (status === 'ACTIVE' || status === 'CLOSING'))
    return (
      <Card sunken>
        <p>{t('desk.take.taken')}</p>
      </Card>
    )
  if (!isFree)
    return (
      <Card sunken>
        <p>
          <strong>{endingMessage(consultation)}</strong>
        </p>
        <p>{t('desk.take.over')}</p>
      </Card>
    )
  if (queueColumn === 'agenda' && startTime) {
    const from = Date.parse(startTime) - TAKE_EARLY_MINUTES * 60_000
    return (
      <Card sunken>
        <p>{t('desk.take.notYet', { when: formatWhen(from) })}</p>
      </Card>
    )
  }
  return (
    <Card>
      {isHere && <p>{t('desk.queue.arrived', { name: patient.firstName })}</p>}
      {leftBy && <p>{t('desk.queue.leftBy', { colleague: leftBy })}</p>}
      {asideUntil && <p>{t('desk.take.aside', { time: formatWhenShort(asideUntil, serverNow()) })}</p>}
      <p>{missedCalls > 0 ? t('desk.take.again', { count: missedCalls }) : t('desk.take.text')}</p>
      <Attend busy={busy} onAttend={() => onAttend(id)} />
    </Card>
  )
}

/** The A key acts only while the button is mounted: the lists beside it may be some seconds behind. */
function Attend({ busy, onAttend }: { busy: boolean; onAttend: () => void }) {
  useHotKey('a', () => busy || onAttend())
  return (
    <Button variant="primary" icon="user" busy={busy} onClick={onAttend}>
      {t('desk.take.attend')}
    </Button>
  )
}
