import type { Absence, ClinicianAgenda } from '@cuida/core/booking/agenda/agenda-api.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { dayOf } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { ReasonDialog } from '../../kit/place/ReasonDialog.tsx'
import css from './Absence.module.css'
import { useShortenAbsence } from './absence-queries.ts'
import { shortenOf } from './fates.ts'

interface ShortenDialogProps {
  absence: Absence
  clinician: ClinicianAgenda
  onClose: () => void
}

/** When they are back: now, or at a moment before the end. What was decided of booked hours stays. */
export function ShortenDialog({ absence, clinician: { name, timeZone }, onClose }: ShortenDialogProps) {
  const [which, setWhich] = useState<'now' | 'at'>('now')
  const [day, setDay] = useState(dayOf(Date.parse(absence.endTime) - 60_000, timeZone))
  const [time, setTime] = useState('')
  const shorten = useShortenAbsence()
  const typed = { which, day, time }
  return (
    <ReasonDialog
      title={t('desk.absence.shorten.title', { name })}
      text={t('desk.absence.shorten.text')}
      act={t('desk.absence.shorten')}
      variant="primary"
      onReason={(reason) => shorten.mutateAsync(shortenOf(absence.id, typed, timeZone, reason))}
      done={() => t('desk.absence.shorten.done', { name })}
      onClose={onClose}
    >
      <RadioGroup<'now' | 'at'>
        label={t('desk.absence.shorten.title', { name })}
        options={[
          { value: 'now', label: t('desk.absence.shorten.now') },
          { value: 'at', label: t('desk.absence.shorten.at') },
        ]}
        value={which}
        onChange={setWhich}
      />
      {which === 'at' && (
        <div className={css.span}>
          <TextInput type="date" label={t('desk.agenda.move.day')} value={day} onChange={setDay} />
          <TextInput type="time" label={t('desk.agenda.move.time')} value={time} onChange={setTime} />
        </div>
      )}
    </ReasonDialog>
  )
}
