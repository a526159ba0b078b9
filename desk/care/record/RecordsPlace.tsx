import { isGone } from '@cuida/ui/client/call-failed.ts'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { DetailHeader } from '../../kit/place/Detail.tsx'
import { PlaceDetail, PlaceEmpty } from '../../kit/place/Place.tsx'
import { OpeningDetail } from '../queue/OpeningDetail.tsx'
import { BreakGlassForm } from './BreakGlassForm.tsx'
import { SafetyFacts } from './PatientSafety.tsx'
import { RecordPanel } from './RecordPanel.tsx'
import css from './RecordsPlace.module.css'
import { useRecord } from './record-queries.ts'
import type { RecordsPlace as Place } from './records-place.ts'

/** Beside the list: a patient's record, a break-glass opening to review, or the way to open one. */
export function RecordsPlace({ place }: { place: Place }) {
  if (place.is === 'list')
    return <PlaceEmpty title={t('desk.records.choose')}>{t('desk.records.chooseText')}</PlaceEmpty>
  return (
    <PlaceDetail title={t('desk.records.title')} back={{ to: '/records', label: t('desk.records.back') }}>
      {place.is === 'emergency' && <BreakGlassForm />}
      {place.is === 'patient' && <PatientRecord key={place.patientId} patientId={place.patientId} />}
      {place.is === 'opening' && <OpeningDetail key={place.openingId} id={place.openingId} />}
    </PlaceDetail>
  )
}

function PatientRecord({ patientId }: { patientId: string }) {
  const { data, error } = useRecord(patientId)
  if (isGone(error)) return <EmptyState title={t('desk.records.gone')}>{t('desk.records.goneText')}</EmptyState>
  return (
    <div className={css.narrow}>
      {data && (
        <DetailHeader
          title={`${data.patient.firstName} ${data.patient.lastName}`}
          lead={[t('desk.patient.age', { age: data.patient.age }), t(`desk.patient.sex.${data.patient.sex}`)].join(
            ' · ',
          )}
        >
          <SafetyFacts entries={data.entries} statements={data.statements} />
        </DetailHeader>
      )}
      <RecordPanel patientId={patientId} />
    </div>
  )
}
