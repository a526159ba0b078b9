import type { OpenConsultation } from '@cuida/core/care/rescue/rescue-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { useStaff } from '../../kit/session.ts'
import { RescueDialog } from './RescueDialog.tsx'
import css from './RescueScreen.module.css'
import type { RescueDeed } from './rescue-queries.ts'

/** What can be done about those who were chosen; it stays in sight while the list moves. */
export function RescueBar({ chosen, onDone }: { chosen: readonly OpenConsultation[]; onDone: () => void }) {
  const { data: staff } = useStaff()
  const [deed, setDeed] = useState<RescueDeed>()
  const areWaiting = chosen.every(({ status }) => status === 'QUEUED')
  // A line on demand is anybody's already.
  const areBooked = chosen.every(({ startTime }) => startTime !== null)
  return (
    <section className={css.bar} aria-label={t('desk.rescue.chosen', { count: chosen.length })}>
      <p aria-live="polite">{t('desk.rescue.chosen', { count: chosen.length })}</p>
      {staff?.clinicianId && (
        <Button fit icon="user" onClick={() => setDeed('take-over')}>
          {t('desk.rescue.take-over')}
        </Button>
      )}
      {areWaiting && areBooked && (
        <Button fit icon="refresh" onClick={() => setDeed('hand-on')}>
          {t('desk.rescue.hand-on')}
        </Button>
      )}
      {areWaiting && areAhead(chosen) && (
        <Button fit icon="calendar" onClick={() => setDeed('offer')}>
          {t('desk.rescue.offer')}
        </Button>
      )}
      <Button fit icon="close" variant="danger" onClick={() => setDeed('cancel')}>
        {t('desk.rescue.cancel')}
      </Button>
      {deed && <RescueDialog deed={deed} chosen={chosen} onClose={() => setDeed(undefined)} onDone={onDone} />}
    </section>
  )
}

/** Others are offered for hours that have not begun. */
const areAhead = (chosen: readonly OpenConsultation[]): boolean =>
  chosen.every(({ startTime }) => startTime !== null && Date.parse(startTime) > serverNow())
