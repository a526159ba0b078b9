import type { AbsenceAppointment, Resolution } from '@cuida/core/care/absence/absence-api.ts'
import { Resolution as Resolutions } from '@cuida/core/care/absence/absence-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { useEffect, useId, useRef, useState } from 'react'
import { formatWhen } from '../../kit/clinic-time.ts'
import css from './Absence.module.css'
import { applyToAll, keyOf, type ResolutionChoices, undecidedAppointments } from './resolutions.ts'

interface HoursPaneProps {
  hours: readonly AbsenceAppointment[]
  colleagues: readonly { id: string; name: string }[]
  choices: ResolutionChoices
  onChoose: (nextChoices: ResolutionChoices) => void
  /** The number of submit attempts with undecided appointments; each moves the focus to the first one. */
  attempts?: number
}

/** The appointments during an absence with their patients, resolved all at once or one by one. */
export function AbsenceAppointmentsPane({ hours, colleagues, choices, onChoose, attempts = 0 }: HoursPaneProps) {
  const titleId = useId()
  const [isShared, setShared] = useState(false)
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    if (attempts > 0) pane.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts])
  const open = undecidedAppointments(hours)
  const openCount = open.filter((hour) => !choices[keyOf(hour)]).length
  const chooseAll = (resolution: Resolution) => {
    setShared(resolution === 'reassign')
    onChoose(applyToAll(resolution, hours, choices))
  }
  if (hours.length === 0) return <p role="status">{t('desk.absence.none')}</p>
  return (
    <section ref={pane} aria-labelledby={titleId} className={css.pane}>
      <h2 id={titleId}>{t('desk.absence.count', { count: hours.length })}</h2>
      {open.length > 0 && (
        <fieldset className={css.all}>
          <legend>{t('desk.absence.decide')}</legend>
          {Resolutions.options.map((resolution) => (
            <Button key={resolution} fit onClick={() => chooseAll(resolution)}>
              {t(`desk.absence.all.${resolution}`)}
            </Button>
          ))}
        </fieldset>
      )}
      {isShared && openCount > 0 && <Alert tone="warning" title={t('desk.absence.noFree', { count: openCount })} />}
      <ul className={css.hours}>
        {hours.map((hour) => (
          <li key={keyOf(hour)}>
            {hour.areTimesOffered ? (
              <p className={css.waits}>
                <strong>{nameOf(hour)}</strong> {t('desk.absence.waits')}
              </p>
            ) : (
              <Select
                label={nameOf(hour)}
                placeholder={t('desk.absence.choose')}
                options={optionsOf(hour, colleagues)}
                value={choices[keyOf(hour)] ?? ''}
                error={attempts > 0 && !choices[keyOf(hour)] ? t('desk.absence.choose') : undefined}
                onChange={(value) => onChoose({ ...choices, [keyOf(hour)]: value })}
              />
            )}
          </li>
        ))}
      </ul>
      <p aria-live="polite">
        {openCount > 0 ? t('desk.absence.left', { count: openCount }) : t('desk.absence.leftAll')}
      </p>
    </section>
  )
}

export const nameOf = ({ patient, startTime, product }: AbsenceAppointment): string =>
  [`${patient.firstName} ${patient.lastName}`, formatWhen(startTime), product.name].join(' · ')

const optionsOf = ({ free }: AbsenceAppointment, colleagues: readonly { id: string; name: string }[]) => [
  ...colleagues
    .filter(({ id }) => free.includes(id))
    .map(({ id, name }) => ({ value: id, label: t('desk.absence.to', { name }) })),
  ...(['offer', 'cancel'] as const).map((value) => ({ value, label: t(`desk.absence.${value}`) })),
]
