import type { OpenConsultation } from '@cuida/core/care/rescue/rescue-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { ChoiceRow } from '@cuida/ui/ChoiceRow/ChoiceRow.tsx'
import { durationMinutes } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useId } from 'react'
import { minutesSince, timeWords } from '../../kit/times.ts'
import { type OpenGroup, troubleOf } from './open-groups.ts'
import css from './RescueScreen.module.css'

interface OpenGroupRowsProps {
  group: OpenGroup
  chosen: readonly string[]
  now: number
  onChoose: (ids: readonly string[], isChosen: boolean) => void
}

/** What one clinician has open, or what waits for anybody; all of it is chosen with one press. */
export function OpenGroupRows({ group: { clinician, items }, chosen, now, onChoose }: OpenGroupRowsProps) {
  const titleId = useId()
  const ids = items.map(({ id }) => id)
  const areAll = ids.every((id) => chosen.includes(id))
  return (
    <section aria-labelledby={titleId} className={css.group}>
      <div className={css.groupHead}>
        <h2 id={titleId}>{clinician?.name ?? t('desk.rescue.anybody')}</h2>
        {items.length > 1 && (
          <Button variant="quiet" fit aria-describedby={titleId} onClick={() => onChoose(ids, !areAll)}>
            {t(areAll ? 'desk.rescue.chooseNone' : 'desk.rescue.chooseAll', { count: items.length })}
          </Button>
        )}
      </div>
      <ul className={css.rows}>
        {items.map((item) => (
          <li key={item.id}>
            <ChoiceRow
              type="checkbox"
              checked={chosen.includes(item.id)}
              onChange={(is) => onChoose([item.id], is)}
              label={`${item.patient.firstName} ${item.patient.lastName}`}
              detail={
                <>
                  {factsOf(item, now)} <Trouble item={item} now={now} />
                </>
              }
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Trouble({ item, now }: { item: OpenConsultation; now: number }) {
  const trouble = troubleOf(item, now)
  if (!trouble) return null
  const since = { late: item.startTime, overdue: item.promisedBy, gone: null, blocked: null }[trouble]
  const length = since ? durationMinutes(minutesSince(since, now)) : ''
  return <span className={css.trouble}>{t(`desk.rescue.is.${trouble}`, { length })}</span>
}

function factsOf(
  { product, status, startTime, queuedAt, lateChoice, areTimesOffered }: OpenConsultation,
  now: number,
): string {
  const since = queuedAt && !startTime ? durationMinutes(minutesSince(queuedAt, now)) : undefined
  return [
    startTime ? timeWords(startTime, now) : since && t('desk.rescue.since', { length: since }),
    product.name,
    t(`desk.status.${status === 'QUEUED' && startTime ? 'BOOKED' : status}`),
    lateChoice && t(`desk.rescue.chose.${lateChoice}`),
    areTimesOffered && t('desk.rescue.offered'),
  ]
    .filter(Boolean)
    .join(' · ')
}
