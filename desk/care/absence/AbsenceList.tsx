import type { Absence, ClinicianAgenda } from '@cuida/core/booking/agenda/agenda-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { momentWords } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useId, useState } from 'react'
import css from './Absence.module.css'
import { ShortenDialog } from './ShortenDialog.tsx'

interface AbsenceListProps {
  clinician: ClinicianAgenda
  onSettle: (absence: Absence) => void
}

/** Absences that are not over: what is left to decide in them, and how they end earlier. */
export function AbsenceList({ clinician, onSettle }: AbsenceListProps) {
  const { name, timeZone } = clinician
  const titleId = useId()
  const [ending, setEnding] = useState<Absence>()
  const absences = clinician.absences.filter(({ endTime }) => Date.parse(endTime) > serverNow())
  if (absences.length === 0) return null
  return (
    <section aria-labelledby={titleId} className={css.form}>
      <h2 id={titleId}>{t('desk.absence.list', { name })}</h2>
      <ul className={css.list}>
        {absences.map((absence) => (
          <li key={absence.id}>
            <span>
              {spanWords(absence, timeZone)}{' '}
              {absence.undecided > 0 && (
                <span className={css.trouble}>{t('desk.absence.undecided', { count: absence.undecided })}</span>
              )}
            </span>
            {absence.undecided > 0 && (
              <Button fit variant="primary" onClick={() => onSettle(absence)}>
                {t('desk.absence.settle')}
              </Button>
            )}
            <Button fit onClick={() => setEnding(absence)}>
              {t('desk.absence.shorten')}
            </Button>
          </li>
        ))}
      </ul>
      {ending && <ShortenDialog absence={ending} clinician={clinician} onClose={() => setEnding(undefined)} />}
    </section>
  )
}

/** The last moment is told as the one before midnight is: nobody is away on a day on which they work. */
const spanWords = ({ startTime, endTime }: Absence, timeZone: string): string =>
  t('desk.absence.one', {
    from: momentWords(startTime, timeZone),
    until: momentWords(Date.parse(endTime) - 60_000, timeZone),
  })
