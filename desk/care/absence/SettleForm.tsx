import type { Absence, ClinicianAgenda } from '@cuida/core/booking/agenda/agenda-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import css from './Absence.module.css'
import { useAbsenceHours, useSettleAbsence } from './absence-queries.ts'
import { type Chosen, settleOf } from './fates.ts'
import { HoursPane } from './HoursPane.tsx'
import { type Problem, problemsIn } from './Problems.tsx'

interface SettleFormProps {
  absence: Absence
  clinician: ClinicianAgenda
  onSettled: (problems: Problem[]) => void
  /** Nothing more now: what is undecided stays so, and is said in the list. */
  onLater: () => void
}

/** What is left of an absence that was entered: of as many as are chosen for. */
export function SettleForm({ absence, clinician, onSettled, onLater }: SettleFormProps) {
  const [chosen, setChosen] = useState<Chosen>({})
  const { data, error } = useAbsenceHours(clinician.id, absence)
  const settle = useSettleAbsence()
  const wish = settleOf(absence.id, data?.items, chosen)
  const act = () =>
    settle.mutate(wish, {
      onSuccess: ({ results }) => {
        const done = results.filter(({ problem }) => problem === null).length
        if (done > 0) showToast(t('desk.absence.decided', { count: done }))
        onSettled(problemsIn(data?.items ?? [], results))
      },
    })
  return (
    <div className={css.form}>
      <Failure failure={error} />
      {!data && !error && <Skeleton lines={4} />}
      {data && <HoursPane hours={data.items} colleagues={data.colleagues} chosen={chosen} onChoose={setChosen} />}
      <Failure failure={settle.error} />
      <div className={css.acts}>
        {wish.fates.length > 0 && (
          <Button variant="primary" fit busy={settle.isPending} onClick={act}>
            {t('desk.absence.settle')}
          </Button>
        )}
        <Button variant="quiet" fit onClick={onLater}>
          {t('desk.absence.later')}
        </Button>
      </div>
    </div>
  )
}
