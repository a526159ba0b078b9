import { truncateName } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { Tabs } from '@cuida/ui/Tabs/Tabs.tsx'
import { useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { Identity } from '../../profile/account/Identity.tsx'
import { History } from './History.tsx'
import { RecordNotFound } from './RecordNotFound.tsx'
import { type RecordOwner, useRecordOwners } from './record-queries.ts'

/** In Profile (B2.24): the record of the URL; the title differs for a dependant. */
export function MedicalHistoryScreen({ params }: { params: Record<string, string> }) {
  const family = useRecordOwners()
  const member = family.find(({ emrId }) => emrId === params.emrId)
  return (
    <Screen
      title={member ? historyTitle(member) : t('care.history.entry')}
      identity={member && <Identity patientId={member.id} />}
      {...(member ? { lead: t('care.history.lead') } : {})}
    >
      {family.length === 0 ? <Skeleton lines={6} /> : member ? <History member={member} /> : <RecordNotFound />}
    </Screen>
  )
}

export const historyTitle = ({ isDependant, firstName }: RecordOwner): string =>
  isDependant ? t('care.history.titleOf', { name: truncateName(firstName) }) : t('care.history.title')

/** In History (B2.24): the patient's own record, and a tab for each dependant. */
export function OwnHistoryScreen() {
  const family = useRecordOwners()
  const { familyProfilesEnabled } = usePartner()
  const [selectedId, setSelectedId] = useState<string>()
  const visibleMembers = family.filter(({ isDependant }) => familyProfilesEnabled || !isDependant)
  const member = visibleMembers.find(({ id }) => id === selectedId) ?? visibleMembers[0]
  return (
    <Screen title={t('care.history.entry')} lead={t('care.history.lead')}>
      {!member && <Skeleton lines={6} />}
      {member && visibleMembers.length === 1 && <History member={member} />}
      {member && visibleMembers.length > 1 && (
        <Tabs
          label={t('care.history.whose')}
          value={member.id}
          onChange={setSelectedId}
          tabs={visibleMembers.map(({ id, firstName }) => ({ id, label: truncateName(firstName) }))}
        >
          <History key={member.id} member={member} />
        </Tabs>
      )}
    </Screen>
  )
}
