import { t } from '@cuida/ui/i18n/messages.ts'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { Tabs } from '@cuida/ui/Tabs/Tabs.tsx'
import { useLocation } from 'wouter'
import { PageList } from '../kit/page/PageList.tsx'
import { usePartner } from '../kit/partner.ts'
import { FinishedList } from './finished/FinishedList.tsx'
import { RecordsList } from './record/RecordsPage.tsx'
import { useWaitingRecords } from './record/record-queries.ts'

export type PatientsTab = 'finished' | 'records'

/** Tabs for the clinician's patients, and for records with a request or an emergency access to review. */
export function PatientsList({ list, selectedId }: { list: PatientsTab; selectedId: string | undefined }) {
  const go = useLocation()[1]
  const partner = usePartner()
  const tabs = [
    { id: 'finished' as const, label: t('desk.finished.title') },
    { id: 'records' as const, label: t('desk.records.title'), count: useWaitingRecords() },
  ]
  useTitle([t(`desk.${list}.title`), partner?.partnerName].filter(Boolean).join(' · '))
  return (
    <PageList title={t(`desk.${list}.title`)} heading={t('desk.sidebar.patients')}>
      <Tabs label={t('desk.sidebar.patients')} tabs={tabs} value={list} onChange={(next) => go(`/${next}`)}>
        {list === 'finished' ? <FinishedList /> : <RecordsList selectedId={selectedId} />}
      </Tabs>
    </PageList>
  )
}
