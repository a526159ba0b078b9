import type { OpenConsultation } from '@cuida/core/care/rescue/rescue-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { usePartner } from '../../kit/partner.ts'
import { WholePlace } from '../../kit/place/WholePlace.tsx'
import { useStaff } from '../../kit/session.ts'
import { useNow } from '../../kit/use-now.ts'
import { UntoldSection } from '../../news/delivery/UntoldSection.tsx'
import { useWaitingUntold } from '../../news/delivery/untold-queries.ts'
import { OpenGroupRows } from './OpenGroupRows.tsx'
import { groupsOf, needsSomebody } from './open-groups.ts'
import { RescueDialog } from './RescueDialog.tsx'
import css from './RescueScreen.module.css'
import { type ReassignmentAction, useOpenConsultations } from './rescue-queries.ts'

/** For managers: everything of the day that is not over, and what they do about it, one or many at once (C10.2). */
export function RescueScreen() {
  const open = useOpenConsultations()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const partner = usePartner()
  const now = useNow(15_000)
  const title = t('desk.rescue.title')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  const untold = useWaitingUntold()
  const items = open.data?.items ?? []
  // Nothing is in order while somebody is to be called.
  const isSaid = untold === 0 || items.some((item) => needsSomebody(item, now))
  const here = items.filter(({ id }) => chosen.includes(id))
  return (
    <WholePlace
      title={title}
      beside={
        open.data &&
        isSaid && (
          <p className={css.standing} role="status">
            {standing(items, now)}
          </p>
        )
      }
    >
      <Loaded of={open} lines={8} aging>
        {() => null}
      </Loaded>
      <UntoldSection now={now} />
      {open.data?.items.length === 0 && (
        <EmptyState title={t('desk.rescue.none')}>{t('desk.rescue.noneText')}</EmptyState>
      )}
      {groupsOf(items, now).map((group) => (
        <OpenGroupRows
          key={group.clinician?.id ?? ''}
          group={group}
          chosen={chosen}
          now={now}
          onChoose={(ids, isChosen) =>
            setChosen([...chosen.filter((id) => !ids.includes(id)), ...(isChosen ? ids : [])])
          }
        />
      ))}
      {here.length > 0 && <RescueBar chosen={here} onDone={() => setChosen([])} />}
    </WholePlace>
  )
}

function standing(items: readonly OpenConsultation[], now: number): string {
  const count = items.filter((item) => needsSomebody(item, now)).length
  return t(count > 0 ? 'desk.rescue.needed' : 'desk.rescue.inOrder', { count })
}

/** What can be done about those who were chosen; it stays in sight while the list moves. */
function RescueBar({ chosen, onDone }: { chosen: readonly OpenConsultation[]; onDone: () => void }) {
  const { data: staff } = useStaff()
  const [action, setAction] = useState<ReassignmentAction>()
  const areWaiting = chosen.every(({ status }) => status === 'QUEUED')
  // A line on demand is anybody's already.
  const areBooked = chosen.every(({ startTime }) => startTime !== null)
  return (
    <section className={css.bar} aria-label={t('desk.rescue.chosen', { count: chosen.length })}>
      <p aria-live="polite">{t('desk.rescue.chosen', { count: chosen.length })}</p>
      {staff?.clinicianId && (
        <Button fit icon="user" onClick={() => setAction('take-over')}>
          {t('desk.rescue.take-over')}
        </Button>
      )}
      {areWaiting && areBooked && (
        <Button fit icon="refresh" onClick={() => setAction('hand-on')}>
          {t('desk.rescue.hand-on')}
        </Button>
      )}
      {areWaiting && areAhead(chosen) && (
        <Button fit icon="calendar" onClick={() => setAction('offer')}>
          {t('desk.rescue.offer')}
        </Button>
      )}
      <Button fit icon="close" variant="danger" onClick={() => setAction('cancel')}>
        {t('desk.rescue.cancel')}
      </Button>
      {action && <RescueDialog action={action} chosen={chosen} onClose={() => setAction(undefined)} onDone={onDone} />}
    </section>
  )
}

/** Others are offered for hours that have not begun. */
const areAhead = (chosen: readonly OpenConsultation[]): boolean =>
  chosen.every(({ startTime }) => startTime !== null && Date.parse(startTime) > serverNow())
