import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { fullDate, startWithCapital } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import type { ReactNode } from 'react'
import { DetailHeader, Facts } from '../kit/place/Detail.tsx'
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
  return (
    <DetailHeader
      chip={{ ...chip, words: t(chip.key) }}
      title={`${patient.firstName} ${patient.lastName}`}
      lead={[t('desk.patient.age', { age: patient.age }), t(`desk.patient.sex.${patient.sex}`)].join(' · ')}
    >
      {urgent && <Alert tone="danger" title={t('desk.urgent.of', { answers: urgent })} />}
      {children}
      <Facts
        close
        of={[
          ['birth', fullDate(patient.dateOfBirth)],
          ['phone', patient.phone?.number ?? patient.maskedPhone],
          ['document', patient.document ?? t('desk.patient.noDocument')],
        ]}
        term={(name) => t(`desk.patient.${name}`)}
      />
      <p className={css.product}>
        <strong>{productName}</strong> · {t(`desk.medium.${contactMethod}`)}
        {startTime && ` · ${startWithCapital(whenWords(startTime))}`}
      </p>
    </DetailHeader>
  )
}
