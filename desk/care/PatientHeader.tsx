import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { fullDate, startWithCapital } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import type { ReactNode } from 'react'
import { whenWords } from '../kit/times.ts'
import css from './PatientHeader.module.css'
import { chipOf } from './standing.ts'

/** Who it is: what is checked before anything is said. */
export function PatientHeader({
  consultation,
  children,
}: {
  consultation: DeskConsultation
  /** What must be seen with the name. */
  children?: ReactNode
}) {
  const { patient, productName, startTime, contactMethod, urgent } = consultation
  const chip = chipOf(consultation)
  const facts = [
    [t('desk.patient.birth'), fullDate(patient.dateOfBirth)],
    [t('desk.patient.phone'), patient.phone?.number ?? patient.maskedPhone],
    [t('desk.patient.document'), patient.document ?? t('desk.patient.noDocument')],
  ] as const
  return (
    <header className={css.patient}>
      <StatusChip tone={chip.tone} icon={chip.icon}>
        {t(chip.key)}
      </StatusChip>
      <h2 className={css.name}>
        {patient.firstName} {patient.lastName}
      </h2>
      <p className={css.lead}>
        {t('desk.patient.age', { age: patient.age })} · {t(`desk.patient.sex.${patient.sex}`)}
      </p>
      {urgent && <Alert tone="danger" title={t('desk.urgent.of', { answers: urgent })} />}
      {children}
      <dl className={css.facts}>
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <p className={css.product}>
        <strong>{productName}</strong> · {t(`desk.medium.${contactMethod}`)}
        {startTime && ` · ${startWithCapital(whenWords(startTime))}`}
      </p>
    </header>
  )
}
