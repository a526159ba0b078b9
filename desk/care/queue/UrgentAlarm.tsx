import type { QueueItem } from '@cuida/core/care/queue/desk-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Icon } from '@cuida/ui/Icon/Icon.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { createAlarmTone } from '@cuida/ui/presence/ring-tone.ts'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { PageLinkButton } from '../../kit/page/PageLinkButton.tsx'
import { useStaff } from '../../kit/session.ts'
import { useQueue } from '../queries.ts'
import css from './UrgentAlarm.module.css'

const EVERY_MS = 4_000

/** How long a clinician can silence the alarm before it sounds again. */
const SILENT_MS = 120_000

interface UrgentAlarmProps {
  /** The clinician is in a call, in which the patient would hear the tone too. */
  inCall: boolean
  taking: boolean
  onAttend: (id: string) => void
}

/** Shows on every page of the desk while a patient who may be an emergency is not attended. */
export function UrgentAlarm({ inCall, taking, onAttend }: UrgentAlarmProps) {
  const queue = useQueue()
  const items = queue.data?.items.filter(({ queueColumn }) => queueColumn === 'urgent') ?? []
  const { isSilent, silence } = useAlarm(items, inCall)
  const [first, ...others] = items
  return (
    <div className={css.alarm} role="alert" aria-label={t('desk.urgent.title')}>
      {first && (
        <div className={css.bar}>
          <Who item={first} others={others.length} />
          <div className={css.actions}>
            <Way item={first} taking={taking} onAttend={onAttend} />
            {!isSilent && !inCall && (
              <Button variant="quiet" fit onClick={silence}>
                {t('desk.urgent.silence')}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  )
}

function Who({ item: { patient, urgent }, others }: { item: QueueItem; others: number }) {
  return (
    <p className={css.who}>
      <Icon name="warning" />
      <span>
        <strong>{t('desk.urgent.who', { name: `${patient.firstName} ${patient.lastName}`, age: patient.age })}</strong>{' '}
        {urgent}
        {others > 0 && ` · ${t('desk.urgent.others', { count: others })}`}
      </span>
    </p>
  )
}

/** Clinicians can take the patient from any page; managers without patients can only open the consultation. */
function Way({ item: { id }, taking, onAttend }: { item: QueueItem } & Omit<UrgentAlarmProps, 'inCall'>) {
  const { data: staff } = useStaff()
  const [at] = useLocation()
  const path = `/consultations/${id}`
  if (staff?.clinicianId)
    return (
      <Button variant="danger" icon="user" fit busy={taking} onClick={() => onAttend(id)}>
        {t('desk.take.attend')}
      </Button>
    )
  if (at === path) return null
  return (
    <PageLinkButton href={path} variant="danger" fit>
      {t('desk.urgent.look')}
    </PageLinkButton>
  )
}

/**
 * Repeats the tone while a patient who may be an emergency is not attended. A further patient sounds even at a
 * silenced desk.
 */
export function useAlarm(waiting: readonly { id: string }[], inCall: boolean) {
  const [silenced, setSilenced] = useState<ReadonlySet<string>>(new Set())
  const loud = waiting.filter(({ id }) => !silenced.has(id))
  const rings = loud.length > 0 && !inCall
  useEffect(() => {
    if (!rings) return
    const tone = createAlarmTone()
    tone.play()
    const timer = setInterval(tone.play, EVERY_MS)
    return () => {
      clearInterval(timer)
      tone.stop()
    }
  }, [rings])
  useEffect(() => {
    if (silenced.size === 0) return
    const timer = setTimeout(() => setSilenced(new Set()), SILENT_MS)
    return () => clearTimeout(timer)
  }, [silenced])
  return {
    isSilent: loud.length === 0,
    silence: () => setSilenced(new Set(waiting.map(({ id }) => id))),
  }
}
